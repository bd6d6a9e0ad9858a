"""What learners read before a certification test starts."""

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    icon,
    link,
    link_button,
    skeleton,
)
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.email_notice import once_confirmed
from webdev_certs.ui.pages.layout import loading_block
from webdev_certs.ui.pages.page_texts import RETAKE
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.session.navigation import MOCK_EXAM
from webdev_certs.ui.states.session.payment_status import PaymentState


def introduction() -> rx.Component:
    """Render what learners should know before they start, and the button that starts the test."""
    return rx.fragment(
        rx.el.h1(ExamState.title, class_name="text-title font-semibold", **IN_ENGLISH),
        rx.el.p(
            _("Before you start: the clock begins when you press “Start the test”."),
            # Readers of English pages expect it.
            *((" ", _("The questions are in English.")) if current_language() != SOURCE_LANGUAGE else ()),
            class_name="mt-2 text-muted",
        ),
        rx.cond(
            ExamState.error != "", alert(ExamState.error, tone="danger", role="alert", class_name="mt-6")
        ),
        card(
            rx.el.ul(
                length_rule(),
                rx.cond(
                    ExamState.pretest_items > 0,
                    rule(
                        "info",
                        _(
                            "{n} of the questions are trial questions and don’t count. You can’t tell "
                            "which ones.",
                            n=ExamState.pretest_items,
                        ),
                    ),
                ),
                *time_rules(),
                rule(
                    "award",
                    _(
                        "You need {cut_score} to pass, on a scale from {lowest} to {highest}. You’ll see "
                        "your result right away, and where you stand in each topic.",
                        cut_score=ExamState.cut_score,
                        lowest=SCALE_LOW,
                        highest=SCALE_HIGH,
                    ),
                ),
                rule(
                    "alert",
                    _(
                        "If you end the test or run out of time before your result is certain, you won’t "
                        "pass."
                    ),
                ),
                rule(
                    "calendar",
                    _(
                        "You can retake the test {wait} your last attempt, whether you passed or not, up "
                        "to {attempts} times in twelve months.",
                        wait=RETAKE,
                        attempts=get_settings().attempts_a_year,
                    ),
                ),
                rule(
                    "eye",
                    _(
                        "We record how long you take to answer, when you leave this page, and when you "
                        "paste text, but not what you paste. None of this changes your score. If something "
                        "looks unusual, a person looks at your test before we issue the certificate."
                    ),
                ),
                class_name="flex flex-col gap-4",
            ),
            class_name="mt-8",
        ),
        button_group(
            once_confirmed(
                button(_("Start the test"), size="lg", loading=ExamState.busy, on_click=ExamState.start)
            ),
            link_button(_("Practice first"), "/dashboard/practice", variant="secondary", size="lg"),
            class_name="mt-8",
        ),
        rx.cond(
            ExamState.has_mock,
            rx.el.p(
                *sentence(
                    _("Not sure yet? {take_a_mock_exam} with other questions and see if you’d pass."),
                    take_a_mock_exam=link(_("Take a mock exam"), f"{MOCK_EXAM}{ExamState.technology_id}"),
                ),
                rx.cond(PaymentState.has_paid, None, rx.fragment(" ", badge(_("Pro"), "accent"))),
                class_name="mt-6 text-muted",
            ),
        ),
    )


def length_rule() -> rx.Component:
    """Render how many questions there are."""
    return rule(
        "list",
        _(
            "{least} to {most} questions, one at a time. The test ends once your result is certain. "
            "You can’t go back to a question.",
            least=ExamState.min_items,
            most=ExamState.max_items,
        ),
    )


def time_rules() -> tuple[rx.Component, ...]:
    """Render how much time there is, and that answers are saved."""
    return (
        rule(
            "clock",
            _("{time}. The timer keeps running if you leave or lose your connection.", time=ExamState.time),
        ),
        rule(
            "save",
            _(
                "Your answers are saved as you go, and you’ll see when each one is. You can resume "
                "after a reload or on another device."
            ),
        ),
    )


def introduction_block() -> rx.Component:
    """Render the placeholder of the introduction: a title, a sentence, the list and the buttons.

    Screen readers read only the list, as "Loading".
    """

    def block(class_name: str, corners: str = "rounded-md") -> rx.Component:
        return skeleton(0, corners=corners, class_name=class_name, aria_hidden="true")

    return rx.fragment(
        block("my-2 h-8 w-64 max-w-full"),
        block("mt-4 h-5 w-full max-w-sm"),
        # The sentence takes two lines on phones.
        block("mt-1 h-5 w-40 sm:hidden"),
        loading_block(12, "mt-8 min-h-195.5 sm:min-h-111"),
        button_group(*[block("h-12 sm:w-40", "rounded-control")] * 2, class_name="mt-8"),
    )


def rule(drawing: str, text: rx.Var[str] | str) -> rx.Component:
    """Render something that learners should know before they start."""
    return rx.el.li(
        icon(drawing, class_name="mt-0.5 text-accent-ink"), rx.el.span(text), class_name="flex gap-3.5"
    )
