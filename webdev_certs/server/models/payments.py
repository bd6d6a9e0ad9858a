"""Who has paid access, what they ordered and bought, and which messages of the provider were acted on."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class Entitlement(SQLModel, table=True):
    """A reason for which one person has paid access."""

    __tablename__ = "entitlements"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    source: str = Field(primary_key=True, max_length=40)
    """`lifetime` and `subscription` follow payment; anything else was granted."""
    granted_at: datetime = Field(sa_type=UtcDateTime)
    until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When it ends by itself; None for never."""


class Customer(SQLModel, table=True):
    """A person as the provider's customer."""

    __tablename__ = "customers"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    customer_id: str = Field(max_length=255, unique=True)
    asked: int = 0
    """Number of the latest question to the provider of how things stand; each has its own."""
    applied: int = 0
    """Number of the question whose answer is stored; an older one's changes nothing any more."""
    reconciled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When we asked of our own accord, because a message was overdue."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class Checkout(SQLModel, table=True):
    """One intent to buy. Its id is the idempotency key with the provider, and the session names it."""

    __tablename__ = "checkouts"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # One a person, whatever two tabs do at once: nobody is to pay twice.
        Index(
            "uq_checkouts_open",
            "user_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    request_key: str = Field(max_length=64)
    """SHA-256 of all that was asked for, hex: the same again is a double click."""
    product_type: str = Field(max_length=16)
    price_id: str = Field(max_length=255)
    amount: int
    currency: str = Field(max_length=3)
    redirect_to: str | None = Field(default=None, max_length=500)
    session_id: str | None = Field(default=None, max_length=255, unique=True)
    """None until the provider has answered."""
    state: str = Field(default="open", max_length=16)
    """`open`, `paid`, `closed` (can no longer be paid) or `refused` (paid, but not as it was ordered)."""
    refusal: str | None = Field(default=None, max_length=32)
    """Why it was refused, as a code."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class Purchase(SQLModel, table=True):
    """A checkout session that was paid and fulfilled; its key is what makes that happen once."""

    __tablename__ = "purchases"  # pyright: ignore[reportAssignmentType]

    session_id: str = Field(primary_key=True, max_length=255)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    product_type: str = Field(max_length=16)
    amount: int
    currency: str = Field(max_length=3)
    intent_id: str | None = Field(default=None, max_length=255)
    """The payment intent of one payment."""
    subscription_id: str | None = Field(default=None, max_length=255)
    fulfilled_at: datetime = Field(sa_type=UtcDateTime)


class WebhookEvent(SQLModel, table=True):
    """A message of the provider that has been dealt with; its key makes that happen once."""

    __tablename__ = "webhook_events"  # pyright: ignore[reportAssignmentType]

    event_id: str = Field(primary_key=True, max_length=255)
    kind: str = Field(max_length=255)
    outcome: str = Field(max_length=16)
    """`applied`, `ignored` (of a kind we do not act on) or `unknown` (about nobody we know)."""
    received_at: datetime = Field(sa_type=UtcDateTime)
