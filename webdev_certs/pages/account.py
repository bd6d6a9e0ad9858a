"""The profile."""

import reflex as rx

from webdev_certs.components import button, card, page_header
from webdev_certs.pages.layout import member_page
from webdev_certs.states.session import SessionState


def profile() -> rx.Component:
    """Render `/dashboard/profile`."""
    return member_page(
        page_header("Profile", "What we know about you, and the name your certificates bear."),
        card(
            rx.el.dl(
                _fact("Full name", SessionState.user_name),
                _fact("Email", SessionState.user_email),
                class_name="grid gap-5 sm:grid-cols-2",
            ),
        ),
        rx.el.div(button("Sign out", variant="secondary", on_click=SessionState.logout), class_name="mt-6"),
    )


def _fact(name: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-0.5 font-medium break-words"),
    )
