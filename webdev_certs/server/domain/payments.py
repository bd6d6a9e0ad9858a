"""Prices, checkout sessions, payments and subscriptions as Stripe has them.

All amounts are in the currency's minor unit, e.g. cents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

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
        product_type: One of `PRODUCT_TYPES`.
        price_id: Stripe's id.
        name: The product's name on screens.
        amount: In minor units.
        currency: ISO 4217 in lower case.
        interval: `month` or `year`; None for a single payment.
        amounts: Currency → amount, for each currency in which it can be paid.
    """

    product_type: str
    price_id: str
    name: str
    amount: int
    currency: str
    interval: str | None
    amounts: Mapping[str, int] = field(default_factory=dict)


def in_currency(prices: Sequence[Price], currency: str | None) -> list[Price]:
    """Return prices in a currency if all of them can be paid in it; otherwise as they are.

    Nobody could compare plans whose prices are in different currencies.
    """
    if currency is None or any(currency not in price.amounts for price in prices):
        return list(prices)
    return [replace(price, amount=price.amounts[currency], currency=currency) for price in prices]


@dataclass(frozen=True)
class CheckoutSession:
    """A checkout session as Stripe has it.

    Attributes:
        id: Stripe's id.
        checkout_id: The id of the checkout in the database, sent when the checkout session was created.
        customer_id: The paying customer.
        status: `open`, `complete` or `expired`.
        paid: Whether the money has arrived.
        failed: Whether it is complete, but its payment has finally failed.
        price_id: The price of its single line item; None if it has more items or a quantity above one.
        amount: The total.
        currency: ISO 4217 in lower case.
        payment_id: The payment intent of a single payment; None for a subscription.
        subscription_id: The subscription that it starts; None for a single payment.
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
        payment_id: The invoice's id; without an invoice, the charge's id.
        intent_id: Its payment intent.
        invoice_id: None if there is no invoice.
        subscription_id: The subscription that it pays for; None for a single payment.
        status: `paid`, `open` or `failed`.
        amount: The amount paid or due.
        refunded: The amount refunded.
        disputed: Whether a dispute holds or has taken the money.
        currency: ISO 4217 in lower case.
        created_at: When the invoice or charge was created.
        paid_until: The end of the period that it pays for.
        pay_url: Stripe's page to pay it, while it is open.
        number: The number on the invoice.
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
        amount: The price of one period.
        currency: ISO 4217 in lower case.
        started_at: When it started.
        period_end: When the current period ends.
        ends_at: When it ends or ended; None while it renews.
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
        """The product's status: `active`, `ending`, `past_due` or `ended`."""
        if self.status in _WITHOUT_ACCESS:
            return "ended"
        if self.status in _RENEWAL_FAILED:
            return "past_due"
        return "active" if self.ends_at is None else "ending"


@dataclass(frozen=True)
class CustomerHistory:
    """All subscriptions and payments of one customer.

    Attributes:
        subscriptions: Those with the interval of a product.
        payments: All payments.
        other_subscription_ids: Running subscriptions with another interval, e.g. one that the seller has
            made by hand. They give no access, but are charged.
    """

    subscriptions: tuple[Subscription, ...]
    payments: tuple[Payment, ...]
    other_subscription_ids: tuple[str, ...] = ()
