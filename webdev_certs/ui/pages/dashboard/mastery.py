"""What practice says about a learner in one technology: chance of passing, and mastery."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.progress import LEAST_FOR_SCORE
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link, progress
from webdev_certs.ui.components.charts import (
    interval_axis,
    interval_key,
    interval_row,
    numbers_row,
    numbers_table,
)
from webdev_certs.ui.components.meter import chance_bar
from webdev_certs.ui.components.section import disclosure
from webdev_certs.ui.components.text import english

_DIFFICULTIES = "mt-2 grid gap-x-8 gap-y-1.5 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]"
_HEADERS = [_("Topic"), _("Answers"), _("Score"), _("95% interval")]


def chance_and_difficulties(row: Any) -> rx.Component:
    """Render the chance of passing and the difficulties, in the grid of the chart (standing.py).

    Args:
        row: A `TechnologyView` Var with answers.
    """
    one_column = row.beside == "all"
    return rx.fragment(
        rx.cond(row.passed, None, _chance(row)),
        rx.el.div(
            rx.el.h3(_("By difficulty"), class_name="font-semibold"),
            rx.el.ul(
                rx.foreach(row.difficulties, lambda difficulty: _difficulty(difficulty, row)),
                class_name=rx.cond(one_column, f"{_DIFFICULTIES} lg:grid-cols-1", _DIFFICULTIES),
            ),
            class_name=rx.cond(one_column, "", "lg:col-span-2"),
        ),
    )


def mastery(row: Any) -> rx.Component:
    """Render the mastery of each topic.

    Args:
        row: A `TechnologyView` Var with answers.
    """
    return rx.fragment(
        rx.el.h3(_("Mastery by topic"), class_name="mt-8 font-semibold"),
        rx.el.p(
            _("A topic gets a score after {n} different questions.", n=LEAST_FOR_SCORE),
            class_name="mt-1 text-sm text-muted",
        ),
        rx.cond(row.scored.length() > 0, _scored(row)),
        rx.cond(row.unscored.length() > 0, _unscored(row)),
    )


def _chance(row: Any) -> rx.Component:
    chance = row.chance
    return rx.el.div(
        rx.el.h3(_("Chance of passing"), class_name="font-semibold"),
        rx.cond(
            chance.text != "",
            rx.fragment(
                rx.el.p(
                    rx.el.span(chance.text, class_name="mr-2 text-heading font-semibold"),
                    rx.el.span(chance.likely, class_name="text-muted"),
                    class_name="mt-1 tabular-nums",
                ),
                chance_bar(chance.percent, chance.low, chance.high, label=chance.label),
                rx.el.p(chance.note, " ", chance_explained(), class_name="mt-1 text-sm text-muted"),
            ),
            rx.el.p(chance.note, class_name="mt-1 text-sm text-muted"),
        ),
    )


def chance_explained() -> rx.Component:
    """Render the link to the explanation of the chance of passing."""
    return link(_("What the chance of passing means"), "/support#progress")


def _scored(row: Any) -> rx.Component:
    return rx.fragment(
        interval_key(),
        rx.el.ul(
            rx.foreach(
                row.scored,
                lambda topic: interval_row(
                    _practice(topic),
                    topic.note,
                    topic.score,
                    topic.low,
                    topic.high,
                    row.cut_score,
                    label=topic.title,
                ),
            ),
            class_name="mt-2 flex flex-col divide-y divide-line",
        ),
        interval_axis(row.cut_score),
        numbers_table(
            _("Mastery by topic in {name}", name=row.name),
            _HEADERS,
            rx.foreach(
                row.scored,
                lambda topic: numbers_row(
                    english(topic.title), topic.note, topic.score.to(str), f"{topic.low}–{topic.high}"
                ),
            ),
        ),
    )


def _unscored(row: Any) -> rx.Component:
    return disclosure(
        row.unscored_title,
        rx.el.ul(
            rx.foreach(row.unscored, lambda topic: rx.el.li(_name_and_count(_practice(topic), topic.note))),
            class_name="grid gap-x-8 sm:grid-cols-2",
        ),
        class_name="mt-2",
    )


def _practice(topic: Any) -> rx.Component:
    return link(
        english(topic.title), topic.href, look="alone", aria_label=_("Practice {name}", name=topic.title)
    )


def _difficulty(difficulty: Any, row: Any) -> rx.Component:
    name = link(
        difficulty.name,
        difficulty.href,
        look="alone",
        aria_label=_("Practice {name}: {difficulty}", name=row.name, difficulty=difficulty.name),
    )
    return rx.el.li(
        _name_and_count(name, difficulty.note),
        rx.cond(
            difficulty.enough,
            progress(
                difficulty.correct,
                difficulty.answers,
                label=_("{name}: correct answers", name=difficulty.name),
            ),
            rx.el.p(_("Not enough answers yet"), class_name="-mt-1.5 text-sm text-muted"),
        ),
    )


def _name_and_count(name: rx.Component, count: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(name, class_name="min-w-0 break-words"),
        rx.el.span(count, class_name="shrink-0 text-sm text-muted tabular-nums"),
        class_name="mb-1.5 flex min-h-8 items-center justify-between gap-3",
    )
