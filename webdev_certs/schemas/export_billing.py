"""Wire models of the billing part of a data export; amounts are in the currency's minor unit, e.g. cents."""

from datetime import datetime

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.payments import PaymentRecord, Subscription


class ExportedEntitlement(Response):
    """Paid access from one source."""

    source: str
    granted_at: datetime
    until: datetime | None


class ExportedCheckout(Response):
    product_type: str
    amount: int
    currency: str
    state: str
    checkout_session_id: str | None
    created_at: datetime


class ExportedPurchase(Response):
    """A checkout session that was paid."""

    checkout_session_id: str
    product_type: str
    amount: int
    currency: str
    subscription_id: str | None
    fulfilled_at: datetime


class ExportedReceipt(Response):
    """A payment with a receipt by email."""

    reference: str
    """The invoice of a subscription, or the payment intent of a single payment."""
    queued_at: datetime


class ExportedBilling(Response):
    """Paid access, orders and payments."""

    customer_id: str | None
    """The user's customer id at Stripe."""
    entitlements: list[ExportedEntitlement]
    checkouts: list[ExportedCheckout]
    purchases: list[ExportedPurchase]
    subscriptions: list[Subscription]
    payments: list[PaymentRecord]
    receipts: list[ExportedReceipt]
