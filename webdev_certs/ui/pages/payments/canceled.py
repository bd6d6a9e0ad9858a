"""The page that Stripe redirects to after a canceled checkout."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, button_group, card, link, link_button, page_header
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.pages.page_texts import STAYS_FREE
from webdev_certs.ui.pages.payments.payment import checkout
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState


def canceled() -> rx.Component:
    """Render `/payment/canceled`."""
    header = page_header(_("Payment canceled"), _("You were not charged."))
    return member_page(
        header,
        rx.cond(
            # Users with a canceled subscription have paid access, and can still buy lifetime access.
            ~PaymentState.has_paid | ((CheckoutState.ends_on != "") & (CheckoutState.chosen == "lifetime")),
            _retry(),
            rx.cond(CheckoutState.phase == "loading", loading_block(3), _paid()),
        ),
        waiting=rx.fragment(header, loading_block(3)),
        quiet=True,
    )


def _paid() -> rx.Component:
    return card(
        alert(_("You already have paid access. Nothing has changed."), tone="accent"),
        _actions(link_button(PaymentState.continue_label, PaymentState.back_to)),
    )


def _retry() -> rx.Component:
    state = CheckoutState
    is_chosen = state.chosen != ""
    return rx.fragment(
        checkout(),
        card(
            rx.el.p(
                rx.cond(
                    is_chosen,
                    rx.fragment(
                        *sentence(
                            _("You chose {plan}. Your choice is saved."),
                            plan=rx.el.strong(state.chosen_title),
                        )
                    ),
                    _("You can choose a plan again."),
                ),
                " ",
                STAYS_FREE,
            ),
            rx.cond(
                PaymentState.attempted != "",
                rx.el.p(
                    _("After payment, you return to {page}.", page=PaymentState.attempted),
                    class_name="mt-1 text-muted",
                ),
            ),
            _actions(
                rx.cond(
                    is_chosen,
                    button(
                        rx.el.span(_("Continue with {plan}", plan=state.chosen_title)),
                        loading=state.busy != "",
                        disabled=~rx.State.is_hydrated,
                        on_click=state.choose(state.chosen),
                    ),
                    link_button(_("See all plans"), PaymentState.plans_url),
                ),
                link_button(_("Continue without paid access"), "/dashboard", variant="secondary"),
            ),
        ),
        rx.el.p(
            rx.cond(is_chosen, link(_("See all plans"), PaymentState.plans_url, look="alone")),
            link(_("Contact support"), "/support", look="alone"),
            class_name="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm",
        ),
    )


def _actions(*actions: rx.Component) -> rx.Component:
    return button_group(*actions, class_name="mt-5")
