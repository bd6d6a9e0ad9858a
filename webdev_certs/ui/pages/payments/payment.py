"""Payment: why it is asked for, the plans side by side, and the way to the provider."""

from typing import Any

import reflex as rx

from webdev_certs.components import (
    alert,
    badge,
    button,
    card,
    empty_state,
    icon,
    link,
    link_button,
    page_header,
)
from webdev_certs.ui.components.behavior import Checkout
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.states.payments.checkout import MESSAGE, CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState


def payment() -> rx.Component:
    """Render `/payment`."""
    return member_page(
        page_header(
            "Paid access",
            "The full review of your practice rounds. Practice, tests and certificates are free.",
        ),
        rx.cond(PaymentState.has_paid, _paid(), _offer()),
    )


def checkout() -> rx.Component:
    """Render what a page needs on which paying can begin: the script's loader, and what went wrong."""
    state = CheckoutState
    return rx.fragment(
        Checkout.create(
            attempt=state.attempt,
            script_url=state.script_url,
            publishable_key=state.publishable_key,
            url=state.departure,
            on_ready=state.depart,
            on_fail=state.stop,
            on_return=state.come_back,
        ),
        rx.el.div(
            rx.cond(
                state.failure != "",
                alert(
                    state.failure,
                    rx.cond(state.failure_detail != "", rx.el.p(state.failure_detail)),
                    rx.el.p(
                        "Nothing was charged. If it does not go away, ", link("tell us", "/support"), ".",
                        class_name="mt-1",
                    ),
                    tone="danger",
                    role="alert",
                    class_name="mb-6",
                ),
            ),
            id=MESSAGE,
            tab_index=-1,
            class_name="scroll-mt-24 outline-none",
        ),
    )  # fmt: skip


def sandbox_notice() -> rx.Component:
    """Render what must be known where money is not real."""
    return rx.cond(
        CheckoutState.sandbox,
        alert(
            "No real money moves here.",
            "This site runs with test keys. Pay with one of the test cards that the next page lists.",
            tone="accent",
            class_name="mb-6",
        ),
    )


def _paid() -> rx.Component:
    return rx.fragment(
        card(
            alert("You have paid access.", tone="success"),
            rx.el.div(
                rx.cond(
                    PaymentState.attempted != "",
                    link_button("Go on to where you were", PaymentState.back_to),
                    link_button("To the dashboard", PaymentState.back_to),
                ),
                link_button("Billing", "/dashboard/billing", variant="secondary"),
                class_name="mt-5 flex flex-wrap gap-3",
            ),
        ),
        rx.cond(
            (CheckoutState.ends_on != "") & (CheckoutState.plans.length() > 0),
            rx.el.div(sandbox_notice(), checkout(), _plans(), _small_print(), class_name="mt-10"),
        ),
    )


def _offer() -> rx.Component:
    return rx.fragment(
        rx.cond(
            PaymentState.reason != "",
            alert(
                PaymentState.reason,
                _attempted(),
                rx.cond(
                    PaymentState.is_unverified,
                    link_button(
                        "Try again", PaymentState.back_to, variant="secondary", size="sm", class_name="mt-3"
                    ),
                ),
                tone="warning",
                class_name="mb-6",
            ),
        ),
        sandbox_notice(),
        checkout(),
        rx.match(
            CheckoutState.phase,
            ("loading", _grid(*[loading_block(6) for _ in range(3)])),
            ("ready", rx.fragment(_plans(), _small_print())),
            empty_state(
                "credit-card",
                "The plans cannot be shown",
                CheckoutState.error,
                rx.el.div(
                    button("Try again", on_click=CheckoutState.load),
                    link_button("To the dashboard", "/dashboard", variant="secondary"),
                    class_name="flex flex-wrap justify-center gap-3",
                ),
            ),
        ),
    )


def _attempted() -> rx.Component:
    return rx.cond(
        PaymentState.attempted != "",
        rx.el.p(f"You were on your way to {PaymentState.attempted}, and come back to it after paying."),
    )


def _plans() -> rx.Component:
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.fragment(
            rx.cond(CheckoutState.ends_on != "", _beside_subscription()),
            _grid(rx.foreach(CheckoutState.plans, _plan)),
        ),
        empty_state(
            "credit-card",
            "Nothing is on offer at the moment",
            "Practice, certification tests and certificates stay free.",
            link_button("To the dashboard", "/dashboard"),
        ),
    )


def _beside_subscription() -> rx.Component:
    return rx.el.div(
        rx.el.h2("Access for good, beside your subscription", class_name="text-heading font-semibold"),
        rx.el.p(
            f"Your subscription is cancelled: it ends on {CheckoutState.ends_on} and is not renewed. "
            "Lifetime access is one payment, made now and in full, and goes on after that day. Nothing of "
            "the subscription is paid back.",
            class_name="mt-2 max-w-2xl text-muted",
        ),
        class_name="mb-6",
    )


def _grid(*cards: Any) -> rx.Component:
    return rx.el.div(*cards, class_name="grid gap-5 lg:grid-cols-3")


def _plan(plan: Any) -> rx.Component:
    chosen = CheckoutState.chosen == plan.product_type
    return card(
        rx.el.div(
            rx.el.h2(plan.title, class_name="text-heading font-semibold"),
            rx.cond(chosen, badge("Your choice", tone="accent")),
            class_name="flex min-h-8 items-center justify-between gap-3",
        ),
        rx.el.p(
            rx.el.span(plan.price, class_name="text-title font-semibold tabular-nums"),
            rx.el.span(plan.rhythm, class_name="ml-2 text-muted"),
            class_name="mt-2",
        ),
        rx.el.p(plan.remark, class_name="min-h-5 text-sm text-muted max-lg:empty:hidden"),
        rx.el.ul(rx.foreach(plan.gives, _line), class_name="mt-4 mb-6 flex flex-col gap-3 text-[0.9375rem]"),
        button(
            rx.el.span("Choose ", plan.title),
            loading=CheckoutState.busy == plan.product_type,
            # Until the screen has started afresh, the plans are those of an earlier visit.
            disabled=(CheckoutState.busy != "") | ~rx.State.is_hydrated,
            on_click=CheckoutState.choose(plan.product_type),
            class_name="mt-auto w-full",
        ),
        class_name=rx.cond(chosen, "flex flex-col border-accent-ink", "flex flex-col"),
    )


def _line(text: Any) -> rx.Component:
    return rx.el.li(icon("check", class_name="mt-0.5 shrink-0 text-success"), text, class_name="flex gap-3")


def _small_print() -> rx.Component:
    return rx.el.p(
        "You pay by card on the page of our payment provider, Stripe; we never see the card's number. "
        "Invoices and cancelling are under ",
        link("Billing", "/dashboard/billing"),
        ".",
        class_name="mt-6 text-sm text-muted",
    )
