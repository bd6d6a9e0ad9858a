"""A chart that the server has drawn (ui/rendering/ability_chart.py, calendar_chart.py)."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior import AuthoredText
from webdev_certs.ui.components.styling import Text


def chart(html: Text, **props: Any) -> rx.Component:
    """Render a chart with its summary and its numbers as a table.

    Args:
        html: Safe HTML from `ability_chart` or `calendar_chart`.
        **props: Passed on to the element.

    Returns:
        The chart.
    """
    return AuthoredText.create(html=html, inline=False, **props)
