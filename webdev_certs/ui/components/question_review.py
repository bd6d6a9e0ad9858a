"""The review of answered questions: each with its feedback, and a list that leads to them."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.feedback import feedback_panel
from webdev_certs.ui.components.form import checkbox
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.item import stem
from webdev_certs.ui.components.styling import Number, Text
from webdev_certs.ui.components.surface import badge, card
from webdev_certs.ui.components.text import english

_FILTER = "mistakes-only"
_NO_MISTAKE = "group-has-checked/review:hidden"
"""The filter is the only checkbox within the review, so it works without a script."""
_MISTAKES_ALONE = "hidden group-has-checked/review:inline"
# The browser's own jump adds a history entry that the router does not know.
_JUMP = rx.Var(
    # With a modifier key, a click opens the link in another tab or window.
    "((event) => { if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;"
    " event.preventDefault();"
    " const found = document.getElementById(event.currentTarget.hash.slice(1));"
    " found.focus({ preventScroll: true }); found.scrollIntoView(); })"
).to(rx.EventChain)
_STRIP = (
    # Below xl, the numbers are in rows across the whole width of the page.
    "sticky top-0 z-10 -mx-5 border-b border-line bg-canvas px-5 py-1.5 sm:-mx-8 sm:px-8 lg:-mx-10 lg:px-10 "
    "xl:top-8 xl:mx-0 xl:max-h-[calc(100dvh-4rem)] xl:self-start xl:overflow-y-auto xl:border-b-0 xl:p-0 "
    "print:hidden"
)
_ENTRY = (
    "flex min-h-11 min-w-6 flex-col items-center justify-center rounded-control text-ink hover:bg-sunken "
    "focus-visible:-outline-offset-2 xl:flex-row xl:justify-start xl:gap-2 xl:px-2 xl:py-2"
)


def question_review(
    title: Text,
    questions: Any,
    mistakes: Number,
    total: Number,
    foot: Callable[[Any], rx.Component] | None = None,
) -> rx.Component:
    """Render questions with their feedback, a list of links to them, and a filter for the mistakes.

    Args:
        title: The heading.
        questions: A Var of a list of `FeedbackView`s.
        mistakes: How many answers were not correct.
        total: How many questions there are.
        foot: Renders what is below the feedback on a question.
    """
    some: Any = mistakes
    return rx.el.section(
        rx.el.div(
            rx.el.h2(title, class_name="text-heading font-semibold"),
            # If all answers or none are mistakes, there is nothing to filter.
            rx.cond(
                (some > 0) & (some < total),
                rx.el.div(
                    checkbox(_FILTER, _("Mistakes only ({n} of {total})", n=mistakes, total=total)),
                    _shown(mistakes, total),
                    class_name="print:hidden",
                ),
            ),
            class_name="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6",
        ),
        rx.el.div(
            rx.el.nav(
                rx.el.ol(
                    rx.foreach(questions, _entry),
                    # Ten in a row: an entry of the last row is as wide as those above it.
                    class_name="grid grid-cols-10 gap-1 sm:grid-cols-20 xl:flex xl:flex-col",
                ),
                aria_label=_("Questions"),
                class_name=_STRIP,
            ),
            rx.el.ol(
                rx.foreach(questions, lambda question: _question(question, foot)),
                class_name="flex min-w-0 flex-col gap-6 max-xl:mt-4",
            ),
            class_name="xl:grid xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-8",
        ),
        class_name="group/review mt-10",
    )


def _shown(mistakes: Number, total: Number) -> rx.Component:
    """Say to screen readers how many questions there are after each change of the filter."""
    return rx.el.p(
        rx.el.span(_("{n} of {total} questions shown", n=mistakes, total=total), class_name=_MISTAKES_ALONE),
        rx.el.span(_("All questions shown"), class_name=_NO_MISTAKE),
        role="status",
        class_name="sr-only",
    )


def _entry(question: Any) -> rx.Component:
    return rx.el.li(
        rx.el.a(
            rx.el.span(_("Question {n}", n=question.position), class_name="sr-only"),
            rx.el.span(
                question.position,
                aria_hidden="true",
                class_name="text-sm leading-5 font-semibold tabular-nums xl:w-5 xl:shrink-0",
            ),
            rx.cond(
                question.correct,
                icon("check", class_name="size-4 shrink-0 text-success"),
                icon("x", class_name="size-4 shrink-0 text-danger"),
            ),
            rx.el.span(english(question.item.topic), class_name="min-w-0 text-sm leading-5 max-xl:sr-only"),
            rx.el.span(rx.cond(question.correct, _("Correct"), _("Incorrect")), class_name="sr-only"),
            href=f"#{_id(question)}",
            on_click=_JUMP,
            class_name=_ENTRY,
        ),
        class_name=rx.cond(question.correct, _NO_MISTAKE, ""),
    )


def _question(question: Any, foot: Callable[[Any], rx.Component] | None) -> rx.Component:
    return rx.el.li(
        card(
            rx.el.div(
                rx.el.h3(
                    _("Question {n}", n=question.position),
                    id=_id(question),
                    tab_index=-1,
                    class_name="rounded-sm font-semibold",
                ),
                rx.cond(
                    question.correct,
                    badge(rx.fragment(icon("check", class_name="size-4"), _("Correct")), tone="success"),
                    badge(rx.fragment(icon("x", class_name="size-4"), _("Incorrect")), tone="danger"),
                ),
                class_name="mb-4 flex items-center justify-between gap-4",
            ),
            stem(question.item, name=_("Question {n}", n=question.position)),
            rx.el.div(feedback_panel(question, verdict=False), class_name="mt-6 min-w-0"),
            rx.el.div(foot(question), class_name="mt-6 border-t border-line pt-4") if foot else rx.fragment(),
        ),
        class_name=rx.cond(question.correct, _NO_MISTAKE, ""),
    )


def _id(question: Any) -> rx.Var[str]:
    return rx.Var.create(f"question-{question.position}")
