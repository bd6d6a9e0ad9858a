"""Practice: up to ten questions, each with an explanation after its answer."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    empty_state,
    link_button,
    progress,
)
from webdev_certs.ui.components.feedback import VERDICT, feedback_panel
from webdev_certs.ui.components.item import item_form, question_frame, side_by_side, stem
from webdev_certs.ui.components.placeholder import technology_choice
from webdev_certs.ui.pages.items.placeholder import question_block
from webdev_certs.ui.pages.items.report import report_question
from webdev_certs.ui.pages.layout import focus_link, focus_page, load_failed
from webdev_certs.ui.pages.practice.finished import finished
from webdev_certs.ui.states.practice.practice import PracticeState


def practice() -> rx.Component:
    """Render `/practice-test/<technology>` with or without a difficulty."""
    working = (PracticeState.phase == "answering") | (PracticeState.phase == "explained")
    return focus_page(
        rx.match(
            PracticeState.phase,
            ("loading", question_block()),
            ("answering", _answering()),
            ("explained", _explained()),
            ("finished", finished()),
            (
                "done",
                empty_state(
                    "done",
                    _("All done for today"),
                    PracticeState.error,
                    link_button(_("Go to practice"), "/dashboard/practice"),
                    level=1,
                ),
            ),
            (
                "unpaid",
                empty_state(
                    "practice",
                    _("This needs paid access"),
                    PracticeState.error,
                    rx.fragment(
                        link_button(_("Go to practice"), "/dashboard/practice"),
                        link_button(_("See the plans"), "/payment", variant="secondary"),
                    ),
                    level=1,
                ),
            ),
            ("waiting", waits_for_attempt(PracticeState)),
            (
                "unknown",
                technology_choice(
                    _("This practice doesn’t exist"),
                    _("The link is wrong or incomplete."),
                    _("You can practice these technologies:"),
                    PracticeState.known,
                    "/practice-test",
                ),
            ),
            load_failed(
                _("Practice could not be loaded"),
                PracticeState.error,
                PracticeState.unreachable,
                PracticeState.load,
                level=1,
            ),
        ),
        waiting=question_block(),
        title=rx.cond(
            working,
            _(
                "{name} practice · {n} of {total}",
                name=PracticeState.name,
                n=PracticeState.position,
                total=PracticeState.length,
            ),
            _("Practice"),
        ),
        aside=focus_link(_("Leave"), "/dashboard/practice"),
    )


def _progress(done: Any) -> rx.Component:
    return rx.fragment(
        rx.el.h1(
            _(
                "{name} practice: question {n} of {total}",
                name=PracticeState.name,
                n=PracticeState.position,
                total=PracticeState.length,
            ),
            class_name="sr-only",
        ),
        progress(done, PracticeState.length, label=_("Questions answered"), class_name="mb-8"),
    )


def _answering() -> rx.Component:
    return question_frame(
        _progress(PracticeState.position - 1),
        item_form(
            PracticeState.item,
            PracticeState.ticket,
            rx.el.div(
                rx.cond(PracticeState.error != "", alert(PracticeState.error, tone="danger")),
                role="alert",
                class_name="empty:-mt-6",
            ),
            button_group(
                button(_("Check answer"), type="submit", size="lg", loading=PracticeState.busy),
                class_name="justify-end border-t border-line pt-6",
            ),
            on_change=PracticeState.draft,
            on_submit=PracticeState.check,
            on_move=PracticeState.move,
        ),
    )


def _explained() -> rx.Component:
    verdict = rx.el.div(
        feedback_panel(PracticeState.feedback), id=VERDICT, tab_index=-1, class_name="min-w-0 outline-none"
    )
    return question_frame(
        _progress(PracticeState.position),
        side_by_side(stem(PracticeState.item), verdict),
        rx.el.div(
            button(
                rx.cond(PracticeState.position == PracticeState.length, _("Show result"), _("Next question")),
                size="lg",
                loading=PracticeState.busy,
                on_click=PracticeState.next_question,
                class_name="max-sm:w-full",
            ),
            report_question("practice", PracticeState.ticket),
            class_name="mt-8 flex items-start justify-between gap-x-3 gap-y-6 border-t border-line pt-6 "
            "max-sm:flex-col sm:flex-row-reverse sm:items-center",
        ),
    )


def waits_for_attempt(state: Any) -> rx.Component:
    """Say why practice waits, and lead to the running attempt.

    Args:
        state: A `ScreenState` with the fields of `RunningAttemptState`.
    """
    return empty_state(
        "tests",
        _("Finish your test first"),
        state.error,
        link_button(_("Resume the {name} test", name=state.attempt_name), state.attempt_href),
        level=1,
    )
