"""Profile and billing."""

import reflex as rx

from webdev_certs.components import alert, button, card, link_button, page_header
from webdev_certs.pages.layout import member_page
from webdev_certs.states.payment import PaymentState
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


def billing() -> rx.Component:
    """Render `/dashboard/billing`."""
    return member_page(
        page_header("Billing", "Your plan and your invoices."),
        card(
            rx.cond(
                PaymentState.has_paid,
                alert("You have paid access.", "There are no invoices for it.", tone="success"),
                rx.fragment(
                    rx.el.h2("Free plan", class_name="text-heading font-semibold"),
                    rx.el.p(
                        "Practice, certification tests and certificates are free. You have paid nothing, and "
                        "there are no invoices.",
                        class_name="mt-2 text-muted",
                    ),
                    rx.el.div(
                        link_button("What paid access adds", "/payment", variant="secondary"),
                        class_name="mt-5",
                    ),
                ),
            )
        ),
    )


def _fact(name: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-0.5 font-medium break-words"),
    )
