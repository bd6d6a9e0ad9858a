"""Blocks of code."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior import CodeLines
from webdev_certs.ui.components.styling import Text


def code_block(html: Text, language: Text = "", *, of: Text = "", **props: Any) -> rx.Component:
    """Render lines of code with their numbers, colors, and a switch that wraps long lines.

    The same component shows code in tests, practice, results and on public pages. Its style is in
    assets/content.css.

    Args:
        html: Safe HTML from `ui.rendering.code.highlighted`.
        language: Name of the language, shown in the corner and read by screen readers.
        of: What the code belongs to, if the page shows several blocks. Screen readers say it at the switch.
        **props: Passed on to the block.

    Returns:
        The block.
    """
    wrap = _("Wrap lines")
    named = isinstance(language, rx.Var) or language
    return CodeLines.create(
        html=html,
        heading=language,
        label=rx.Var.create(_("Code, {language}", language=language)) if named else _("Code"),
        wrap_label=wrap,
        wrap_name=rx.Var.create(f"{wrap}: {of}") if isinstance(of, rx.Var) or of else wrap,
        **props,
    )
