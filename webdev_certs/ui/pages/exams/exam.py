"""The page of a certification test: before it starts, while it runs, and its end."""

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    card,
    dialog,
    dialog_close,
    empty_state,
    icon,
    link_button,
    progress,
    skeleton,
)
from webdev_certs.ui.components.behavior import Attention, Countdown, LeaveGuard, RunningAttempt, SaveState
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.item import item_form, question_block, question_frame
from webdev_certs.ui.components.placeholder import technology_choice
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english
from webdev_certs.ui.pages.email_notice import once_confirmed
from webdev_certs.ui.pages.layout import focus_link, focus_page, load_failed, loading_block
from webdev_certs.ui.pages.page_texts import RETAKE
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
    "offline": _("You are offline. You can still answer. The timer keeps running."),
    "offline_unsaved": _(
        "You are offline. Your answer is not saved yet. The timer keeps running. Keep this page open."
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
    """Render `/test/<technology>`."""
    return focus_page(
        _leave_guard(),
        Attention.create(active=_RUNNING, on_report=ExamState.report_event),
        rx.match(
            ExamState.phase,
            ("loading", _waiting()),
            ("intro", _introduction()),
            ("wait", _too_early()),
            ("running", _running()),
            ("ended", _ended()),
            (
                "unknown",
                technology_choice(
                    _("This test doesn’t exist"),
                    _("The link is wrong or incomplete."),
                    _("There are tests for these technologies:"),
                    ExamState.known,
                    "/test",
                ),
            ),
            load_failed(
                _("The test could not be loaded"),
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
            rx.cond(ExamState.phase == "unknown", _("Certification test"), _technology()),
        ),
        aside=rx.cond(
            _RUNNING,
            _clock(),
            # No link while loading, because the timer may take its place.
            rx.cond(ExamState.phase == "loading", None, focus_link(_("Dashboard"), "/dashboard")),
        ),
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
        text=_("You can come back to your saved answers. The timer keeps running."),
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
                title=ExamState.title,
                n=ExamState.position,
                most=ExamState.max_items,
            ),
            class_name="sr-only",
        ),
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
                ),
                # On phones, the line about saving has its own line between the border and the button.
                class_name="flex flex-wrap items-center justify-end gap-4 border-t border-line pt-6 "
                "max-sm:gap-1.5 max-sm:pt-1.5",
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
        rx.el.div(
            # Far from "Next question" and of another kind, so that nobody presses it by mistake.
            button(
                _("End the test now…"),
                variant="secondary",
                size="sm",
                on_click=ExamState.ask_to_submit,
            ),
            report_question("exam", ExamState.ticket),
            class_name="mt-10 flex flex-wrap justify-between gap-x-6 gap-y-6",
        ),
        _confirmation(),
    )


def _confirmation() -> rx.Component:
    return dialog(
        None,
        _("End the test now?"),
        rx.el.p(
            _(
                "The test ends by itself when your result is certain. If you end it before, you have not "
                "passed, and with fewer than {n} answers that count there is no score. You cannot continue "
                "the test after this.",
                n=ExamState.min_items,
            )
        ),
        actions=rx.fragment(
            # Going on is the main button, because submitting cannot be undone.
            dialog_close(button(_("Continue the test"))),
            button(
                _("Submit test"),
                variant="danger-outline",
                loading=ExamState.busy,
                on_click=ExamState.submit,
            ),
        ),
        open=ExamState.confirming,
        on_open_change=ExamState.set_confirming,
    )


def _ended() -> rx.Component:
    """Render the moment before the result is shown."""
    return rx.fragment(
        rx.el.h1(_("The test has ended. Loading your result"), class_name="sr-only"), loading_block(8)
    )


def _introduction() -> rx.Component:
    """Render what learners should know before they start, and the button that starts the test."""
    return rx.fragment(
        rx.el.h1(ExamState.title, class_name="text-title font-semibold", **IN_ENGLISH),
        rx.el.p(
            _("Before you start: the clock starts when you start the test."),
            # Readers of English pages expect it.
            *((" ", _("The questions are in English.")) if current_language() != SOURCE_LANGUAGE else ()),
            class_name="mt-2 text-muted",
        ),
        rx.cond(
            ExamState.error != "", alert(ExamState.error, tone="danger", role="alert", class_name="mt-6")
        ),
        card(
            rx.el.ul(
                _rule(
                    "list",
                    _(
                        "{least} to {most} questions, one at a time. The test ends when your result is "
                        "certain. You cannot return to a question.",
                        least=ExamState.min_items,
                        most=ExamState.max_items,
                    ),
                ),
                rx.cond(
                    ExamState.pretest_items > 0,
                    _rule(
                        "info",
                        _(
                            "{n} of the questions are trial questions and do not count. You cannot tell "
                            "which ones.",
                            n=ExamState.pretest_items,
                        ),
                    ),
                ),
                _rule(
                    "clock",
                    _(
                        "{time}. The timer keeps running if you leave or lose your connection.",
                        time=ExamState.time,
                    ),
                ),
                _rule(
                    "save",
                    _(
                        "Answers are saved as you give them, and the page says when each is saved. "
                        "You can resume after a reload or on another device."
                    ),
                ),
                _rule(
                    "award",
                    _(
                        "You pass with a score of {cut_score}. Scores run from {lowest} to {highest}. "
                        "You see your result at once, and where you stand in each topic.",
                        cut_score=ExamState.cut_score,
                        lowest=SCALE_LOW,
                        highest=SCALE_HIGH,
                    ),
                ),
                _rule(
                    "alert",
                    _(
                        "If you end the test yourself, or the time runs out, before your result is certain, "
                        "you have not passed."
                    ),
                ),
                _rule(
                    "calendar",
                    _(
                        "You can take the test again {wait} your last attempt, passed or not, and up to "
                        "{attempts} times in twelve months.",
                        wait=RETAKE,
                        attempts=get_settings().attempts_a_year,
                    ),
                ),
                _rule(
                    "eye",
                    _(
                        "We record how long answers take, when you leave this page, and when you paste text, "
                        "but not what you paste. None of this changes your score."
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
    )


def _waiting() -> rx.Component:
    """Render the placeholder of a question in the tab of a running attempt, otherwise of the introduction."""
    return RunningAttempt.create(question_block(), _introduction_block())


def _too_early() -> rx.Component:
    """Render from when the test can be taken again."""
    return empty_state(
        "tests",
        _("You can’t take this test yet"),
        _(
            "You can take the {name} test again from {date}. Until then, you can practice as often as you "
            "like.",
            name=ExamState.name,
            date=ExamState.retake_date,
        ),
        rx.fragment(
            link_button(
                _("Practice {name}", name=ExamState.name), f"/practice-test/{ExamState.technology_id}"
            ),
            link_button(_("See your results"), "/dashboard/progress", variant="secondary"),
        ),
        level=1,
    )


def _introduction_block() -> rx.Component:
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


def _rule(drawing: str, text: rx.Var[str] | str) -> rx.Component:
    return rx.el.li(
        icon(drawing, class_name="mt-0.5 text-accent-ink"), rx.el.span(text), class_name="flex gap-3.5"
    )
