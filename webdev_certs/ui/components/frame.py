"""What every frame of a page has: the brand, the skip link and the main landmark."""

from typing import Any

import reflex as rx

from webdev_certs.shared.mark import CHECK, SHIELD
from webdev_certs.shared.translation import _
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.styling import Child


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
    """
    return anchor(
        logo(),
        rx.el.span("WebDev Certs"),
        href=href,
        class_name="flex min-h-11 items-center gap-2.5 rounded-md text-row font-semibold "
        "tracking-[-0.015em] whitespace-nowrap text-ink",
    )


_MAIN_ID = "main"
# The browser's own jump adds a history entry that the router does not know. The back button could then leave
# a running attempt without asking.
_jump = rx.Var(
    f"((event) => {{ event.preventDefault(); document.getElementById('{_MAIN_ID}').focus(); }})"
).to(rx.EventChain)


def skip_link() -> rx.Component:
    """Render the link that skips the navigation; visible only while focused.

    Returns:
        A plain <a>, because React Router's link needs the path of the page, which differs on dynamic routes.
    """
    return rx.el.A.create(
        _("Skip to content"),
        href=f"#{_MAIN_ID}",
        on_click=_jump,
        class_name="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-3 font-medium "
        "text-on-accent focus:translate-y-0",
    )


def main(*children: Child, **props: Any) -> rx.Component:
    """Render the main landmark.

    Args:
        *children: The page.
        **props: Passed on to the <main>.
    """
    return rx.el.main(*children, id=_MAIN_ID, tab_index=-1, **props)
