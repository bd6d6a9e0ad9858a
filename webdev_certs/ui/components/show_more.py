"""The button below a list that has further pages."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.button import button
from webdev_certs.ui.components.styling import Flag


def show_more(what: str, *, following: Any, loading: Flag, on_click: Any) -> rx.Component:
    """Render the button, if there is a further page.

    Args:
        what: What the list shows, for screen readers, e.g. `_("payments")`.
        following: Var with the cursor of the next page; empty if there is none.
        loading: Whether the page is being loaded.
        on_click: Event that appends the page.

    Returns:
        The button, or nothing.
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
