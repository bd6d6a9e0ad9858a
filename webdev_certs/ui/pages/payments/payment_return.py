"""The pages that Stripe redirects to: after a payment, and after a canceled checkout."""

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.components import alert, button, button_group, card, icon, link, link_button, page_header
from webdev_certs.ui.components.behavior import Retry
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.pages.page_texts import STAYS_FREE
from webdev_certs.ui.pages.payments.billing import fact, facts
from webdev_certs.ui.pages.payments.payment import checkout
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState


def success() -> rx.Component:
    """Render `/payment/success`."""
    state = PaymentReturnState
    return member_page(
        page_header(_("Your payment")),
        Retry.create(number=state.tries, seconds=state.wait, on_due=state.try_again),
        card(
            rx.match(
                state.outcome,
                ("verifying", _verifying()),
                ("confirmed", _confirmed()),
                ("waiting", _waiting()),
                _refused(),
            ),
        ),
        waiting=rx.fragment(page_header(_("Your payment")), loading_block(2)),
        quiet=True,
    )


def _verifying() -> rx.Component:
    ring = "size-6 shrink-0 animate-spin rounded-full border-2 border-accent-ink border-r-transparent"
    return rx.el.div(
        rx.el.span(class_name=ring, aria_hidden="true"),
        rx.el.div(
            rx.el.p(_("Confirming your payment …"), class_name="font-medium"),
            rx.el.p(
                rx.cond(
                    PaymentReturnState.tries < 2,
                    _("This takes a moment."),
                    _("This takes longer than usual. Please stay on this page. You won’t be charged twice."),
                ),
                class_name="mt-1 text-muted",
            ),
        ),
        role="status",
        class_name="flex items-start gap-4",
    )


def _confirmed() -> rx.Component:
    state = PaymentReturnState
    return rx.fragment(
        rx.el.div(
            illustration("paid", class_name="max-sm:hidden"),
            alert(
                state.thanks,
                rx.el.p(_("You now have everything in Pro.")),
                rx.cond(state.has_receipt, rx.el.p(_("We’re emailing you a receipt."))),
                rx.cond(state.sandbox, rx.el.p(_("Test payment. No real money was charged."))),
                tone="success",
                role="status",
                class_name="flex-1",
            ),
            class_name="flex items-center gap-6",
        ),
        facts(
            fact(_("You bought"), _("Pro {plan}", plan=state.bought)),
            rx.cond(
                state.paid != "",
                rx.fragment(fact(_("You paid"), state.paid), fact(_("Date"), state.paid_on)),
            ),
            rx.match(
                state.plan.kind,
                ("active", fact(_("Next payment"), state.plan.date)),
                (
                    "lifetime",
                    rx.cond(state.plan.warning == "", fact(_("Next payment"), pgettext("payment", "None"))),
                ),
                rx.fragment(),
            ),
        ),
        rx.el.p(
            rx.match(
                state.plan.kind,
                ("active", _renewal()),
                ("lifetime", _lifetime()),
                rx.fragment(*sentence(_("Your invoices are in {billing}."), billing=_billing())),
            ),
            class_name="mt-5 text-muted",
        ),
        rx.el.div(
            rx.cond(state.error != "", alert(state.error, tone="danger", class_name="mt-5")), role="alert"
        ),
        _actions(
            link_button(state.continue_label, state.destination),
            rx.cond(
                state.invoice_id != "",
                button(
                    icon("download"),
                    _("Download invoice"),
                    variant="secondary",
                    loading=state.busy,
                    on_click=state.download.throttle(1000),
                ),
            ),
        ),
    )


def _renewal() -> rx.Component:
    """Render when a subscription renews, and where it can be canceled."""
    plan = PaymentReturnState.plan
    return rx.fragment(
        _(
            "Your subscription renews on {date}. It’s {price} until you cancel.",
            date=plan.date,
            price=plan.price,
        ),
        " ",
        *sentence(_("To see your invoices or cancel, go to {billing}."), billing=_billing()),
    )


def _lifetime() -> rx.Component:
    """Render that nothing renews; an earlier subscription may still have to be canceled."""
    plan = PaymentReturnState.plan
    return rx.fragment(
        _("You paid once. Your access never ends."),
        " ",
        rx.cond(plan.warning != "", rx.fragment(plan.warning, " ", plan.warning_text), plan.further_charges),
        " ",
        *sentence(_("Your invoices are in {billing}."), billing=_billing()),
    )


def _billing() -> rx.Component:
    return link(_("Billing"), "/dashboard/billing")


def _waiting() -> rx.Component:
    return rx.fragment(
        alert(
            _("Your payment isn’t confirmed yet"),
            rx.el.p(PaymentReturnState.text),
            rx.el.p(
                _(
                    "If you’ve paid, your payment isn’t lost, and you won’t be charged twice. You’ll get "
                    "access as soon as it arrives, even if you leave this page."
                ),
                class_name="mt-1",
            ),
            tone="warning",
            role="alert",
        ),
        _actions(
            button(_("Check again"), on_click=PaymentReturnState.verify),
            link_button(_("Contact support"), "/support", variant="secondary"),
        ),
    )


def _refused() -> rx.Component:
    state = PaymentReturnState
    support = link_button(_("Contact support"), "/support", variant="secondary")
    return rx.fragment(
        alert(state.title, rx.el.p(state.text), tone="danger", role="alert"),
        rx.cond(
            state.can_choose,
            _actions(
                link_button(_("Choose a plan"), "/payment"),
                link_button(_("Go to Overview"), "/dashboard", variant="secondary"),
            ),
            _actions(
                rx.cond(
                    state.is_of_another,
                    button(_("Sign in with another account"), on_click=state.switch_account),
                    link_button(_("Go to Billing"), "/dashboard/billing"),
                ),
                support,
            ),
        ),
    )


def canceled() -> rx.Component:
    """Render `/payment/canceled`."""
    header = page_header(_("Payment canceled"), _("You weren’t charged."))
    return member_page(
        header,
        rx.cond(
            # Users with a canceled subscription have paid access, and can still buy lifetime access.
            ~PaymentState.has_paid | ((CheckoutState.ends_on != "") & (CheckoutState.chosen == "lifetime")),
            _retry(),
            rx.cond(CheckoutState.phase == "loading", loading_block(3), _has_access()),
        ),
        waiting=rx.fragment(header, loading_block(3)),
        quiet=True,
    )


def _has_access() -> rx.Component:
    return card(
        alert(_("You already have Pro. Nothing has changed."), tone="accent"),
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
                            _("You chose {plan}. We’ve saved your choice."),
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
                    _("After you pay, you’ll go back to {page}.", page=PaymentState.attempted),
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
                link_button(_("Continue without Pro"), "/dashboard", variant="secondary"),
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
