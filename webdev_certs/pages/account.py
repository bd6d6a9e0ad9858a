"""Billing."""

import reflex as rx

from webdev_certs.components import alert, card, link_button, page_header
from webdev_certs.pages.layout import member_page
from webdev_certs.states.payment import PaymentState


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
