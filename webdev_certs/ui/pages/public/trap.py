"""A field that only programs fill in."""

import reflex as rx

from webdev_certs.shared.translation import _


def trap() -> rx.Component:
    """Render the honeypot field against spam."""
    return rx.el.div(
        rx.el.label(_("Leave this empty"), html_for="website"),
        rx.el.input(id="website", name="website", tab_index=-1, auto_complete="off"),
        aria_hidden="true",
        class_name="absolute -left-[9999px] h-px w-px overflow-hidden",
    )
