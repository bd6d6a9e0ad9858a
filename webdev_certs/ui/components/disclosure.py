"""A part of a page that is closed at first."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.styling import Child, classes


def disclosure(summary: Child, *content: Child, **props: Any) -> rx.Component:
    """Render content that is closed at first, below the control that opens it.

    Charts, which are HTML, have one of the same look (ui/rendering/numbers_table.py, assets/content.css).

    Args:
        summary: Text of the control.
        *content: What it opens.
        **props: Passed on to the <details>.

    Returns:
        The control and its content.
    """
    name = classes("disclosure", props.pop("class_name", ""))
    return rx.el.details(rx.el.summary(summary), *content, class_name=name, **props)
