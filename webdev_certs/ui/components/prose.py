"""Text with inline code, as `states/item_view.py` splits it."""

from typing import Any

import reflex as rx

from webdev_certs.ui.states.items.view import Segment

_CODE = "rounded-md bg-sunken px-1.5 py-0.5 font-mono text-[0.92em] break-words"


def rich_text(parts: rx.Var[list[Segment]]) -> rx.Component:
    """Render runs of text and inline code.

    Args:
        parts: The runs.

    Returns:
        The text, without a block of its own.
    """
    return rx.fragment(
        rx.foreach(
            parts,
            lambda part: rx.cond(part.code, rx.el.code(part.text, class_name=_CODE), rx.el.span(part.text)),
        )
    )


def paragraphs(blocks: rx.Var[list[list[Segment]]], **props: Any) -> rx.Component:
    """Render paragraphs of such text.

    Args:
        blocks: The paragraphs.
        **props: Passed on to the <div>.

    Returns:
        The paragraphs.
    """
    return rx.el.div(rx.foreach(blocks, lambda block: rx.el.p(rich_text(block))), **props)
