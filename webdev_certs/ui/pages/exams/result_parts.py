"""The parts that the results of certification tests and of mock exams share."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    card,
    link,
    page_header,
)
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.text import english
from webdev_certs.ui.states.exams.result import ExamResultState

_TOPIC_ROW = (
    "flex min-h-12 flex-col items-start gap-x-4 gap-y-1 py-2 sm:flex-row sm:flex-wrap sm:items-center "
    "sm:justify-between"
)


def header(title: Any) -> rx.Component:
    """Render the title with when the test ended, and how much was done."""
    result = ExamResultState
    effort = {"answered": result.answered, "time": result.time_used, "unscored": result.unscored}
    return page_header(
        title,
        rx.cond(
            result.timed_out,
            _(
                "Time ran out at {date}. {answered} in {time}.{unscored}",
                date=result.submitted,
                **effort,
            ),
            _("Submitted {date}. {answered} in {time}.{unscored}", date=result.submitted, **effort),
        ),
    )


def score(status: rx.Component) -> rx.Component:
    """Render the score, if there is one, and what it means.

    Args:
        status: Whether the test was passed.
    """
    result = ExamResultState
    has_score = result.score > 0
    return card(
        rx.el.div(
            status,
            rx.cond(
                has_score,
                rx.fragment(
                    rx.el.p(result.score, class_name="mt-3 text-display font-semibold tabular-nums"),
                    rx.el.p(
                        _("Scale 200 to 800 ·\u00a0standard error {n}", n=result.standard_error),
                        class_name="mt-1 text-sm text-muted",
                    ),
                ),
            ),
            class_name=rx.cond(has_score, "shrink-0 sm:w-64", "shrink-0"),
        ),
        rx.el.div(
            rx.el.p(result.verdict, class_name="text-heading font-semibold text-balance"),
            rx.cond(result.explanation != "", rx.el.p(result.explanation)),
            rx.cond(
                has_score,
                rx.el.p(
                    _(
                        "We’re 95% confident your true score is between {low} and {high}. We estimate scores "
                        "cautiously, nearer to 500, so the range can reach further to one side.",
                        low=result.low,
                        high=result.high,
                    ),
                    class_name="text-muted",
                ),
            ),
            class_name="flex min-w-0 flex-1 flex-col gap-2",
        ),
        class_name="flex flex-col gap-x-8 gap-y-5 sm:flex-row sm:items-center",
    )


def topics() -> rx.Component:
    """Render how the learner did in each topic, with links that practice those with something to gain."""
    return card(
        rx.el.h2(_("Your topics"), class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "Topics below the pass mark come first. A topic has only a few questions, so “near” means "
                "you could be above or below the pass mark."
            ),
            class_name="mt-1 text-muted",
        ),
        rx.el.ul(rx.foreach(ExamResultState.topics, _topic), class_name="mt-3 divide-y divide-line"),
    )


def _topic(row: Any) -> rx.Component:
    practice = link(
        english(row.title), row.href, look="alone", aria_label=_("Practice {name}", name=row.title)
    )
    return rx.el.li(
        rx.el.div(
            rx.cond(row.band == "above", english(row.title), practice),
            rx.cond(
                row.drill != "",
                link(
                    row.drill,
                    row.drill_href,
                    look="alone",
                    aria_label=rx.Var.create(f"{row.drill}: {row.title}"),
                    class_name="text-sm max-sm:order-last max-sm:min-h-11",
                ),
            ),
            class_name="flex min-w-0 flex-col items-start gap-x-5 break-words max-sm:contents "
            "sm:flex-row sm:flex-wrap sm:items-center",
        ),
        status_badge(row.band),
        # On phones, each thing has its own line, whatever the length of the title.
        class_name=rx.cond(
            # The links of a row are higher than their texts; a row that ends with its badge is not.
            row.drill != "",
            _TOPIC_ROW,
            f"{_TOPIC_ROW} max-sm:pb-4",
        ),
    )
