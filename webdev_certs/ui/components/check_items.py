"""A list whose items begin with a check mark."""

from collections.abc import Sequence

import reflex as rx

from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.styling import Child, Text


def check_items(items: Sequence[Child], *, tight: bool = False, class_name: Text = "") -> rx.Component:
    """Render a list of things that are included or true, each with a check mark.

    Args:
        items: Their texts.
        tight: Whether check marks are a little closer to their texts, for small text.
        class_name: Class names of the list, which set the distance of the items.

    Returns:
        The list.
    """
    look = "flex gap-2.5" if tight else "flex gap-3"
    rows = [
        rx.el.li(icon("check", class_name="mt-0.5 text-success"), rx.el.span(item), class_name=look)
        for item in items
    ]
    return rx.el.ul(*rows, class_name=class_name)
