"""Tables of data."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.ui.components.styling import Child, classes


def table_row(*cells: Child, **props: Any) -> rx.Component:
    """Render one row; also usable in `rx.foreach`.

    Args:
        *cells: Contents of its cells; the first is the header of the row.
        **props: Passed on to the <tr>.

    Returns:
        The row.
    """
    head = rx.el.th(cells[0], scope="row", class_name="py-3.5 pr-4 pl-5 text-left font-medium text-ink")
    rest = [rx.el.td(cell, class_name="px-4 py-3.5 text-muted last:pr-5") for cell in cells[1:]]
    return rx.el.tr(head, *rest, **props)


def table(
    headers: Sequence[str],
    rows: Sequence[Sequence[Child]] | Child,
    *,
    caption: str,
    **props: Any,
) -> rx.Component:
    """Render a table; it scrolls sideways where it does not fit.

    Args:
        headers: Headers of the columns.
        rows: The cells row by row, or `rx.foreach(var, lambda r: table_row(...))`.
        caption: What the table shows, for screen readers.
        **props: Passed on to the <div> around it.

    Returns:
        The table.
    """
    body = [rows] if isinstance(rows, (str, rx.Component, rx.Var)) else [table_row(*row) for row in rows]
    cell = "px-4 py-3 text-left text-sm font-medium whitespace-nowrap text-faint first:pl-5 last:pr-5"
    head = rx.el.tr(*[rx.el.th(text, scope="col", class_name=cell) for text in headers])
    frame = "overflow-x-auto rounded-card border border-line bg-surface shadow-card"
    return rx.el.div(
        rx.el.table(
            rx.el.caption(caption, class_name="sr-only"),
            rx.el.thead(head, class_name="border-b border-line bg-sunken"),
            rx.el.tbody(*body, class_name="divide-y divide-line"),
            class_name="w-full border-collapse text-[0.9375rem] tabular-nums",
        ),
        role="region",
        aria_label=caption,
        tab_index=0,
        class_name=classes(frame, props.pop("class_name", "")),
        **props,
    )
