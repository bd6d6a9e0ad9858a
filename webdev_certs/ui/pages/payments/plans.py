"""The plans to choose from."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import badge, button, card, empty_state, icon, link, link_button
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import loading_block
from webdev_certs.ui.pages.page_texts import CANCELING, FINAL_PRICE, REFUNDS, STAYS_FREE
from webdev_certs.ui.states.payments.checkout import CheckoutState


def plans() -> rx.Component:
    """Render the plans, with what is true of all of them."""
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.fragment(
            rx.cond(CheckoutState.ends_on != "", _after_subscription()),
            _grid(rx.foreach(CheckoutState.plans, _plan)),
            _small_print(),
        ),
        empty_state(
            "payments",
            _("No plans are available right now"),
            STAYS_FREE,
            link_button(_("Go to Overview"), "/dashboard"),
        ),
    )


def _after_subscription() -> rx.Component:
    return rx.el.div(
        rx.el.h2(_("Lifetime access after your subscription"), class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "Your subscription is canceled. It ends on {date} and won’t renew. "
                "You pay the full price for lifetime access now, and it never ends. "
                "Your subscription is not refunded.",
                date=CheckoutState.ends_on,
            ),
            class_name="mt-2 max-w-2xl text-muted",
        ),
        class_name="mb-6",
    )


def _grid(*cards: Any) -> rx.Component:
    return rx.el.div(*cards, class_name="grid gap-5 lg:grid-cols-3 lg:gap-y-0")


def _plan(plan: Any) -> rx.Component:
    chosen = CheckoutState.chosen == plan.product_type
    return card(
        rx.el.div(
            rx.el.h2(plan.title, class_name="text-heading font-semibold"),
            rx.cond(chosen, badge(_("Your choice"), tone="accent")),
            class_name="flex min-h-8 items-center justify-between gap-3",
        ),
        rx.el.p(
            rx.el.span(plan.price, class_name="text-title font-semibold tabular-nums"),
            rx.el.span(plan.period, class_name="ml-2 text-muted"),
            class_name="mt-2",
        ),
        rx.el.p(plan.per_month, class_name="mt-1 text-sm text-muted max-lg:empty:hidden"),
        rx.el.p(plan.remark, class_name="text-sm text-muted max-lg:empty:hidden"),
        rx.el.ul(rx.foreach(plan.terms, _line), class_name="mt-4 mb-6 flex flex-col gap-3 text-compact"),
        button(
            rx.el.span(plan.choose),
            loading=CheckoutState.busy == plan.product_type,
            # Before the page has loaded its state, the plans are those of an earlier visit.
            disabled=(CheckoutState.busy != "") | ~rx.State.is_hydrated,
            on_click=CheckoutState.choose(plan.product_type),
            class_name="mt-auto w-full",
        ),
        border=rx.cond(chosen, "border-accent-ink", "border-line"),
        # The cards share their rows, so that prices, terms and buttons are at the same heights.
        class_name="flex flex-col lg:row-span-6 lg:grid lg:grid-rows-subgrid",
    )


def _line(text: Any) -> rx.Component:
    return rx.el.li(icon("check", class_name="mt-0.5 shrink-0 text-success"), text, class_name="flex gap-3")


def _small_print() -> rx.Component:
    """Render what is true of all plans: price and payment, canceling, refunds."""
    billing = link(_("Billing"), "/dashboard/billing")
    return rx.el.section(
        rx.el.p(
            FINAL_PRICE,
            " ",
            _(
                "You pay by card on the website of the payment provider Stripe. We never see your card "
                "number."
            ),
        ),
        rx.el.h2(_("Canceling and refunds"), class_name="mt-3 text-base font-semibold text-ink"),
        rx.el.p(
            CANCELING, " ", *sentence(_("To see your invoices or cancel, go to {billing}."), billing=billing)
        ),
        rx.el.p(REFUNDS),
        rx.el.p(
            link(_("How to ask for a refund"), "/support#payments", look="alone"),
            link(_("Terms"), "/terms", look="alone"),
            class_name="flex flex-wrap gap-x-6 gap-y-1",
        ),
        class_name="mt-6 flex max-w-2xl flex-col gap-2 text-sm text-muted",
    )


def plans_placeholder() -> rx.Component:
    """Render the placeholder of the plans."""
    return _grid(*[loading_block(9, "min-h-120") for _ in range(3)])
