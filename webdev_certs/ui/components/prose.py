"""Authored text, which the server has turned into safe HTML (ui/rendering)."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior import AuthoredText
from webdev_certs.ui.components.styling import Text, classes


def rich_text(html: Text, **props: Any) -> rx.Component:
    """Render a text without paragraphs as a <span>.

    Args:
        html: Safe HTML from `ui.rendering.text.inline` or `printed`.
        **props: Passed on to the element.

    Returns:
        The text.
    """
    name = classes("authored", props.pop("class_name", ""))
    return AuthoredText.create(html=html, inline=True, class_name=name, **props)


def prose(html: Text, **props: Any) -> rx.Component:
    """Render paragraphs and lists as a <div>.

    Args:
        html: Safe HTML from `ui.rendering.text.block`.
        **props: Passed on to the element.

    Returns:
        The text.
    """
    name = classes("authored", props.pop("class_name", ""))
    return AuthoredText.create(html=html, inline=False, class_name=name, **props)
