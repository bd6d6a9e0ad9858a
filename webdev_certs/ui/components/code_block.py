"""Blocks of code."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.styling import Text, classes


def code_block(code: Text, language: Text = "", **props: Any) -> rx.Component:
    """Render lines of code; long lines scroll sideways, also with the keyboard.

    Args:
        code: The code.
        language: Name of the language, shown in the corner and read by screen readers.
        **props: Passed on to the frame.

    Returns:
        The block.
    """
    named = isinstance(language, rx.Var) or language
    return rx.el.div(
        rx.el.div(language, class_name="px-4 pt-2.5 text-sm text-faint", aria_hidden="true")
        if named
        else None,
        rx.el.pre(
            rx.el.code(code),
            role="region",
            aria_label=f"Code, {language}" if named else "Code",
            tab_index=0,
            class_name="overflow-x-auto rounded-control px-4 py-3 font-mono text-sm leading-6 [tab-size:2]",
        ),
        class_name=classes(
            "rounded-control border border-line bg-code text-ink", props.pop("class_name", "")
        ),
        **props,
    )
