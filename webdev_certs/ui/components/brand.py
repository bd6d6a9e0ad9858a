"""Logo and name of the product."""

from typing import Any

import reflex as rx

from webdev_certs.shared.mark import CHECK, SHIELD
from webdev_certs.ui.components.link import anchor


def logo() -> rx.Component:
    """Draw the logo: a shield with a check mark, hidden from screen readers."""
    line: dict[str, Any] = {
        "fill": "none",
        "stroke": "#fff",
        "stroke_linejoin": "round",
        "stroke_linecap": "round",
    }
    return rx.el.svg(
        rx.el.svg.rect(width="32", height="32", rx="8", class_name="fill-accent"),
        rx.el.svg.path(d=SHIELD, stroke_width="2.2", **line),
        rx.el.svg.path(d=CHECK, stroke_width="2.4", **line),
        view_box="0 0 32 32",
        aria_hidden="true",
        class_name="size-8 shrink-0",
    )


def brand(href: str = "/") -> rx.Component:
    """Render logo and name as a link.

    Args:
        href: Path of the home page or the dashboard.

    Returns:
        The link.
    """
    return anchor(
        logo(),
        rx.el.span("WebDev Certs"),
        href=href,
        class_name="flex min-h-11 items-center gap-2.5 rounded-md text-row font-semibold "
        "tracking-[-0.015em] whitespace-nowrap text-ink",
    )
