"""Billing: the plan, the payment history, canceling and resuming, and invoices."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import reflex as rx

from webdev_certs.schemas.payments import BillingState as Billing
from webdev_certs.schemas.payments import PaymentOutcome, PaymentRecord, ProductType, Subscription
from webdev_certs.shared.formatting import long_date, money
from webdev_certs.shared.translation import N_, _, pgettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.payments.plans import PERIODS, TITLES
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import log_failure
from webdev_certs.ui.states.shared.toasts import ToastState

_Answer = TypeVar("_Answer")

PAYMENTS_HEADING = "payments-title"

_TONES: dict[PaymentOutcome, str] = {
    "paid": "success",
    "partially_refunded": "neutral",
    "refunded": "neutral",
    "disputed": "warning",
    "open": "warning",
    "failed": "danger",
}
_SUBSCRIPTIONS: dict[ProductType, str] = {
    "monthly": N_("Pro Monthly"),
    "yearly": N_("Pro Yearly"),
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


class BillingState(ScreenState, rx.State):
    """What `/dashboard/billing` shows; loaded at each visit."""

    # `phase` is loading, ready or error.
    plan: rx.Field[PlanState] = rx.field(default_factory=PlanState)
    payments: rx.Field[list[PaymentRow]] = rx.field(default_factory=list)
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page of payments; empty if there is none."""
    sandbox: rx.Field[bool] = rx.field(False)
    """Whether these are test keys: no real money is charged."""
    busy: rx.Field[str] = rx.field("")
    """`cancel`, `resume`, `show_more`, or the id of the invoice that is being downloaded; else empty."""

    safe: ClassVar = N_("The problem is on our side. Your plan and your payments haven’t changed.")

    async def _load(self, api: Api) -> None:
        billing, history, config = await asyncio.gather(
            api.subscription(),
            api.payment_history(),
            read_if_possible(api.payment_config(), "the payment mode"),
        )
        self.sandbox = config is not None and config.sandbox
        self.plan = plan_state(billing)
        # Access may have ended since has_paid was loaded. The payment page offers plans only without access.
        (await self.get_state(PaymentState)).has_paid = billing.access != "none"
        self.payments = [payment_row(payment) for payment in history.rows]
        self.following = history.following
        self.phase = "ready"

    @exclusive
    async def show_more(self):
        """Append the next page of payments; do nothing after the last one."""
        if not self.following:
            return None
        history = await (await api_of(self)).payment_history(self.following)
        self.payments = [*self.payments, *map(payment_row, history.rows)]
        self.following = history.following
        # The focused button has disappeared with the last page.
        return None if self.following else rx.set_focus(PAYMENTS_HEADING)

    @exclusive
    async def cancel(self):
        """Cancel the subscription. A second click does nothing."""
        if not self.plan.consequence:
            return None
        await self._show(await (await api_of(self)).cancel_subscription())
        return ToastState.show(_("Your subscription is canceled."), "success")

    @exclusive
    async def resume(self):
        """Undo the cancellation. A second click does nothing."""
        if self.plan.kind != "ending":
            return None
        await self._show(await (await api_of(self)).resume_subscription())
        return ToastState.show(_("Your subscription continues."), "success")

    @exclusive
    async def download(self, invoice_id: str):
        """Download an invoice."""
        return await download_invoice(await api_of(self), invoice_id)

    async def _show(self, billing: Billing) -> None:
        self.plan = plan_state(billing)
        await (await self.get_state(PaymentState)).refresh_or_deny()


async def read_if_possible(call: Awaitable[_Answer], what: str) -> _Answer | None:
    """Return the answer to a call of the API; None if it fails, which is logged as the loading of `what`."""
    try:
        return await call
    except ApiError as error:
        log_failure(f"loading of {what}", error)
        return None


async def download_invoice(api: Api, invoice_id: str) -> rx.event.EventSpec:
    """Return the event that downloads an invoice as a PDF.

    Raises:
        ApiError: The invoice cannot be read.
    """
    pdf = await api.invoice(invoice_id)
    name = _("invoice-{number}.pdf", number=invoice_id)
    return rx.download(data=pdf, filename=name, mime_type="application/pdf")


def plan_state(billing: Billing) -> PlanState:
    """Return the plan that gives access now; without one, the latest subscription."""
    subscription = billing.subscription
    if billing.access == "lifetime":
        return _lifetime(subscription)
    if subscription and subscription.status != "ended":
        return _running(subscription, has_access=billing.access != "none")
    if billing.access == "granted":
        return PlanState("granted", _("Pro (granted)"), has_access=True, badge=_("Active"), tone="success")
    if subscription:
        return _ended(subscription)
    return PlanState(title=_("Free plan"))


def _lifetime(subscription: Subscription | None) -> PlanState:
    state = PlanState("lifetime", _("Pro Lifetime"), has_access=True, badge=_("Paid"), tone="success")
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
                "You keep Pro until {date} and won’t be charged again. You can resume until then. "
                "After that, practice, tests and certificates stay free.",
                date=state.date,
            )
    if not has_access and subscription.status in ("active", "ending"):
        _show_no_access(state, subscription)
    return state


def _show_no_access(state: PlanState, subscription: Subscription) -> None:
    """Show that a subscription gives no access: its payment was refunded or is disputed.

    Only the payment itself says which of them.
    """
    state.badge, state.tone = _("No access"), "warning"
    state.warning = _("This subscription doesn’t give you access right now.")
    state.warning_text = _("Its last payment was refunded or is disputed.")
    if subscription.status == "ending":
        state.date_name = _("Ends")
    else:
        state.warning_text = _(
            "Its last payment was refunded or is disputed. "
            "You’ll get access again with the next payment on {date}, or when a dispute is rejected.",
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
    held = _(
        "Your bank is holding this payment because of a dispute. You’ll get access if the dispute is "
        "rejected."
    )
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
