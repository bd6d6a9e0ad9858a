"""Payment: why it is needed, the plans, and the checkout."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    link,
    link_button,
    page_header,
    skeleton,
)
from webdev_certs.ui.components.behavior import Checkout
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import member_page
from webdev_certs.ui.pages.page_texts import IS_FREE, PAID, PAID_IN_SHORT
from webdev_certs.ui.pages.payments.plans import plans, plans_placeholder
from webdev_certs.ui.pages.payments.sandbox import sandbox_notice, sandbox_placeholder
from webdev_certs.ui.states.payments.checkout import MESSAGE, CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState

_TEST_CARD = "4242\N{NO-BREAK SPACE}4242\N{NO-BREAK SPACE}4242\N{NO-BREAK SPACE}4242"
"""Stripe's test card that succeeds (https://docs.stripe.com/testing); the sandbox accepts it, too."""
_PAY_WITH = _("Pay with a test card, for example {number}.", number=_TEST_CARD)


def payment() -> rx.Component:
    """Render `/payment`."""
    return member_page(
        _header(),
        rx.cond(PaymentState.has_paid, _paid(), _offer()),
        waiting=rx.fragment(
            _header(),
            skeleton(5, class_name="mb-8 max-w-xl", aria_hidden="true"),
            sandbox_placeholder(_PAY_WITH),
            plans_placeholder(),
        ),
        quiet=True,
    )


def _header() -> rx.Component:
    return page_header(
        _("Paid access"),
        rx.cond(
            PaymentState.has_paid,
            _("The full review of every practice round you finish and all your mistakes are open to you."),
            rx.cond(
                (PaymentState.reason != "") & ~PaymentState.is_unverified,
                PaymentState.reason,
                f"{PAID_IN_SHORT} {IS_FREE}",
            ),
        ).to(str),
    )


def checkout() -> rx.Component:
    """Render what a page needs to start a checkout: Stripe's script and the error message."""
    state = CheckoutState
    return rx.fragment(
        Checkout.create(
            try_id=state.try_id,
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


def _sandbox_notice() -> rx.Component:
    return sandbox_notice(CheckoutState.sandbox, _PAY_WITH)


def _paid() -> rx.Component:
    return rx.fragment(
        card(
            alert(
                _("Your paid access is active"),
                rx.cond(
                    PaymentState.is_unverified,
                    rx.el.p(_("We couldn’t check this a moment ago. Try to open the page again.")),
                ),
                tone="success",
            ),
            button_group(
                link_button(PaymentState.continue_label, PaymentState.back_to),
                link_button(_("Go to Billing"), "/dashboard/billing", variant="secondary"),
                class_name="mt-5",
            ),
        ),
        rx.cond(
            (CheckoutState.ends_on != "") & (CheckoutState.plans.length() > 0),
            rx.el.div(_sandbox_notice(), checkout(), plans(), class_name="mt-10"),
        ),
    )


def _offer() -> rx.Component:
    return rx.fragment(
        rx.cond(
            PaymentState.is_unverified,
            alert(
                PaymentState.reason,
                link_button(
                    _("Try again"), PaymentState.back_to, variant="secondary", size="sm", class_name="mt-3"
                ),
                tone="warning",
                class_name="mb-6",
            ),
        ),
        checkout(),
        _adds(),
        rx.match(
            CheckoutState.phase,
            ("loading", rx.fragment(sandbox_placeholder(_PAY_WITH), plans_placeholder())),
            ("ready", rx.fragment(_sandbox_notice(), plans(), _without())),
            empty_state(
                "offline",
                _("We can’t show the plans"),
                CheckoutState.error,
                rx.fragment(
                    button(_("Try again"), on_click=CheckoutState.load),
                    link_button(_("Go to Overview"), "/dashboard", variant="secondary"),
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


def _without() -> rx.Component:
    """Render where the user returns to after a payment, and a link to go on without one."""
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.el.div(
            rx.cond(
                PaymentState.attempted != "",
                rx.el.p(
                    _("After payment, you return to {page}.", page=PaymentState.attempted),
                    class_name="mb-3 text-sm text-muted",
                ),
            ),
            link(_("Continue without paid access"), "/dashboard", look="alone", class_name="max-sm:min-h-11"),
            class_name="mt-6",
        ),
    )
