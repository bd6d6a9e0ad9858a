"""The header of a page."""

import reflex as rx

from webdev_certs.ui.components.button import button_group
from webdev_certs.ui.components.styling import Child, Text


def page_header(title: Child, subtitle: Child | Text = "", actions: Child | None = None) -> rx.Component:
    """Render the header of a page with its only <h1>.

    Args:
        title: Title of the page.
        subtitle: One sentence about the page, or a placeholder for it.
        actions: Buttons at the right (below the title on phones).

    Returns:
        The header.
    """
    return rx.el.header(
        rx.el.div(
            rx.el.h1(title, class_name="text-title font-semibold"),
            _subtitle(subtitle),
            class_name="min-w-0",
        ),
        button_group(actions, class_name="shrink-0 max-sm:w-full") if actions is not None else None,
        class_name="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5",
    )


def _subtitle(subtitle: Child | Text) -> rx.Component | None:
    look = "mt-2 max-w-2xl text-lead text-muted"
    if isinstance(subtitle, rx.Component):
        return rx.el.div(subtitle, class_name=look)
    return rx.el.p(subtitle, class_name=look) if isinstance(subtitle, rx.Var) or subtitle else None
