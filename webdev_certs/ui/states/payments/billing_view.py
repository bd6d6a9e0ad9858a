"""A person's plan and payments in words."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import BillingState, PaymentOutcome, PaymentRecord, Subscription
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.money import money
from webdev_certs.ui.states.payments.plans import RHYTHMS, TITLES

_OUTCOMES: dict[PaymentOutcome, tuple[str, str]] = {
    "paid": ("Paid", "success"),
    "partially_refunded": ("Partly refunded", "neutral"),
    "refunded": ("Refunded", "neutral"),
    "disputed": ("Disputed", "warning"),
    "open": ("Waiting for payment", "warning"),
    "failed": ("Failed", "danger"),
}
_HELD = "Your bank holds this payment back. It gives no access until the dispute is decided for us."


@dataclass
class PlanState:
    """The plan as its card shows it; these defaults are the free plan."""

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
    alarm: str = ""
    """That something needs attention, or nothing."""
    notice: str = ""
    """What the alarm means."""
    pay_url: str = ""
    """Where a failed renewal can be paid."""
    consequence: str = ""
    """What cancelling would mean; nothing where there is nothing to cancel."""
    beside: str = ""
    """What is still charged beside lifetime access; nothing for other plans."""


@dataclass
class PaymentRow:
    """One payment."""

    title: str
    date: str
    amount: str
    refunded: str
    remark: str
    """What its status means, where that is not plain."""
    status: str
    tone: str
    invoice_id: str
    """Nothing while there is no document."""


def plan_state(billing: BillingState) -> PlanState:
    """What gives access now, else the subscription that did last."""
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
        state.beside = "Nothing more is charged."
        return state
    name = f"Your {TITLES[subscription.product_type].lower()} subscription"
    if subscription.status == "ending":
        ends = long_date(subscription.ends_at)
        state.beside = f"{name} is not renewed: it ends on {ends}, and nothing more is charged for it."
        return state
    state.alarm = f"{name} still runs beside your lifetime access."
    state.notice = "You do not need both. Cancel the subscription, and nothing more is charged for it."
    state.consequence = (
        "Your lifetime access stays as it is. The subscription ends, and nothing more is charged for it."
    )
    return state


def _running(subscription: Subscription, *, has_access: bool) -> PlanState:
    state = PlanState(
        kind=subscription.status,
        title=f"{TITLES[subscription.product_type]} subscription",
        price=f"{money(subscription.amount, subscription.currency)} {RHYTHMS[subscription.interval]}",
        since=long_date(subscription.started_at),
        pay_url=subscription.pay_url or "",
    )
    match subscription.status:
        case "ending":
            state.badge, state.tone = "Cancelled", "warning"
            state.date_name, state.date = "Access until", long_date(subscription.ends_at)
        case "past_due":
            state.badge, state.tone = "Payment failed", "danger"
            state.date_name = "Access until" if has_access else "Access ended"
            state.date = long_date(subscription.grace_until)
            state.alarm = "Your last renewal was not paid."
            state.notice = (
                f"You keep your access until {state.date}. Pay by then, and nothing changes."
                if has_access
                else "Your access has ended. Pay, and it is back at once."
            )
            state.consequence = (
                "The last renewal was not paid, so there is no time left that is paid for: the subscription "
                "and your access end at once. Nothing more is charged."
            )
        case _:
            state.badge, state.tone = "Active", "success"
            state.date_name, state.date = "Next payment", long_date(subscription.renews_at)
            state.consequence = (
                f"You keep your access until {state.date}, which is paid for. After that the full reviews of "
                "your practice rounds are closed, and nothing more is charged. Until then you can resume."
            )
    if not has_access and subscription.status in ("active", "ending"):
        _take_access(state, subscription)
    return state


def _take_access(state: PlanState, subscription: Subscription) -> None:
    """Says that a subscription runs on whose payment is no longer ours."""
    state.badge, state.tone = "No access", "warning"
    state.alarm = "This subscription gives you no access at the moment."
    state.notice = "Its last payment was returned to you, or is disputed."
    if subscription.status == "ending":
        state.date_name = "Ends"
    else:
        state.notice += f" The next one is on {state.date}, and gives access again, unless you cancel before."
        state.consequence = "The subscription ends, and nothing more is charged."


def _ended(subscription: Subscription) -> PlanState:
    return PlanState(
        kind="ended",
        title="Free plan",
        date_name=f"{TITLES[subscription.product_type]} subscription ended",
        date=long_date(subscription.ends_at),
    )


def payment_row(payment: PaymentRecord) -> PaymentRow:
    """A line of the history."""
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
