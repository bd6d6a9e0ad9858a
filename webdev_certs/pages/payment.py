"""Payment: why it is asked for and what it gives; the way back after paying or not."""

import reflex as rx

from webdev_certs.components import alert, card, icon, link_button, page_header
from webdev_certs.pages.layout import member_page
from webdev_certs.states.payment import PaymentState

GIVES = (
    "The full review of every practice round: each question with your answer, the right one, and why",
    "Results by topic for every round, so that you see what to learn next",
)


def payment() -> rx.Component:
    """Render `/payment`."""
    return member_page(
        page_header("Paid access", "Practice, certification tests and certificates are free."),
        rx.cond(
            PaymentState.reason != "",
            alert(PaymentState.reason, tone="warning", class_name="mb-6"),
        ),
        rx.cond(
            PaymentState.has_paid,
            card(
                alert("You have paid access.", tone="success"),
                rx.el.div(link_button("Go on", PaymentState.back_to), class_name="mt-5"),
            ),
            card(
                rx.el.h2("What it adds", class_name="text-heading font-semibold"),
                rx.el.ul(*[_line(text) for text in GIVES], class_name="mt-4 flex flex-col gap-3"),
                alert(
                    "Card payment opens with the next release.",
                    "Until then, the people who run this site can grant access to an account.",
                    class_name="mt-6",
                ),
                rx.el.div(
                    link_button("Back to practice", "/dashboard/practice", variant="secondary"),
                    class_name="mt-6",
                ),
            ),
        ),
    )


def success() -> rx.Component:
    """Render `/payment/success`."""
    return member_page(
        page_header("Thank you"),
        card(
            rx.cond(
                PaymentState.has_paid,
                alert("You have paid access.", tone="success"),
                alert(
                    "We have not received a payment for this account.",
                    "If you have just paid, look again in a minute.",
                    tone="warning",
                ),
            ),
            rx.el.div(link_button("To the dashboard", "/dashboard"), class_name="mt-5"),
        ),
    )


def canceled() -> rx.Component:
    """Render `/payment/canceled`."""
    return member_page(
        page_header("Payment canceled", "Nothing was charged, and nothing you did is lost."),
        rx.el.div(
            link_button("Back to payment", "/payment"),
            link_button("To the dashboard", "/dashboard", variant="secondary"),
            class_name="flex flex-wrap gap-3",
        ),
    )


def _line(text: str) -> rx.Component:
    return rx.el.li(icon("check", class_name="mt-0.5 text-success"), text, class_name="flex gap-3")
