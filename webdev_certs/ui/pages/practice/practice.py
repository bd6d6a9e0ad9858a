"""Practice: up to ten questions, each with an explanation after its answer, and the end of the round."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    icon,
    link,
    link_button,
    progress,
    score_bar,
)
from webdev_certs.ui.components.button import Variant
from webdev_certs.ui.components.feedback import VERDICT, feedback_panel, verdict_in_short, verdict_mark
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.item import (
    MAIN_KEY,
    answer_keys,
    column,
    item_form,
    question_block,
    question_frame,
    side_by_side,
    stem,
)
from webdev_certs.ui.components.placeholder import technology_choice
from webdev_certs.ui.components.styling import IN_ENGLISH, classes
from webdev_certs.ui.components.text import english, rich_text
from webdev_certs.ui.pages.layout import focus_link, focus_page, load_failed
from webdev_certs.ui.pages.page_texts import PAID, STAYS_FREE
from webdev_certs.ui.pages.question_help import after_feedback
from webdev_certs.ui.pages.report_question import report_question
from webdev_certs.ui.states.practice.practice import FINISHED, PracticeState
from webdev_certs.ui.states.session.payment_status import PaymentState

TOPIC_COUNTS = "mt-4 grid gap-4 sm:grid-cols-2 sm:gap-x-10"
"""Class names of a list of `topic_count`s."""


def practice() -> rx.Component:
    """Render `/practice-test/<technology>` with or without a difficulty."""
    working = (PracticeState.phase == "answering") | (PracticeState.phase == "explained")
    return focus_page(
        rx.match(
            PracticeState.phase,
            ("loading", question_block()),
            ("answering", _answering()),
            ("explained", _explained()),
            ("finished", _finished()),
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
                    _("This is part of Pro"),
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
                    _("There’s nothing to practice here"),
                    _("The link is wrong or incomplete."),
                    _("You can practice these technologies:"),
                    PracticeState.known,
                    "/practice-test",
                ),
            ),
            load_failed(
                _("We couldn’t load practice"),
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
                "{name} practice · {n}\u00a0of\u00a0{total}",
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
                button(
                    _("Check answer"),
                    type="submit",
                    size="lg",
                    loading=PracticeState.busy,
                    custom_attrs=MAIN_KEY,
                ),
                class_name="justify-end border-t border-line pt-6",
            ),
            # Kept until it is checked, because the login session may have ended.
            draft={"on_send": lambda entries: PracticeState.draft(PracticeState.ticket, entries)},
            on_change=PracticeState.draft,
            on_submit=PracticeState.check,
            on_move=PracticeState.move,
        ),
        answer_keys(PracticeState.item, checks=True),
    )


def _explained() -> rx.Component:
    return question_frame(
        _progress(PracticeState.position),
        side_by_side(
            PracticeState.item,
            stem(PracticeState.item),
            rx.el.div(
                feedback_panel(PracticeState.feedback, verdict_id=VERDICT),
                after_feedback(PracticeState.feedback, with_key=True),
                class_name="flex min-w-0 flex-col gap-5",
            ),
        ),
        rx.el.div(
            rx.el.div(
                verdict_in_short(PracticeState.feedback.correct),
                button(
                    rx.cond(
                        PracticeState.position == PracticeState.length, _("Show result"), _("Next question")
                    ),
                    size="lg",
                    loading=PracticeState.busy,
                    on_click=PracticeState.next_question,
                    class_name="max-sm:w-full",
                    custom_attrs=MAIN_KEY,
                ),
                class_name="flex items-center gap-4 max-sm:w-full max-sm:flex-col max-sm:items-stretch",
            ),
            report_question("practice", PracticeState.ticket),
            class_name=classes(
                "mt-8 flex items-start justify-between gap-x-3 gap-y-6 border-t border-line pt-6 "
                "max-sm:flex-col sm:flex-row-reverse sm:items-center",
                column(PracticeState.item),
            ),
        ),
        answer_keys(PracticeState.item, bookmarks=PaymentState.has_paid),
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


def _finished() -> rx.Component:
    """Render the end of a practice session: the result, what was missed, topics, and what comes next."""
    state = PracticeState
    return rx.fragment(
        rx.el.h1(
            _("Practice round finished"),
            id=FINISHED,
            tab_index=-1,
            class_name="scroll-mt-24 text-title font-semibold outline-none",
        ),
        _result(),
        rx.cond(state.report.change != "", _estimate()),
        rx.el.div(rx.cond(state.error != "", alert(state.error, tone="danger")), role="alert"),
        button_group(
            rx.cond(
                state.report.retry_label != "",
                link_button(state.report.retry_label, state.report.retry_href, size="lg"),
            ),
            rx.cond(
                state.repeatable,
                rx.cond(state.report.retry_label != "", _another("secondary"), _another("primary")),
            ),
            link_button(
                _("Go to dashboard"),
                "/dashboard/practice",
                variant="ghost",
                size="lg",
            ),
            class_name="mt-6",
        ),
        rx.cond(state.report.missed.length() > 0, _missed()),
        rx.cond(state.seen.length() > 0, _seen()),
        card(
            rx.el.h2(_("By topic"), class_name="text-heading font-semibold"),
            rx.el.ul(
                rx.foreach(state.report.topics, topic_count),
                class_name=TOPIC_COUNTS,
            ),
            class_name="mt-6",
        ),
        _paid_access(),
    )


def _result() -> rx.Component:
    """Render what the practice session was about, and how many answers were correct."""
    state = PracticeState
    return card(
        rx.el.div(
            rx.el.div(badge(state.name), badge(state.level), class_name="flex flex-wrap items-center gap-2"),
            rx.el.p(
                _("{correct} of {total} correct", correct=state.correct, total=state.length),
                class_name="mt-2 text-display font-semibold tabular-nums",
            ),
        ),
        rx.cond(state.correct == state.length, illustration("done", class_name="shrink-0 max-sm:hidden")),
        class_name="mt-8 flex items-center justify-between gap-6",
    )


def _estimate() -> rx.Component:
    """Render what the practice session did to the estimate of the learner's ability."""
    report = PracticeState.report
    return card(
        rx.el.h2(
            _("How this round changed your {name} estimate", name=PracticeState.name),
            class_name="text-heading font-semibold",
        ),
        rx.el.p(report.change, class_name="mt-1 tabular-nums"),
        score_bar(
            report.score, report.low, report.high, report.cut_score, label=_("Estimate"), class_name="mt-4"
        ),
        rx.el.p(_("Only your first answer to a question counts."), class_name="mt-3 text-sm text-muted"),
        class_name="mt-6",
    )


def _seen() -> rx.Component:
    """Render the explanations of the practice session, each of which can be opened again."""
    return card(
        rx.el.h2(_("The explanations of this round"), class_name="text-heading font-semibold"),
        rx.el.ol(
            rx.foreach(PracticeState.seen, lambda question: rx.el.li(_seen_question(question))),
            class_name="mt-3 divide-y divide-line",
        ),
        class_name="mt-6",
    )


def _seen_question(question: Any) -> rx.Component:
    name = _("Question {n}", n=question.position)
    return rx.el.details(
        rx.el.summary(
            verdict_mark(question.correct),
            rx.el.span(name, " · ", english(question.item.topic), class_name="min-w-0 flex-1"),
            icon("chevron-right", class_name="text-faint group-open:rotate-90"),
            class_name="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 font-medium "
            "[&::-webkit-details-marker]:hidden",
        ),
        rx.el.div(
            stem(question.item, name=name),
            feedback_panel(question, verdict=False),
            after_feedback(question),
            class_name="flex flex-col gap-6 pt-2 pb-6",
        ),
        class_name="group",
    )


def _another(variant: Variant) -> rx.Component:
    return button(
        _("Another round"),
        size="lg",
        variant=variant,
        loading=PracticeState.busy,
        on_click=PracticeState.restart,
    )


def _missed() -> rx.Component:
    return card(
        rx.el.h2(_("What you missed"), class_name="text-heading font-semibold"),
        rx.el.p(
            _("These questions come back on your dashboard when they’re due."), class_name="mt-1 text-muted"
        ),
        rx.el.ol(
            rx.foreach(
                PracticeState.report.missed,
                lambda row: rx.el.li(
                    rx.el.p(
                        _("Question {n}", n=row.position),
                        " · ",
                        english(row.topic),
                        class_name="text-sm text-muted",
                    ),
                    rich_text(row.stem, **IN_ENGLISH),
                    class_name="py-3",
                ),
            ),
            class_name="mt-2 divide-y divide-line",
        ),
        class_name="mt-6",
    )


def _paid_access() -> rx.Component:
    review = f"/practice-results/{PracticeState.practice_session_id}"
    return rx.cond(
        PaymentState.has_paid,
        card(
            rx.el.h2(_("Full review"), class_name="text-heading font-semibold"),
            rx.el.p(_("Your answers, all explanations and your study plan."), class_name="mt-1 text-muted"),
            rx.el.div(link_button(_("Open the review"), review, variant="secondary"), class_name="mt-4"),
            class_name="mt-6",
        ),
        card(
            rx.el.h2(_("What Pro adds"), class_name="text-heading font-semibold"),
            check_items(PAID, class_name="mt-3 flex flex-col gap-2"),
            rx.el.p(PracticeState.report.preview, class_name="mt-4"),
            rx.el.p(STAYS_FREE, class_name="mt-1 text-sm text-muted"),
            rx.el.div(link_button(_("Full review"), review, variant="secondary"), class_name="mt-4"),
            class_name="mt-6",
        ),
    )


def topic_count(topic: Any) -> rx.Component:
    """Render how many answers in a topic were correct, with a link to practice it."""
    return rx.el.li(
        rx.el.div(
            link(
                english(topic.title),
                topic.href,
                look="alone",
                aria_label=_("Practice {name}", name=topic.title),
            ),
            rx.el.span(
                _("{correct} of {total} correct", correct=topic.correct, total=topic.total),
                class_name="shrink-0 text-sm text-muted",
            ),
            class_name="mb-1.5 flex min-h-8 items-center justify-between gap-3",
        ),
        progress(topic.correct, topic.total, label=topic.title),
    )
