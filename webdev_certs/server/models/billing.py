"""Tables of subscriptions and payments (copies of Stripe's records, replaced by each sync) and receipts."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, Text, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_RUNS, _UNPAID = text("state != 'ended'"), text("state = 'past_due'")


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
