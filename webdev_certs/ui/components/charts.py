"""Charts that the server draws (ui/rendering), and scores with their intervals on one axis."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.meter import score_axis, score_bar, score_legend
from webdev_certs.ui.components.styling import Child, Number, Text
from webdev_certs.ui.components.text import AuthoredText, english


def chart(html: Text, **props: Any) -> rx.Component:
    """Render a chart with its summary and its numbers as a table.

    Args:
        html: Safe HTML from `ability_chart` or `calendar_chart`.
        **props: Passed on to the element.
    """
    return AuthoredText.create(html=html, inline=False, **props)


_ROW = "flex flex-col gap-x-8 gap-y-1 py-3 sm:flex-row sm:items-center"
_NAME = "flex items-baseline justify-between gap-x-3 sm:w-64 sm:shrink-0 sm:flex-col"


def score_intervals(
    rows: Any,
    cut: Number,
    *,
    caption: Text,
    notes: str,
    name: Callable[[Any], Child] | None = None,
    class_name: str = "mt-2",
) -> rx.Component:
    """Render scores by topic with their intervals on one axis, and the same numbers as a table.

    Args:
        rows: A Var of a list of objects with `title`, `note`, `score`, `low` and `high`.
        cut: The cut score.
        caption: What the table shows.
        notes: The header of the notes in the table.
        name: Renders the name of a row; by default its title.
        class_name: Sets the distance of the rows from the legend.
    """
    return rx.fragment(
        # Screen readers read the numbers in each row instead of the legend and the axis.
        rx.el.div(score_legend(), aria_hidden="true"),
        rx.el.ul(
            # Reflex names the variable after the parameter, and `row` would hide a caller's, which has the
            # cut score.
            rx.foreach(
                rows,
                lambda scored: _interval(name(scored) if name else english(scored.title), scored, cut),
            ),
            class_name=f"{class_name} flex flex-col divide-y divide-line",
        ),
        rx.el.div(
            rx.el.div(class_name="hidden sm:block sm:w-64 sm:shrink-0"),
            rx.el.div(score_axis(cut), class_name="min-w-0 flex-1"),
            aria_hidden="true",
            class_name="flex gap-x-8",
        ),
        _table(
            caption,
            [_("Topic"), notes, _("Score"), _("95% interval")],
            rx.foreach(rows, lambda scored: _numbers(english(scored.title), scored)),
        ),
    )


def _interval(name: Child, row: Any, cut: Number) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(name, class_name="min-w-0 font-medium break-words text-ink"),
            rx.el.p(row.note, class_name="shrink-0 text-sm text-muted"),
            class_name=_NAME,
        ),
        rx.el.div(
            score_bar(row.score, row.low, row.high, cut, label=row.title, ticks=False),
            class_name="min-w-0 flex-1",
        ),
        class_name=_ROW,
    )


def _numbers(name: Child, row: Any) -> rx.Component:
    return rx.el.tr(
        rx.el.th(name, scope="row", role="rowheader"),
        *[rx.el.td(cell, role="cell") for cell in (row.note, row.score, f"{row.low}–{row.high}")],
        role="row",
    )


def _table(caption: Text, headers: list[str], rows: Child) -> rx.Component:
    """Render a table that is closed at first."""
    return rx.el.div(
        rx.el.details(
            rx.el.summary(_("Show the numbers")),
            rx.el.table(
                rx.el.caption(caption),
                rx.el.thead(
                    rx.el.tr(
                        *[rx.el.th(text, scope="col", role="columnheader") for text in headers], role="row"
                    ),
                    role="rowgroup",
                ),
                rx.el.tbody(rows, role="rowgroup"),
                # Browsers forget the roles where rows are grids: on phones (assets/content.css).
                role="table",
            ),
        ),
        class_name="chart mt-3",
    )
