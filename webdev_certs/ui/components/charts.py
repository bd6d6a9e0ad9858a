"""Charts that the server draws (ui/rendering), and rows of intervals on one axis."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.meter import score_axis, score_bar, score_key
from webdev_certs.ui.components.styling import Child, Number, Text, Tone
from webdev_certs.ui.components.text import AuthoredText


def chart(html: Text, **props: Any) -> rx.Component:
    """Render a chart with its summary and its numbers as a table.

    Args:
        html: Safe HTML from `ability_chart` or `calendar_chart`.
        **props: Passed on to the element.
    """
    return AuthoredText.create(html=html, inline=False, **props)


_ROW = "flex flex-col gap-x-8 gap-y-1 py-3 sm:flex-row sm:items-center"
_NAME = "flex items-baseline justify-between gap-x-3 sm:w-64 sm:shrink-0 sm:flex-col"


def interval_row(
    name: Child,
    note: Child,
    score: Number,
    low: Number,
    high: Number,
    cut: Number,
    *,
    label: Text,
    tone: Tone | rx.Var[str] = "accent",
    **props: Any,
) -> rx.Component:
    """Render one score with its interval and the cut score; between `interval_key` and `interval_axis`.

    Args:
        name: What was scored.
        note: A few words about it, such as the number of questions.
        score: The score.
        low: Lower end of its interval.
        high: Upper end of its interval.
        cut: The cut score.
        label: The name as text, for screen readers.
        tone: Color of the interval.
        **props: Passed on to the list item.
    """
    return rx.el.li(
        rx.el.div(
            rx.el.p(name, class_name="min-w-0 font-medium break-words text-ink"),
            rx.el.p(note, class_name="shrink-0 text-sm text-muted"),
            class_name=_NAME,
        ),
        rx.el.div(
            score_bar(score, low, high, cut, label=label, tone=tone, ticks=False), class_name="min-w-0 flex-1"
        ),
        class_name=_ROW,
        **props,
    )


def interval_axis(cut: Number) -> rx.Component:
    """Render the axis below rows of scores.

    Args:
        cut: The cut score.

    Returns:
        The axis. It is hidden from screen readers, which read the numbers in each row.
    """
    return rx.el.div(
        rx.el.div(class_name="hidden sm:block sm:w-64 sm:shrink-0"),
        rx.el.div(score_axis(cut), class_name="min-w-0 flex-1"),
        aria_hidden="true",
        class_name="flex gap-x-8",
    )


def interval_key() -> rx.Component:
    """Render what the marks of rows of scores mean, above the first one.

    Returns:
        The key. It is hidden from screen readers, which read the numbers in each row.
    """
    return rx.el.div(score_key(), aria_hidden="true")


def numbers_row(*cells: Child) -> rx.Component:
    """Render one row of a `numbers_table`; the first cell is its header."""
    return rx.el.tr(
        rx.el.th(cells[0], scope="row", role="rowheader"),
        *[rx.el.td(cell, role="cell") for cell in cells[1:]],
        role="row",
    )


def numbers_table(caption: str, headers: list[str], rows: Child) -> rx.Component:
    """Render the numbers of a chart as a table that is closed at first.

    Args:
        caption: What the table shows.
        headers: Headers of the columns.
        rows: `rx.foreach` of `numbers_row`s.

    Returns:
        The table in a disclosure.
    """
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
