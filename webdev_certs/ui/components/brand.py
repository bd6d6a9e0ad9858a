"""Logo and name of the product."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.link import anchor

_SHIELD = "M16 5.5l8.5 3.2v6.1c0 5.3-3.5 9.2-8.5 11.7-5-2.5-8.5-6.4-8.5-11.7V8.7z"


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
        rx.el.svg.path(d=_SHIELD, stroke_width="2.2", **line),
        rx.el.svg.path(d="M11.8 15.8l3 3 5.6-6", stroke_width="2.4", **line),
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
        class_name="flex min-h-11 items-center gap-2.5 rounded-md text-[1.0625rem] font-semibold "
        "tracking-[-0.015em] whitespace-nowrap text-ink",
    )
