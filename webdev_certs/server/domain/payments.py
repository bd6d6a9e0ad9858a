"""What is bought, what the provider says of it, and what access follows; all amounts in minor units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

LIFETIME = "lifetime"
PRODUCT_OF_INTERVAL = {"month": "monthly", "year": "yearly"}
PRODUCT_TYPES = (LIFETIME, *PRODUCT_OF_INTERVAL.values())

_WITHOUT_ACCESS = ("canceled", "incomplete", "incomplete_expired", "paused")
_RENEWAL_FAILED = ("past_due", "unpaid")


@dataclass(frozen=True)
class Price:
    """What a product costs.

    Attributes:
        product_type: one of `PRODUCT_TYPES`.
        price_id: the provider's.
        name: of the product, for people.
        amount: minor units.
        currency: ISO 4217 in small letters.
        interval: `month` or `year`; None for one payment.
    """

    product_type: str
    price_id: str
    name: str
    amount: int
    currency: str
    interval: str | None


@dataclass(frozen=True)
class Session:
    """A checkout session as the provider has it.

    Attributes:
        session_id: the provider's.
        checkout_id: our own reference, given when it was created.
        customer_id: who pays.
        status: `open`, `complete` or `expired`.
        paid: the money has arrived.
        failed: complete, but its payment has failed for good.
        price_id: of its one line; None if it has not exactly one piece of one price.
        amount: the total.
        currency: ISO 4217 in small letters.
        payment_id: the payment intent of one payment; None for a subscription.
        subscription_id: None for one payment.
        url: the page to pay on, while it is open.
    """

    session_id: str
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
        payment_id: the invoice's id, else the charge's.
        intent_id: the payment intent behind it.
        invoice_id: None while there is no document.
        subscription_id: which it renews; None for one payment.
        status: `paid`, `open` or `failed`.
        amount: what was, or is to be, paid.
        refunded: what was given back.
        disputed: a dispute holds the money, or has taken it.
        currency: ISO 4217 in small letters.
        created_at: when it was made out.
        paid_until: end of the period that it pays for.
        pay_url: the provider's page to pay it on, while it is open.
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

    @property
    def is_taken_back(self) -> bool:
        """Whether the money has left us again, all of it."""
        return self.disputed or (self.refunded >= self.amount > 0)

    @property
    def outcome(self) -> str:
        """In one word, as the history shows it."""
        if self.status != "paid":
            return self.status
        if self.disputed:
            return "disputed"
        if self.refunded:
            return "refunded" if self.is_taken_back else "partially_refunded"
        return "paid"


@dataclass(frozen=True)
class Subscription:
    """A subscription as the provider has it.

    Attributes:
        subscription_id: the provider's.
        status: the provider's word.
        interval: `month` or `year`.
        amount: of one period.
        currency: ISO 4217 in small letters.
        started_at: when it began.
        period_end: when the current period ends.
        ends_at: when it ends or has ended; None while it renews.
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
        """Whether it can charge nothing any more, whatever happens."""
        return self.status in ("canceled", "incomplete_expired")

    @property
    def product_type(self) -> str:
        return PRODUCT_OF_INTERVAL[self.interval]

    @property
    def state(self) -> str:
        """`active`, `ending`, `past_due` or `ended`."""
        if self.status in _WITHOUT_ACCESS:
            return "ended"
        if self.status in _RENEWAL_FAILED:
            return "past_due"
        return "active" if self.ends_at is None else "ending"


@dataclass(frozen=True)
class Account:
    """All that the provider has of one customer, beside sessions."""

    subscriptions: tuple[Subscription, ...]
    payments: tuple[Payment, ...]


def refusal(session: Session, *, customer_id: str, price_id: str, amount: int, currency: str) -> str | None:
    """Why a session is not what we asked for, as a code, or None.

    Nobody gets access by paying some other sum of the same account.
    """
    if session.customer_id != customer_id:
        return "wrong_customer"
    if session.price_id != price_id:
        return "wrong_price"
    if session.currency != currency:
        return "wrong_currency"
    return None if session.amount == amount else "wrong_amount"


def owns_lifetime(intent_ids: Iterable[str | None], payments: Iterable[Payment]) -> bool:
    """Whether one of the payments for lifetime access is still ours.

    Args:
        intent_ids: the payment intent of each purchase of it; None for one that cost nothing.
        payments: of the same person.
    """
    taken_back = {payment.intent_id for payment in payments if payment.is_taken_back}
    return any(intent_id not in taken_back for intent_id in intent_ids)


def access_until(
    subscription: Subscription, payments: Iterable[Payment], grace: timedelta
) -> datetime | None:
    """Until when a subscription gives access, or None.

    It follows what was paid, not what the subscription calls itself: a period is paid for, its money can be
    taken back, and one that is to renew is given the grace period after its end, in which the provider
    collects, or tries to.

    Args:
        subscription: of one person.
        payments: of the same person; those of other subscriptions do not count.
        grace: how long access outlives the paid period of a subscription that has not been ended.
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
    """The latest payment that a failed renewal waits for, or None while all is well."""
    if subscription.state != "past_due":
        return None
    waiting = [
        payment
        for payment in payments
        if payment.subscription_id == subscription.subscription_id and payment.status != "paid"
    ]
    return max(waiting, key=lambda payment: payment.created_at, default=None)
