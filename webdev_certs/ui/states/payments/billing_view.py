"""A user's plan and payments as the billing page shows them."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import (
    BillingState,
    PaymentOutcome,
    PaymentRecord,
    ProductType,
    Subscription,
)
from webdev_certs.shared.formatting import long_date, money
from webdev_certs.shared.translation import N_, _, pgettext
from webdev_certs.ui.states.payments.plans import PERIODS, TITLES

_TONES: dict[PaymentOutcome, str] = {
    "paid": "success",
    "partially_refunded": "neutral",
    "refunded": "neutral",
    "disputed": "warning",
    "open": "warning",
    "failed": "danger",
}
_SUBSCRIPTIONS: dict[ProductType, str] = {
    "monthly": N_("Monthly subscription"),
    "yearly": N_("Yearly subscription"),
}
_YOURS: dict[ProductType, str] = {
    "monthly": N_("Your monthly subscription"),
    "yearly": N_("Your yearly subscription"),
}


@dataclass
class PlanState:
    """The plan as its card shows it. The defaults are those of the free plan."""

    kind: str = "free"
    """free, granted, lifetime, active, ending, past_due, ended."""
    title: str = ""
    has_access: bool = False
    price: str = ""
    badge: str = ""
    tone: str = "neutral"
    date_name: str = ""
    """What happens on `date`, e.g. `Next payment`."""
    date: str = ""
    since: str = ""
    warning: str = ""
    """The title of a warning; empty if there is none."""
    warning_text: str = ""
    """The text of the warning."""
    pay_url: str = ""
    """Stripe's page to pay a failed renewal; empty if none failed."""
    consequence: str = ""
    """What happens on cancellation; empty if there is nothing to cancel."""
    further_charges: str = ""
    """What is still charged to a user with lifetime access; empty for other plans."""


@dataclass
class PaymentRow:
    """One payment."""

    title: str
    date: str
    amount: str
    refunded: str
    remark: str
    """Explains the status; empty if it needs no explanation."""
    status: str
    tone: str
    invoice_id: str
    """Empty if there is no invoice."""


def plan_state(billing: BillingState) -> PlanState:
    """Return the plan that gives access now; without one, the latest subscription."""
    subscription = billing.subscription
    if billing.access == "lifetime":
        return _lifetime(subscription)
    if subscription and subscription.status != "ended":
        return _running(subscription, has_access=billing.access != "none")
    if billing.access == "granted":
        return PlanState("granted", _("Granted access"), has_access=True, badge=_("Active"), tone="success")
    if subscription:
        return _ended(subscription)
    return PlanState(title=_("Free plan"))


def _lifetime(subscription: Subscription | None) -> PlanState:
    state = PlanState("lifetime", _("Lifetime access"), has_access=True, badge=_("Paid"), tone="success")
    if subscription is None or subscription.status == "ended":
        state.further_charges = _("You won’t be charged again.")
        return state
    name = _(_YOURS[subscription.product_type])
    if subscription.status == "ending":
        state.further_charges = _(
            "{subscription} ends on {date} and won’t renew. You won’t be charged for it again.",
            subscription=name,
            date=long_date(subscription.ends_at),
        )
        return state
    state.warning = _("{subscription} is still active.", subscription=name)
    state.warning_text = _("You have lifetime access and don’t need it. Cancel it to stop further charges.")
    state.consequence = _("You keep your lifetime access. The subscription ends and won’t be charged again.")
    return state


def _running(subscription: Subscription, *, has_access: bool) -> PlanState:
    state = PlanState(
        kind=subscription.status,
        title=_(_SUBSCRIPTIONS[subscription.product_type]),
        has_access=has_access,
        price=f"{money(subscription.amount, subscription.currency)} {_(PERIODS[subscription.interval])}",
        since=long_date(subscription.started_at),
        pay_url=subscription.pay_url or "",
    )
    match subscription.status:
        case "ending":
            state.badge, state.tone = _("Canceled"), "warning"
            state.date_name, state.date = _("Access until"), long_date(subscription.ends_at)
        case "past_due":
            state.badge, state.tone = _("Payment failed"), "danger"
            state.date_name = _("Access until") if has_access else _("Access ended")
            state.date = long_date(subscription.grace_until)
            state.warning = _("Your last renewal payment failed.")
            state.warning_text = (
                _("You keep your access until {date}. Pay by then to keep it.", date=state.date)
                if has_access
                else _("Your access has ended. Pay to get it back immediately.")
            )
            state.consequence = _(
                "Your last renewal payment failed, so your subscription and your access end immediately. "
                "You won’t be charged again."
            )
        case _:
            state.badge, state.tone = _("Active"), "success"
            state.date_name, state.date = _("Next payment"), long_date(subscription.renews_at)
            state.consequence = _(
                "You keep your access until {date}. After that, you can’t open the full reviews of "
                "your practice rounds and your mistakes. You won’t be charged again. You can resume until "
                "then.",
                date=state.date,
            )
    if not has_access and subscription.status in ("active", "ending"):
        _show_no_access(state, subscription)
    return state


def _show_no_access(state: PlanState, subscription: Subscription) -> None:
    """Show that a subscription gives no access: its payment was refunded or is disputed."""
    state.badge, state.tone = _("No access"), "warning"
    state.warning = _("This subscription doesn’t give you access right now.")
    state.warning_text = _("Its last payment was refunded or is disputed.")
    if subscription.status == "ending":
        state.date_name = _("Ends")
    else:
        state.warning_text = _(
            "Its last payment was refunded or is disputed. "
            "You get access again with the next payment on {date}.",
            date=state.date,
        )
        state.consequence = _("The subscription ends and you won’t be charged again.")


def _ended(subscription: Subscription) -> PlanState:
    return PlanState(
        kind="ended",
        title=_("Free plan"),
        date_name=_("{subscription} ended", subscription=_(_SUBSCRIPTIONS[subscription.product_type])),
        date=long_date(subscription.ends_at),
    )


def payment_row(payment: PaymentRecord) -> PaymentRow:
    """Return a payment as the history shows it."""
    refunded = money(payment.amount_refunded, payment.currency) if payment.amount_refunded else ""
    held = _("Your bank is holding this payment. You get access if the dispute is rejected.")
    return PaymentRow(
        title=_(TITLES[payment.product_type]),
        date=long_date(payment.created_at),
        amount=money(payment.amount, payment.currency),
        refunded=refunded,
        remark=held if payment.status == "disputed" else "",
        status=_outcome(payment.status),
        tone=_TONES[payment.status],
        invoice_id=payment.invoice_id or "",
    )


def _outcome(status: PaymentOutcome) -> str:
    """Return the status of a payment in words."""
    match status:
        case "paid":
            return _("Paid")
        case "partially_refunded":
            return _("Partly refunded")
        case "refunded":
            return _("Refunded")
        case "disputed":
            return _("Disputed")
        case "open":
            return _("Waiting for payment")
        case "failed":
            return pgettext("payment", "Failed")
