"""What learners are told before a certification test."""

import reflex as rx

from webdev_certs.ui.components import alert, button, card, icon, link_button
from webdev_certs.ui.pages.accounts.email_notice import notice_before_exam
from webdev_certs.ui.pages.rules import RETAKE
from webdev_certs.ui.states.exams.exam import ExamState


def introduction() -> rx.Component:
    """Render what learners should know before they start, and the button that starts the test."""
    return rx.fragment(
        rx.el.h1(ExamState.title, class_name="text-title font-semibold"),
        rx.el.p("Before you start: the clock begins when you press Start.", class_name="mt-2 text-muted"),
        rx.cond(
            ExamState.error != "", alert(ExamState.error, tone="danger", role="alert", class_name="mt-6")
        ),
        card(
            rx.el.ul(
                _rule(
                    "list",
                    f"{ExamState.min_items} to {ExamState.max_items} questions, one at a time. The test ends "
                    "when your result is certain. You cannot return to a question.",
                ),
                rx.cond(
                    ExamState.pretest_items > 0,
                    _rule(
                        "info",
                        f"{ExamState.pretest_items} of the questions are being tried out and do not count. "
                        "You cannot tell which ones.",
                    ),
                ),
                _rule(
                    "clock",
                    f"{ExamState.minutes} minutes. The timer keeps running if you leave or lose your "
                    "connection.",
                ),
                _rule(
                    "save",
                    "Answers are saved as you give them, and the page shows when. You can resume after a "
                    "reload or on another device.",
                ),
                _rule(
                    "award",
                    f"You pass with {ExamState.cut_score} of 800 points. You see your result at once, with a "
                    "score for each topic.",
                ),
                _rule("calendar", f"You can take the test again {RETAKE} your last attempt, passed or not."),
                _rule(
                    "eye",
                    "We record how long answers take, when you leave this page, and when you paste text, but "
                    "not what you paste. None of this changes your score.",
                ),
                class_name="flex flex-col gap-4",
            ),
            class_name="mt-8",
        ),
        notice_before_exam(),
        rx.el.div(
            button("Start the test", size="lg", loading=ExamState.busy, on_click=ExamState.start),
            link_button("Practice first", "/dashboard/practice", variant="secondary", size="lg"),
            class_name="mt-8 flex flex-wrap gap-3",
        ),
    )


def _rule(drawing: str, text: rx.Var[str] | str) -> rx.Component:
    return rx.el.li(
        icon(drawing, class_name="mt-0.5 text-accent-ink"), rx.el.span(text), class_name="flex gap-3.5"
    )
