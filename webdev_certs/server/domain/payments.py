"""Prices, checkout sessions, payments and subscriptions as Stripe has them, and the access that follows.

All amounts are in the currency's minor unit, e.g. cents.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from webdev_certs.server.domain.error_codes import ConflictCode

LIFETIME = "lifetime"
PRODUCT_OF_INTERVAL = {"month": "monthly", "year": "yearly"}
PRODUCT_TYPES = (*PRODUCT_OF_INTERVAL.values(), LIFETIME)
"""In the order in which every page shows them."""

_WITHOUT_ACCESS = ("canceled", "incomplete", "incomplete_expired", "paused")
_RENEWAL_FAILED = ("past_due", "unpaid")


@dataclass(frozen=True)
class Price:
    """The price of a product.

    Attributes:
        product_type: one of `PRODUCT_TYPES`.
        price_id: Stripe's id.
        name: the product's name on screens.
        amount: in minor units.
        currency: ISO 4217 in lower case.
        interval: `month` or `year`; None for a single payment.
    """

    product_type: str
    price_id: str
    name: str
    amount: int
    currency: str
    interval: str | None


@dataclass(frozen=True)
class CheckoutSession:
    """A checkout session as Stripe has it.

    Attributes:
        id: Stripe's id.
        checkout_id: the id of our checkout, sent when the checkout session was created.
        customer_id: the paying customer.
        status: `open`, `complete` or `expired`.
        paid: whether the money has arrived.
        failed: whether it is complete, but its payment has finally failed.
        price_id: the price of its single line item; None if it has more items or a quantity above one.
        amount: the total.
        currency: ISO 4217 in lower case.
        payment_id: the payment intent of a single payment; None for a subscription.
        subscription_id: the subscription that it starts; None for a single payment.
        url: Stripe's page for this payment, while the checkout session is open.
    """

    id: str
    checkout_id: str | None
    customer_id: str | None
    status: str
    paid: bool
    failed: bool
    price_id: str | None
    amount: int | None
    currency: str | None
    payment_id: str | None
    subscription_id: str | None
    url: str | None


@dataclass(frozen=True)
class Payment:
    """An invoice with the charge that paid it, or a charge without an invoice.

    Attributes:
        payment_id: the invoice's id; without an invoice, the charge's id.
        intent_id: its payment intent.
        invoice_id: None if there is no invoice.
        subscription_id: the subscription that it pays for; None for a single payment.
        status: `paid`, `open` or `failed`.
        amount: the amount paid or due.
        refunded: the amount refunded.
        disputed: whether a dispute holds or has taken the money.
        currency: ISO 4217 in lower case.
        created_at: when the invoice or charge was created.
        paid_until: the end of the period that it pays for.
        pay_url: Stripe's page to pay it, while it is open.
        number: the number on the invoice.
    """

    payment_id: str
    intent_id: str | None
    invoice_id: str | None
    subscription_id: str | None
    status: str
    amount: int
    refunded: int
    disputed: bool
    currency: str
    created_at: datetime
    paid_until: datetime | None
    pay_url: str | None = None
    number: str | None = None

    @property
    def is_taken_back(self) -> bool:
        """Whether all of the money was refunded or is disputed."""
        return self.disputed or (self.refunded >= self.amount > 0)

    @property
    def outcome(self) -> str:
        """The status that the payment history shows."""
        if self.status != "paid":
            return self.status
        if self.disputed:
            return "disputed"
        if self.refunded:
            return "refunded" if self.is_taken_back else "partially_refunded"
        return "paid"


@dataclass(frozen=True)
class Subscription:
    """A subscription as Stripe has it.

    Attributes:
        subscription_id: Stripe's id.
        status: Stripe's status.
        interval: `month` or `year`.
        amount: the price of one period.
        currency: ISO 4217 in lower case.
        started_at: when it started.
        period_end: when the current period ends.
        ends_at: when it ends or ended; None while it renews.
    """

    subscription_id: str
    status: str
    interval: str
    amount: int
    currency: str
    started_at: datetime
    period_end: datetime
    ends_at: datetime | None

    @property
    def is_over(self) -> bool:
        """Whether it can never be charged again."""
        return self.status in ("canceled", "incomplete_expired")

    @property
    def product_type(self) -> str:
        return PRODUCT_OF_INTERVAL[self.interval]

    @property
    def state(self) -> str:
        """Our status: `active`, `ending`, `past_due` or `ended`."""
        if self.status in _WITHOUT_ACCESS:
            return "ended"
        if self.status in _RENEWAL_FAILED:
            return "past_due"
        return "active" if self.ends_at is None else "ending"


@dataclass(frozen=True)
class CustomerHistory:
    """All subscriptions and payments of one customer."""

    subscriptions: tuple[Subscription, ...]
    payments: tuple[Payment, ...]


def refusal(
    checkout_session: CheckoutSession, *, customer_id: str, price_id: str, amount: int, currency: str
) -> ConflictCode | None:
    """Return the code for how a checkout session differs from what was ordered; None if it matches.

    So nobody gets access by paying another amount to the same Stripe account.
    """
    if checkout_session.customer_id != customer_id:
        return "wrong_customer"
    if checkout_session.price_id != price_id:
        return "wrong_price"
    if checkout_session.currency != currency:
        return "wrong_currency"
    return None if checkout_session.amount == amount else "wrong_amount"


def owns_lifetime(intent_ids: Iterable[str | None], payments: Iterable[Payment]) -> bool:
    """Whether a purchase of lifetime access stands: neither fully refunded nor disputed.

    Args:
        intent_ids: the payment intent of each purchase of lifetime access; None for a free one.
        payments: all payments of the same user.
    """
    taken_back = {payment.intent_id for payment in payments if payment.is_taken_back}
    return any(intent_id not in taken_back for intent_id in intent_ids)


def access_until(
    subscription: Subscription, payments: Iterable[Payment], grace: timedelta
) -> datetime | None:
    """Return the end of the access that a subscription gives; None if it gives none.

    Access follows from the last paid period, not from the subscription's status. A refund or dispute of that
    period ends access. A subscription that will renew also has the grace period, in which Stripe collects the
    next payment or retries it.

    Args:
        subscription: the subscription.
        payments: all payments of the same user; those for other subscriptions are ignored.
        grace: how long access lasts after the paid period of a subscription that will renew.
    """
    if subscription.status in _WITHOUT_ACCESS:
        return None
    last = max(
        (
            (payment.paid_until, payment)
            for payment in payments
            if payment.subscription_id == subscription.subscription_id
            and payment.status == "paid"
            and payment.paid_until is not None
        ),
        key=lambda pair: pair[0],
        default=None,
    )
    if last is None or last[1].is_taken_back:
        return None
    return last[0] if subscription.ends_at is not None else last[0] + grace


def unpaid_renewal(subscription: Subscription, payments: Sequence[Payment]) -> Payment | None:
    """Return the latest unpaid payment of a subscription whose renewal failed; None if none failed."""
    if subscription.state != "past_due":
        return None
    unpaid = [
        payment
        for payment in payments
        if payment.subscription_id == subscription.subscription_id and payment.status != "paid"
    ]
    return max(unpaid, key=lambda payment: payment.created_at, default=None)
