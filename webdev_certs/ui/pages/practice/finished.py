"""The end of a practice session."""

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
    link,
    link_button,
    progress,
)
from webdev_certs.ui.components.button import Variant
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.styling import IN_ENGLISH
from webdev_certs.ui.components.text import english, rich_text
from webdev_certs.ui.pages.access import PAID, STAYS_FREE
from webdev_certs.ui.states.practice.practice import FINISHED, PracticeState
from webdev_certs.ui.states.session.payment_status import PaymentState


def finished() -> rx.Component:
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
            _("These questions come back on your dashboard when they are due."), class_name="mt-1 text-muted"
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
            rx.el.div(link_button(_("Full review"), review, variant="secondary"), class_name="mt-4"),
            class_name="mt-6",
        ),
        card(
            rx.el.h2(_("What paid access adds"), class_name="text-heading font-semibold"),
            check_items(PAID, class_name="mt-3 flex flex-col gap-2"),
            rx.el.p(PracticeState.report.preview, class_name="mt-4"),
            rx.el.p(STAYS_FREE, class_name="mt-1 text-sm text-muted"),
            rx.el.div(link_button(_("Full review"), review, variant="secondary"), class_name="mt-4"),
            class_name="mt-6",
        ),
    )


TOPIC_COUNTS = "mt-4 grid gap-4 sm:grid-cols-2 sm:gap-x-10"
"""Class names of a list of `topic_count`s."""


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
