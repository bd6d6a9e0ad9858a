"""Text with inline code, as a list of segments with `text` and `code`."""

from typing import Any

import reflex as rx

_CODE = "rounded-md bg-sunken px-1.5 py-0.5 font-mono text-[0.92em] break-words"


def rich_text(parts: rx.Var[Any]) -> rx.Component:
    """Render text with inline code.

    Args:
        parts: The segments of text and code.

    Returns:
        The text, without an element around it.
    """
    return rx.fragment(
        rx.foreach(
            parts,
            lambda part: rx.cond(part.code, rx.el.code(part.text, class_name=_CODE), rx.el.span(part.text)),
        )
    )


def paragraphs(blocks: rx.Var[Any], **props: Any) -> rx.Component:
    """Render paragraphs of text with inline code.

    Args:
        blocks: The paragraphs, each a list of segments.
        **props: Passed on to the <div>.

    Returns:
        The paragraphs.
    """
    return rx.el.div(rx.foreach(blocks, lambda block: rx.el.p(rich_text(block))), **props)
