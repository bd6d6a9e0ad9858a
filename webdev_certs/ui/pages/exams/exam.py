"""The page of a certification test or mock exam: before it starts (introduction.py), while it runs, and its
end."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    dialog,
    dialog_close,
    dialog_open,
    empty_state,
    icon,
    link_button,
    progress,
)
from webdev_certs.ui.components.behavior import Attention, Countdown, LeaveGuard, RunningAttempt, SaveState
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.item import (
    MAIN_KEY,
    answer_keys,
    column,
    item_form,
    question_block,
    question_frame,
)
from webdev_certs.ui.components.placeholder import technology_choice
from webdev_certs.ui.components.styling import classes
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.exams.introduction import introduction, introduction_block
from webdev_certs.ui.pages.exams.mock_exams import mock_badge, mock_exam_link, mock_introduction
from webdev_certs.ui.pages.layout import focus_link, focus_page, load_failed, loading_block
from webdev_certs.ui.pages.practice.practice import waits_for_attempt
from webdev_certs.ui.pages.report_question import report_question
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.session.session import SessionState

_RUNNING = ExamState.phase == "running"
_SAVE_WORDS = {
    "saving": _("Saving…"),
    "saved": _("Answer saved"),
    "kept": _("Your last saved answer counts"),
    "failed": _("Not saved"),
    "retrying": _("Not saved yet, trying again"),
    "reconnecting": _("Reconnecting…"),
    "offline": _("You’re offline. You can keep answering. The timer keeps running."),
    "offline_unsaved": _(
        "You’re offline. Your answer isn’t saved yet. The timer keeps running. Keep this page open."
    ),
}
_SAVE_LINE = "min-h-6 flex-1 basis-40 text-sm text-muted data-[state=failed]:text-danger " + " ".join(
    f"data-[state={state}]:font-medium data-[state={state}]:text-warning"
    for state in ("retrying", "reconnecting", "offline", "offline_unsaved")
)
_CLOCK = (
    "min-h-11 rounded-control border border-line px-3 font-mono text-lg font-semibold tabular-nums "
    "hover:bg-sunken "
)


def exam() -> rx.Component:
    """Render `/test/<technology>` and `/mock-exam/<technology>`."""
    return focus_page(
        _leave_guard(),
        # Nobody looks at how a mock exam was taken.
        Attention.create(active=_RUNNING & ~ExamState.mock, on_report=ExamState.report_event),
        rx.match(
            ExamState.phase,
            ("loading", _waiting()),
            ("intro", rx.cond(ExamState.mock, mock_introduction(), introduction())),
            ("wait", _too_early()),
            ("waiting", waits_for_attempt(ExamState)),
            ("running", _running()),
            ("ended", _ended()),
            ("unknown", rx.cond(ExamState.mock, _unknown("/mock-exam"), _unknown("/test"))),
            load_failed(
                _("We couldn’t load the test"),
                ExamState.error,
                ExamState.unreachable,
                ExamState.load,
                level=1,
            ),
        ),
        waiting=_waiting(),
        title=rx.cond(
            _RUNNING,
            rx.fragment(
                rx.el.span(ExamState.name, class_name="max-sm:block"),
                rx.el.span(" · ", aria_hidden="true", class_name="max-sm:hidden"),
                rx.el.span(
                    _("Question {n} of up to {most}", n=ExamState.position, most=ExamState.max_items),
                    class_name="max-sm:block max-sm:text-sm max-sm:leading-tight max-sm:text-muted",
                ),
            ),
            rx.cond(
                ExamState.mock,
                _("Mock exam"),
                rx.cond(ExamState.phase == "unknown", _("Certification test"), _technology()),
            ),
        ),
        aside=rx.cond(
            _RUNNING,
            _clock(),
            # No link while loading, because the timer may take its place.
            rx.cond(ExamState.phase == "loading", None, focus_link(_("Dashboard"), "/dashboard")),
        ),
    )


def _unknown(base: str) -> rx.Component:
    return technology_choice(
        _("This test doesn’t exist"),
        _("The link is wrong or incomplete."),
        _("There are tests for these technologies:"),
        ExamState.known,
        base,
    )


def _technology() -> rx.Component:
    """Render the title of the test; phones show only the technology, because they lack room for more."""
    return rx.fragment(
        rx.el.span(english(ExamState.title), class_name="max-sm:sr-only"),
        rx.el.span(ExamState.name, aria_hidden="true", class_name="sm:hidden"),
    )


def _clock() -> rx.Component:
    """Render the timer for the header, with a mark beside it while the page has no connection."""
    return rx.el.div(
        # The line about saving says the same to screen readers, but phones may show it only further down.
        rx.el.span(
            icon("wifi-off"),
            rx.el.span(_("Offline"), class_name="max-sm:hidden"),
            title=_("Offline"),
            aria_hidden="true",
            class_name="hidden items-center gap-1.5 text-sm font-medium text-warning "
            "[body:has([data-state^=offline])_&]:inline-flex",
        ),
        Countdown.create(
            seconds_left=ExamState.seconds_left,
            seconds_total=ExamState.seconds_total,
            running=ExamState.phase == "running",
            on_expire=ExamState.expire,
            class_name=_CLOCK + "text-ink",
            urgent_class_name=_CLOCK + "border-danger text-danger",
            spoken_class_name="sr-only",
        ),
        class_name="flex items-center gap-2 sm:gap-4",
    )


def _leave_guard() -> rx.Component:
    return LeaveGuard.create(
        active=_RUNNING,
        heading=_("Leave the test?"),
        text=_("Your saved answers are safe, and you can come back. The timer keeps running."),
        stay=_("Stay"),
        leave=_("Leave the test"),
        class_name="m-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-raised p-6 "
        "text-ink shadow-overlay backdrop:bg-scrim",
        heading_class_name="mb-2 text-heading font-semibold",
        actions_class_name="mt-6 flex flex-wrap justify-end gap-3 max-sm:flex-col",
        stay_class_name=button_classes("primary", "md"),
        leave_class_name=button_classes("secondary", "md"),
    )


def _running() -> rx.Component:
    return question_frame(
        rx.el.h1(
            _(
                "{title}: question {n} of up to {most}",
                title=rx.cond(ExamState.mock, _("{name} mock exam", name=ExamState.name), ExamState.title),
                n=ExamState.position,
                most=ExamState.max_items,
            ),
            class_name="sr-only",
        ),
        rx.cond(ExamState.mock, mock_badge("mb-3")),
        progress(
            ExamState.position - 1, ExamState.max_items, label=_("Questions answered"), class_name="mb-8"
        ),
        item_form(
            ExamState.item,
            ExamState.ticket,
            rx.el.div(
                rx.cond(ExamState.error != "", alert(ExamState.error, tone="danger")),
                role="alert",
                class_name="empty:-mt-6",
            ),
            rx.el.div(
                SaveState.create(
                    state=ExamState.saving,
                    handled_change=ExamState.handled_change,
                    reconnecting=SessionState.reconnecting,
                    words=_SAVE_WORDS,
                    class_name=_SAVE_LINE,
                ),
                button(
                    _("Next question"),
                    type="submit",
                    size="lg",
                    loading=ExamState.busy,
                    class_name="max-sm:w-full",
                    custom_attrs=MAIN_KEY,
                ),
                # On phones, the line about saving has its own line between the border and the button.
                class_name="flex flex-wrap items-center justify-end gap-4 border-t border-line pt-6 "
                "max-sm:gap-2.5 max-sm:pt-2.5",
            ),
            draft={
                "handled_change": ExamState.handled_change,
                "saving": ExamState.saving,
                "retries": ExamState.retries,
                "retry_in": ExamState.retry_in,
                "on_send": lambda entries: ExamState.answer(ExamState.ticket, entries),
            },
            on_change=ExamState.answer,
            on_submit=ExamState.next_question,
            on_move=ExamState.move,
        ),
        answer_keys(ExamState.item),
        rx.el.div(
            _ending(),
            report_question("exam", ExamState.ticket),
            class_name=classes(
                "mt-10 flex flex-wrap justify-between gap-x-6 gap-y-6", column(ExamState.item)
            ),
        ),
    )


def _ending() -> rx.Component:
    return dialog(
        # Far from "Next question" and of another kind, so that nobody presses it by mistake.
        dialog_open(button(_("End the test now…"), variant="secondary", size="sm")),
        _("End the test now?"),
        rx.el.p(
            rx.cond(
                ExamState.mock,
                _(
                    "The mock exam ends by itself once your result is certain. With fewer than {n} answers, "
                    "you won’t get a score. Either way, you can review your answers.",
                    n=ExamState.min_items,
                ),
                _(
                    "The test ends by itself once your result is certain. If you end it now, you won’t pass. "
                    "With fewer than {n} answers that count, you won’t get a score, either. You can’t come "
                    "back to this test.",
                    n=ExamState.min_items,
                ),
            )
        ),
        actions=rx.fragment(
            # Going on is the main button, because submitting cannot be undone.
            dialog_close(button(_("Continue the test"))),
            dialog_close(
                button(_("Submit test"), variant="danger-outline", on_click=ExamState.submit),
            ),
        ),
    )


def _ended() -> rx.Component:
    """Render the moment before the result is shown."""
    return rx.fragment(
        rx.el.h1(_("The test is over. Loading your result"), class_name="sr-only"), loading_block(8)
    )


def _waiting() -> rx.Component:
    """Render the placeholder of a question in the tab of a running attempt, otherwise of the introduction."""
    return RunningAttempt.create(question_block(), introduction_block())


def _too_early() -> rx.Component:
    """Render from when the test can be taken again."""
    return empty_state(
        "tests",
        _("You can’t take this test yet"),
        _(
            "You can retake the {name} test starting {date}. Until then, practice as often as you like.",
            name=ExamState.name,
            date=ExamState.retake_date,
        ),
        rx.fragment(
            link_button(
                _("Practice {name}", name=ExamState.name), f"/practice-test/{ExamState.technology_id}"
            ),
            rx.cond(ExamState.has_mock, mock_exam_link(ExamState.technology_id, ExamState.name)),
            link_button(_("See your results"), "/dashboard/progress", variant="secondary"),
        ),
        level=1,
    )
