"""Payment: why it is needed, the plans, and the checkout."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    icon,
    link,
    link_button,
    page_header,
    skeleton,
)
from webdev_certs.ui.components.behavior import Checkout
from webdev_certs.ui.components.sentence import sentence
from webdev_certs.ui.pages.access import IS_FREE, PAID, STAYS_FREE
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.states.payments.checkout import MESSAGE, CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState


def payment() -> rx.Component:
    """Render `/payment`."""
    return member_page(
        _header(),
        rx.cond(PaymentState.has_paid, _paid(), _offer()),
        waiting=rx.fragment(_header(), skeleton(5, class_name="mb-8 max-w-xl"), _placeholder()),
    )


def _header() -> rx.Component:
    return page_header(
        _("Paid access"),
        _("Get the full review of your practice rounds.") + f" {IS_FREE}",
    )


def _placeholder() -> rx.Component:
    """Render the placeholder of the plans."""
    return _grid(*[loading_block(9, "min-h-112") for _ in range(3)])


def checkout() -> rx.Component:
    """Render what a page needs to start a checkout: Stripe's script and the error message."""
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
                        *sentence(
                            _("You were not charged. If this happens again, {contact_us}."),
                            contact_us=link(_("contact us"), "/support"),
                        ),
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
    """Render the notice that this site uses test keys."""
    return rx.cond(
        CheckoutState.sandbox,
        alert(
            _("You won’t be charged real money."),
            _("This site uses test keys. Pay with one of the test cards listed on the next page."),
            tone="accent",
            class_name="mb-6",
        ),
    )


def _paid() -> rx.Component:
    return rx.fragment(
        card(
            alert(
                _("You have paid access."),
                rx.cond(
                    PaymentState.is_unverified,
                    rx.el.p(_("We couldn’t check this a moment ago. Try to open the page again.")),
                ),
                tone="success",
            ),
            button_group(
                link_button(PaymentState.continue_label, PaymentState.back_to),
                link_button(_("Billing"), "/dashboard/billing", variant="secondary"),
                class_name="mt-5",
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
                        _("Try again"),
                        PaymentState.back_to,
                        variant="secondary",
                        size="sm",
                        class_name="mt-3",
                    ),
                ),
                tone="warning",
                class_name="mb-6",
            ),
        ),
        sandbox_notice(),
        checkout(),
        _adds(),
        rx.match(
            CheckoutState.phase,
            ("loading", _placeholder()),
            ("ready", rx.fragment(_plans(), _small_print())),
            empty_state(
                "offline",
                _("We can’t show the plans"),
                CheckoutState.error,
                rx.fragment(
                    button(_("Try again"), on_click=CheckoutState.load),
                    link_button(_("Go to dashboard"), "/dashboard", variant="secondary"),
                ),
            ),
        ),
    )


def _adds() -> rx.Component:
    return rx.el.section(
        rx.el.h2(_("What paid access adds"), class_name="text-heading font-semibold"),
        check_items(PAID, class_name="mt-4 flex flex-col gap-3"),
        rx.el.p(_("Every plan adds the same. You only choose how to pay."), class_name="mt-4 text-muted"),
        class_name="mb-8",
    )


def _attempted() -> rx.Component:
    return rx.cond(
        PaymentState.attempted != "",
        rx.el.p(_("After payment, you return to {page}.", page=PaymentState.attempted)),
    )


def _plans() -> rx.Component:
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.fragment(
            rx.cond(CheckoutState.ends_on != "", _after_subscription()),
            _grid(rx.foreach(CheckoutState.plans, _plan)),
        ),
        empty_state(
            "payments",
            _("No plans are available right now"),
            STAYS_FREE,
            link_button(_("Go to dashboard"), "/dashboard"),
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
    return rx.el.div(*cards, class_name="grid gap-5 lg:grid-cols-3")


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
        rx.el.p(plan.remark, class_name="min-h-5 text-sm text-muted max-lg:empty:hidden"),
        rx.el.ul(rx.foreach(plan.terms, _line), class_name="mt-4 mb-6 flex flex-col gap-3 text-[0.9375rem]"),
        button(
            rx.el.span(_("Choose {plan}", plan=plan.title)),
            loading=CheckoutState.busy == plan.product_type,
            # Before the page has loaded its state, the plans are those of an earlier visit.
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
        *sentence(
            _(
                "You pay by card on the website of Stripe, our payment provider. We never see your card "
                "number. To see invoices or cancel, go to {billing}."
            ),
            billing=link(_("Billing"), "/dashboard/billing"),
        ),
        class_name="mt-6 text-sm text-muted",
    )
