"""The score of a certification test, and the scores by topic."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card
from webdev_certs.ui.components.charts import (
    interval_axis,
    interval_key,
    interval_row,
    numbers_row,
    numbers_table,
)
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.text import english
from webdev_certs.ui.states.exams.result import ExamResultState, TopicRow

_VERDICT = "text-heading font-semibold text-balance"


def score() -> rx.Component:
    """Render the score, whether it is enough, and how far it is from the cut score."""
    result = ExamResultState
    return card(
        rx.el.div(
            rx.cond(result.passed, status_badge("passed"), status_badge("failed")),
            rx.el.p(result.score, class_name="mt-3 text-display font-semibold tabular-nums"),
            rx.el.p(
                _("Scale 200 to 800 · standard error {n}", n=result.standard_error),
                class_name="mt-1 text-sm text-muted",
            ),
            class_name="shrink-0 sm:w-64",
        ),
        rx.el.div(
            rx.cond(
                result.too_few != "",
                rx.fragment(
                    rx.el.p(_("Too few answers to pass."), class_name=_VERDICT),
                    rx.el.p(result.too_few),
                ),
            ),
            rx.cond(result.verdict != "", rx.el.p(result.verdict, class_name=_VERDICT)),
            rx.el.p(
                _(
                    "We’re 95% confident your true score is between {low} and {high}. "
                    "You pass with {cut_score} points.",
                    low=result.low,
                    high=result.high,
                    cut_score=result.cut_score,
                ),
                class_name="text-muted",
            ),
            class_name="flex min-w-0 flex-1 flex-col gap-2",
        ),
        class_name="flex flex-col gap-x-8 gap-y-5 sm:flex-row sm:items-center",
    )


def topic_scores() -> rx.Component:
    """Render the scores of all topics together and of each on one axis."""
    result = ExamResultState
    return card(
        rx.el.h2(_("Your scores by topic"), class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "Each topic has few questions and a wide range, so topic scores are adjusted toward your "
                "overall score. Use them to choose what to learn next."
            ),
            class_name="mt-1 text-muted",
        ),
        interval_key(),
        rx.el.ul(
            interval_row(
                rx.el.span(_("All topics"), class_name="font-semibold"),
                result.correct,
                result.score,
                result.low,
                result.high,
                result.cut_score,
                label=_("All topics"),
                tone=rx.cond(result.passed, "success", "accent"),
            ),
            rx.foreach(result.topics, _topic),
            class_name="mt-2 flex flex-col divide-y divide-line",
        ),
        interval_axis(result.cut_score),
        numbers_table(
            _("Scores by topic"),
            [_("Topic"), _("Answers"), _("Score"), _("95% interval")],
            rx.fragment(
                numbers_row(_("All topics"), result.correct, result.score, f"{result.low}–{result.high}"),
                rx.foreach(
                    result.topics,
                    lambda row: numbers_row(
                        english(row.title), row.correct, row.score, f"{row.low}–{row.high}"
                    ),
                ),
            ),
        ),
    )


def _topic(topic: Any) -> rx.Component:
    row: TopicRow = topic
    return interval_row(
        english(row.title),
        row.correct,
        row.score,
        row.low,
        row.high,
        ExamResultState.cut_score,
        label=row.title,
    )
