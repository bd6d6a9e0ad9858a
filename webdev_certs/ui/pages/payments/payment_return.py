"""Where the payment provider returns to: after paying, and without."""

import reflex as rx

from webdev_certs.components import alert, card, link_button
from webdev_certs.ui.components import button
from webdev_certs.ui.components import icon
from webdev_certs.ui.components import link
from webdev_certs.ui.components import page_header
from webdev_certs.ui.components.behavior import Retry
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.pages.payments.payment import checkout, sandbox_notice
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState


def success() -> rx.Component:
    """Render `/payment/success`."""
    state = PaymentReturnState
    return member_page(
        page_header("Your payment"),
        Retry.create(number=state.tries, seconds=state.wait, on_due=state.try_again),
        card(
            rx.match(
                state.phase,
                ("verifying", _verifying()),
                ("confirmed", _confirmed()),
                ("waiting", _waiting()),
                _refused(),
            ),
        ),
    )


def canceled() -> rx.Component:
    """Render `/payment/canceled`."""
    return member_page(
        page_header("Payment canceled", "Nothing was charged, and nothing you did is lost."),
        rx.cond(
            # Who has a cancelled subscription may go on to buy lifetime access, and nothing else.
            ~PaymentState.has_paid | ((CheckoutState.ends_on != "") & (CheckoutState.chosen == "lifetime")),
            _go_on(),
            rx.cond(CheckoutState.phase == "loading", loading_block(3), _paid()),
        ),
    )


def _paid() -> rx.Component:
    return card(
        alert("You have paid access.", tone="success"),
        _actions(link_button("Go on", PaymentState.back_to)),
    )


def _verifying() -> rx.Component:
    ring = "size-6 shrink-0 animate-spin rounded-full border-2 border-accent-ink border-r-transparent"
    return rx.el.div(
        rx.el.span(class_name=ring, aria_hidden="true"),
        rx.el.div(
            rx.el.p("We are confirming your payment …", class_name="font-medium"),
            rx.el.p(
                rx.cond(
                    PaymentReturnState.tries < 2,
                    "This takes a moment.",
                    "It takes longer than usual. Stay here: you are not charged twice.",
                ),
                class_name="mt-1 text-muted",
            ),
        ),
        role="status",
        class_name="flex items-start gap-4",
    )


def _confirmed() -> rx.Component:
    return rx.fragment(
        alert("Thank you. Your payment has arrived.", "You have paid access.", tone="success", role="status"),
        _actions(link_button("Go on", PaymentReturnState.destination)),
    )


def _waiting() -> rx.Component:
    return rx.fragment(
        alert(
            "Your payment is not confirmed yet.",
            rx.el.p(PaymentReturnState.text),
            rx.el.p(
                "If you have paid, it is not lost, and you are not charged twice. It is confirmed as soon as "
                "it arrives, also while you are away.",
                class_name="mt-1",
            ),
            tone="warning",
            role="alert",
        ),
        _actions(
            button("Check again", on_click=PaymentReturnState.verify),
            link_button("Ask for support", "/support", variant="secondary"),
        ),
    )


def _refused() -> rx.Component:
    return rx.fragment(
        alert(
            PaymentReturnState.title, rx.el.p(PaymentReturnState.text), tone="danger", role="alert"
        ),
        rx.cond(
            PaymentReturnState.can_choose,
            _actions(
                link_button("Choose a plan", "/payment"),
                link_button("To the dashboard", "/dashboard", variant="secondary"),
            ),
            _actions(
                link_button("Ask for support", "/support"),
                link_button("Billing", "/dashboard/billing", variant="secondary"),
            ),
        ),
    )  # fmt: skip


def _go_on() -> rx.Component:
    state = CheckoutState
    return rx.fragment(
        sandbox_notice(),
        checkout(),
        card(
            rx.cond(
                state.chosen != "",
                rx.el.p("You had chosen ", rx.el.strong(state.chosen_title), ". Your choice is kept."),
                rx.el.p("Your way back is kept."),
            ),
            rx.cond(
                PaymentState.attempted != "",
                rx.el.p(
                    f"After paying you come back to {PaymentState.attempted}.", class_name="mt-1 text-muted"
                ),
            ),
            _actions(
                rx.cond(
                    state.chosen != "",
                    button(
                        rx.el.span("Go on with ", state.chosen_title),
                        loading=state.busy != "",
                        disabled=~rx.State.is_hydrated,
                        on_click=state.choose(state.chosen),
                    ),
                ),
                link_button("See all plans", PaymentState.plans_url, variant="secondary"),
                link_button("To the dashboard", "/dashboard", variant="ghost", class_name="max-sm:-ml-4"),
            ),
        ),
        rx.el.p(
            icon("help", class_name="mt-0.5 shrink-0"),
            rx.el.span("Did the payment not work? ", link("Ask for support", "/support"), "."),
            class_name="mt-6 flex gap-2 text-sm text-muted",
        ),
    )


def _actions(*actions: rx.Component) -> rx.Component:
    return rx.el.div(*actions, class_name="mt-5 flex flex-wrap gap-3")
