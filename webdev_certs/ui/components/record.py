"""Lists of records whose parts line up: as columns on wide screens, and in two on phones."""

import reflex as rx

from webdev_certs.ui.components.styling import Child


def records(rows: Child, *, caption: str) -> rx.Component:
    """Render a list of records.

    Args:
        rows: `record`s, or an `rx.foreach` of them.
        caption: What the list shows, for screen readers.

    Returns:
        The list.
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

    Returns:
        The list item.
    """
    return rx.el.li(
        rx.el.div(
            rx.el.div(
                rx.el.p(title, class_name="font-medium text-ink"),
                rx.el.p(detail, class_name="text-sm text-muted"),
                class_name="min-w-0 flex-1",
            ),
            rx.el.div(outcome, class_name="flex items-center sm:w-44"),
            class_name="flex min-w-0 flex-1 flex-col gap-x-5 gap-y-1.5 sm:flex-row sm:items-center",
        ),
        rx.el.div(action, class_name="flex min-h-11 shrink-0 items-center justify-end sm:w-20"),
        class_name="flex items-center gap-x-5 px-5 py-3 sm:px-6",
    )
