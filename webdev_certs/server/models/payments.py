"""Tables of payments: paid access, checkouts, purchases, subscriptions, receipts, declarations, webhooks.

Subscriptions and payments are copies of Stripe's records, replaced by each sync.
"""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, Index, Text, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_RUNS, _UNPAID = text("state != 'ended'"), text("state = 'past_due'")


class Entitlement(SQLModel, table=True):
    """Paid access of one user from one source."""

    __tablename__ = "entitlements"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    source: str = Field(primary_key=True, max_length=40)
    """`lifetime` and `subscription` are paid; any other source was granted."""
    granted_at: datetime = Field(sa_type=UtcDateTime)
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When access ends; None for never."""


class Customer(SQLModel, table=True):
    """A user as a Stripe customer."""

    __tablename__ = "customers"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    customer_id: str = Field(max_length=255, unique=True)
    last_sync: int = 0
    """The number of the latest sync that has begun; each sync has its own."""
    applied_sync: int = 0
    """The number of the latest sync whose answer is stored. Answers of earlier syncs are dropped."""
    reconciled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the reconciler last synced this user because a webhook was overdue."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class Checkout(SQLModel, table=True):
    """One order. Its id is the idempotency key at Stripe and is stored with the checkout session."""

    __tablename__ = "checkouts"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # At most one open checkout a user, also with two tabs, so that nobody pays twice.
        Index(
            "uq_checkouts_open",
            "user_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
        # For the reconciler, which looks for old ones every few minutes.
        Index(
            "ix_checkouts_open",
            "created_at",
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    request_key: str = Field(max_length=64)
    """SHA-256 of the request, in hex. The same request again uses the same checkout."""
    product_type: str = Field(max_length=16)
    price_id: str = Field(max_length=255)
    amount: int
    currency: str = Field(max_length=3)
    redirect_to: str | None = Field(default=None, max_length=500)
    checkout_session_id: str | None = Field(default=None, max_length=255, unique=True)
    """None until Stripe has created the checkout session."""
    state: str = Field(default="open", max_length=16)
    """`open`, `paid`, `closed` (can no longer be paid) or `refused` (paid, but not as ordered)."""
    refusal: str | None = Field(default=None, max_length=32)
    """The code for why it was refused."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class Purchase(SQLModel, table=True):
    """A paid checkout session. The primary key ensures that it counts once."""

    __tablename__ = "purchases"  # pyright: ignore[reportAssignmentType]

    checkout_session_id: str = Field(primary_key=True, max_length=255)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    product_type: str = Field(max_length=16)
    amount: int
    currency: str = Field(max_length=3)
    intent_id: str | None = Field(default=None, max_length=255)
    """The payment intent; None for a subscription."""
    subscription_id: str | None = Field(default=None, max_length=255)
    fulfilled_at: datetime = Field(sa_type=UtcDateTime)


class WebhookEvent(SQLModel, table=True):
    """A handled webhook event. The primary key ensures that it is handled once."""

    __tablename__ = "webhook_events"  # pyright: ignore[reportAssignmentType]

    event_id: str = Field(primary_key=True, max_length=255)
    kind: str = Field(max_length=255)
    outcome: str = Field(max_length=16)
    """`applied`, `ignored` (a kind that is not handled) or `unknown` (an unknown customer)."""
    received_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Cancellation(SQLModel, table=True):
    """A cancellation that came without a sign-in, until it is carried out at Stripe."""

    __tablename__ = "cancellations"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    received_at: datetime = Field(sa_type=UtcDateTime)


class StoredDeclaration(SQLModel, table=True):
    """A cancellation or withdrawal that came without a sign-in and that an operator has to handle.

    The mail about it may be lost; this is not. It belongs to no account, because anyone can send it.
    """

    __tablename__ = "declarations"  # pyright: ignore[reportAssignmentType]

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    kind: str = Field(max_length=16)
    """`cancellation` or `withdrawal`."""
    content: dict[str, Any] = Field(sa_type=JSON(none_as_null=True))
    """What the form said, with the email in its normal form."""
    received_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Subscription(SQLModel, table=True):
    """A subscription that was bought here."""

    __tablename__ = "subscriptions"  # pyright: ignore[reportAssignmentType]
    # For the reconciler, which looks for overdue ones every few minutes.
    __table_args__ = (
        Index("ix_subscriptions_running", "period_end", sqlite_where=_RUNS, postgresql_where=_RUNS),
        Index("ix_subscriptions_past_due", "user_id", sqlite_where=_UNPAID, postgresql_where=_UNPAID),
    )

    subscription_id: str = Field(primary_key=True, max_length=255)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    product_type: str = Field(max_length=16)
    interval: str = Field(max_length=8)
    state: str = Field(max_length=16)
    """`active`, `ending`, `past_due` or `ended`."""
    amount: int
    currency: str = Field(max_length=3)
    started_at: datetime = Field(sa_type=UtcDateTime)
    period_end: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    access_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    pay_url: str | None = Field(default=None, sa_type=Text)
    """Stripe's page to pay a failed renewal."""
    notified_payment_id: str | None = Field(default=None, max_length=255)
    """The failed renewal that the user got a mail about."""


class Payment(SQLModel, table=True):
    """One payment in a user's history."""

    __tablename__ = "payments"  # pyright: ignore[reportAssignmentType]

    payment_id: str = Field(primary_key=True, max_length=255)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    product_type: str = Field(max_length=16)
    outcome: str = Field(max_length=24)
    amount: int
    refunded: int
    currency: str = Field(max_length=3)
    invoice_id: str | None = Field(default=None, max_length=255)
    created_at: datetime = Field(sa_type=UtcDateTime)


class Receipt(SQLModel, table=True):
    """A payment that the user got a receipt for. The primary key ensures that they get only one."""

    __tablename__ = "receipts"  # pyright: ignore[reportAssignmentType]

    reference: str = Field(primary_key=True, max_length=255)
    """The invoice of a subscription, or the payment intent of a single payment. Neither ever changes."""
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    queued_at: datetime = Field(sa_type=UtcDateTime)
