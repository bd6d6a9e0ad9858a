"""Wire models of what the export shows of payments; amounts are in the currency's minor unit, e.g. cents."""

from datetime import datetime

from webdev_certs.schemas.base import Response


class ExportedEntitlement(Response):
    """A reason for which there is paid access."""

    source: str
    granted_at: datetime
    until: datetime | None


class ExportedCheckout(Response):
    """An intent to buy."""

    product_type: str
    amount: int
    currency: str
    state: str
    session_id: str | None
    created_at: datetime


class ExportedPurchase(Response):
    """What was bought and fulfilled."""

    session_id: str
    product_type: str
    amount: int
    currency: str
    subscription_id: str | None
    fulfilled_at: datetime


class ExportedSubscription(Response):
    subscription_id: str
    product_type: str
    interval: str
    state: str
    amount: int
    currency: str
    started_at: datetime
    period_end: datetime
    ends_at: datetime | None
    access_until: datetime | None


class ExportedPayment(Response):
    """One line of the history."""

    payment_id: str
    product_type: str
    outcome: str
    amount: int
    refunded: int
    currency: str
    invoice_id: str | None
    created_at: datetime


class ExportedBilling(Response):
    """Paid access, and how it came about."""

    customer_id: str | None
    """Under which name the payment provider knows the person."""
    entitlements: list[ExportedEntitlement]
    checkouts: list[ExportedCheckout]
    purchases: list[ExportedPurchase]
    subscriptions: list[ExportedSubscription]
    payments: list[ExportedPayment]
