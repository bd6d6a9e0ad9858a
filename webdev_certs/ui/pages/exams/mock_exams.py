"""What is shown of mock exams alone: the mark, the way to one, and what learners read before it starts."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language
from webdev_certs.ui.components import alert, badge, button, button_group, card, icon, link_button, skeleton
from webdev_certs.ui.pages.exams.introduction import length_rule, rule, time_rules
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.session.navigation import MOCK_EXAM, TEST
from webdev_certs.ui.states.session.payment_status import PaymentState


def mock_badge(class_name: str = "") -> rx.Component:
    """Render that this is a mock exam."""
    return badge(_("Mock exam – doesn’t count"), "accent", class_name=class_name)


def mock_exam_link(technology: Any, name: Any) -> rx.Component:
    """Render the way to the mock exam of a technology, with a mark for learners without Pro.

    Args:
        technology: The technology's id.
        name: Its name.
    """
    return link_button(
        rx.fragment(_("Mock exam"), rx.cond(PaymentState.has_paid, None, badge(_("Pro"), "accent"))),
        f"{MOCK_EXAM}{technology}",
        variant="secondary",
        aria_label=_("{name}: mock exam", name=name),
    )


def mock_introduction() -> rx.Component:
    """Render what learners should know before a mock exam, and the button that starts it."""
    state = ExamState
    return rx.fragment(
        mock_badge("mb-3"),
        rx.el.h1(_("{name} mock exam", name=state.name), class_name="text-title font-semibold"),
        rx.el.p(
            _("Like the real test, with other questions: see if you’d pass."),
            *((" ", _("The questions are in English.")) if current_language() != SOURCE_LANGUAGE else ()),
            class_name="mt-2 text-muted",
        ),
        rx.cond(state.error != "", alert(state.error, tone="danger", role="alert", class_name="mt-6")),
        card(
            rx.el.ul(
                length_rule(),
                *time_rules(),
                rule(
                    "award",
                    _(
                        "At the end, you see your score, whether you’d have passed, and where you stand in "
                        "each topic. You need {cut_score} to pass.",
                        cut_score=state.cut_score,
                    ),
                ),
                rule(
                    "check-circle",
                    _(
                        "Then you review every question with your answer, the correct one and the "
                        "explanation. Those you missed come back in your reviews."
                    ),
                ),
                rule(
                    "info",
                    _(
                        "It doesn’t count: you don’t get a certificate, and it doesn’t change when you can "
                        "take the real test."
                    ),
                ),
                class_name="flex flex-col gap-4",
            ),
            class_name="mt-8",
        ),
        rx.match(
            PaymentState.has_paid,
            (True, _start()),
            (False, _locked()),
            skeleton(0, corners="rounded-control", class_name="mt-8 h-12 sm:w-40"),
        ),
    )


def _start() -> rx.Component:
    return button_group(
        button(_("Start the mock exam"), size="lg", loading=ExamState.busy, on_click=ExamState.start),
        link_button(
            _("Take the real test"), f"{TEST}{ExamState.technology_id}", variant="secondary", size="lg"
        ),
        class_name="mt-8",
    )


def _locked() -> rx.Component:
    """Render that mock exams need Pro, and the way to it."""
    return card(
        rx.el.div(
            icon("lock", class_name="mt-1 shrink-0 text-accent-ink"),
            rx.el.div(
                rx.el.h2(_("Mock exams are part of Pro"), class_name="text-heading font-semibold"),
                rx.el.p(
                    _("The real test and practice are free."),
                    class_name="mt-1 text-muted",
                ),
                button_group(
                    link_button(_("See what Pro adds"), ExamState.pro_href),
                    link_button(
                        _("Practice {name} for free", name=ExamState.name),
                        f"/practice-test/{ExamState.technology_id}",
                        variant="secondary",
                    ),
                    class_name="mt-5",
                ),
                class_name="min-w-0 flex-1",
            ),
            class_name="flex gap-3.5",
        ),
        border="border-accent-ink",
        class_name="mt-6",
    )
