"""Lists: records whose parts line up, items with check marks, and the button for the next page."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Flag, Text


def records(rows: Child, *, caption: str) -> rx.Component:
    """Render a list of records.

    Args:
        rows: `record`s, or an `rx.foreach` of them.
        caption: What the list shows, for screen readers.
    """
    return rx.el.ul(
        rows,
        aria_label=caption,
        class_name="divide-y divide-line rounded-card border border-line bg-surface shadow-card",
    )


def record(title: Child, detail: Child, outcome: Child, action: Child) -> rx.Component:
    """Render one record.

    Args:
        title: Title.
        detail: Secondary text, such as the date.
        outcome: Result or status.
        action: A link or button.
    """
    return rx.el.li(
        rx.el.div(
            rx.el.div(
                rx.el.p(title, class_name="font-medium text-ink"),
                rx.el.p(detail, class_name="text-sm text-muted"),
                class_name="min-w-0 flex-1",
            ),
            # As wide as a score with the longest status.
            rx.el.div(outcome, class_name="flex items-center sm:w-60"),
            # Where this leaves the action no room, the action is below it.
            class_name="flex min-w-0 flex-[1_1_8.5rem] flex-col gap-x-5 gap-y-1.5 sm:flex-row "
            "sm:items-center",
        ),
        rx.el.div(
            action,
            class_name="ml-auto flex min-h-11 shrink-0 items-center justify-end "
            "whitespace-nowrap sm:min-w-20",
        ),
        class_name="flex items-center gap-x-5 px-5 py-3 max-sm:flex-wrap sm:px-6",
    )


def check_items(items: Sequence[Child], *, tight: bool = False, class_name: Text = "") -> rx.Component:
    """Render a list of things that are included or true, each with a check mark.

    Args:
        items: Their texts.
        tight: Whether check marks are a little closer to their texts, for small text.
        class_name: Class names of the list, which set the distance of the items.
    """
    look = "flex gap-2.5" if tight else "flex gap-3"
    rows = [
        rx.el.li(icon("check", class_name="mt-0.5 text-success"), rx.el.span(item), class_name=look)
        for item in items
    ]
    return rx.el.ul(*rows, class_name=class_name)


def show_more(what: str, *, following: Any, loading: Flag, on_click: Any) -> rx.Component:
    """Render the button, if there is a further page.

    Args:
        what: What the list shows, for screen readers, e.g. `_("payments")`.
        following: Var with the cursor of the next page; empty if there is none.
        loading: Whether the page is being loaded.
        on_click: Event that appends the page.
    """
    return rx.cond(
        following != "",
        button(
            _("Show more"),
            aria_label=_("Show more {what}", what=what),
            variant="secondary",
            loading=loading,
            on_click=on_click,
            class_name="mt-4",
        ),
    )
