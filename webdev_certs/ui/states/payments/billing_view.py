"""A user's plan and payments as the billing page shows them."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import BillingState, PaymentOutcome, PaymentRecord, Subscription
from webdev_certs.shared.formatting import long_date, money
from webdev_certs.ui.states.payments.plans import PERIODS, TITLES

_OUTCOMES: dict[PaymentOutcome, tuple[str, str]] = {
    "paid": ("Paid", "success"),
    "partially_refunded": ("Partly refunded", "neutral"),
    "refunded": ("Refunded", "neutral"),
    "disputed": ("Disputed", "warning"),
    "open": ("Waiting for payment", "warning"),
    "failed": ("Failed", "danger"),
}
_HELD = "Your bank is holding this payment. You get access if the dispute is decided in our favor."


@dataclass
class PlanState:
    """The plan as its card shows it. The defaults are the free plan."""

    kind: str = "free"
    """free, granted, lifetime, active, ending, past_due, ended."""
    title: str = "Free plan"
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
        return PlanState("granted", "Granted access", badge="Active", tone="success")
    if subscription:
        return _ended(subscription)
    return PlanState()


def _lifetime(subscription: Subscription | None) -> PlanState:
    state = PlanState("lifetime", "Lifetime access", badge="Paid", tone="success")
    if subscription is None or subscription.status == "ended":
        state.further_charges = "You won't be charged again."
        return state
    name = f"Your {TITLES[subscription.product_type].lower()} subscription"
    if subscription.status == "ending":
        ends = long_date(subscription.ends_at)
        state.further_charges = f"{name} ends on {ends} and won't renew. You won't be charged for it again."
        return state
    state.warning = f"{name} is still active."
    state.warning_text = "You have lifetime access and don't need it. Cancel it to stop further charges."
    state.consequence = "You keep your lifetime access. The subscription ends and won't be charged again."
    return state


def _running(subscription: Subscription, *, has_access: bool) -> PlanState:
    state = PlanState(
        kind=subscription.status,
        title=f"{TITLES[subscription.product_type]} subscription",
        price=f"{money(subscription.amount, subscription.currency)} {PERIODS[subscription.interval]}",
        since=long_date(subscription.started_at),
        pay_url=subscription.pay_url or "",
    )
    match subscription.status:
        case "ending":
            state.badge, state.tone = "Canceled", "warning"
            state.date_name, state.date = "Access until", long_date(subscription.ends_at)
        case "past_due":
            state.badge, state.tone = "Payment failed", "danger"
            state.date_name = "Access until" if has_access else "Access ended"
            state.date = long_date(subscription.grace_until)
            state.warning = "Your last renewal payment failed."
            state.warning_text = (
                f"You keep your access until {state.date}. Pay by then to keep it."
                if has_access
                else "Your access has ended. Pay to get it back immediately."
            )
            state.consequence = (
                "Your last renewal payment failed, so your subscription and your access end immediately. "
                "You won't be charged again."
            )
        case _:
            state.badge, state.tone = "Active", "success"
            state.date_name, state.date = "Next payment", long_date(subscription.renews_at)
            state.consequence = (
                f"You keep your access until {state.date}. After that, you can't open the full reviews of "
                "your practice rounds. You won't be charged again. You can resume until then."
            )
    if not has_access and subscription.status in ("active", "ending"):
        _show_no_access(state, subscription)
    return state


def _show_no_access(state: PlanState, subscription: Subscription) -> None:
    """Show that a subscription gives no access: its payment was refunded or is disputed."""
    state.badge, state.tone = "No access", "warning"
    state.warning = "This subscription doesn't give you access right now."
    state.warning_text = "Its last payment was refunded or is disputed."
    if subscription.status == "ending":
        state.date_name = "Ends"
    else:
        state.warning_text += f" You get access again with the next payment on {state.date}."
        state.consequence = "The subscription ends and you won't be charged again."


def _ended(subscription: Subscription) -> PlanState:
    return PlanState(
        kind="ended",
        title="Free plan",
        date_name=f"{TITLES[subscription.product_type]} subscription ended",
        date=long_date(subscription.ends_at),
    )


def payment_row(payment: PaymentRecord) -> PaymentRow:
    """Return a payment as the history shows it."""
    status, tone = _OUTCOMES[payment.status]
    refunded = money(payment.amount_refunded, payment.currency) if payment.amount_refunded else ""
    return PaymentRow(
        title=TITLES[payment.product_type],
        date=long_date(payment.created_at),
        amount=money(payment.amount, payment.currency),
        refunded=refunded,
        remark=_HELD if payment.status == "disputed" else "",
        status=status,
        tone=tone,
        invoice_id=payment.invoice_id or "",
    )
