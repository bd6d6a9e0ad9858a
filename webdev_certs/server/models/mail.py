"""Mails on their way out."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, Text, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_WAITING = text("next_try_at IS NOT NULL")


class OutboxMail(SQLModel, table=True):
    """A mail that waits to be sent, or was sent or given up some days ago."""

    __tablename__ = "outbox"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # The worker asks every few seconds what is due, and most rows are done.
        Index("ix_outbox_next_try_at", "next_try_at", sqlite_where=_WAITING, postgresql_where=_WAITING),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    """Also in the Message-ID, so that a mail which is sent twice can be recognised."""
    recipient: str = Field(max_length=254)
    subject: str = Field(max_length=200)
    text: str = Field(sa_type=Text)
    """Empty, as `html`, once nothing more is to be done: both hold links that let people in."""
    html: str = Field(sa_type=Text)
    created_at: datetime = Field(sa_type=UtcDateTime)
    tries: int = 0
    """How many were begun."""
    next_try_at: datetime | None = Field(sa_type=UtcDateTime)
    """During a try: when another worker may take the mail, because this one must have died. None: done."""
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When it was given up."""
    last_error: str | None = Field(default=None, max_length=80)
    """Code of the last failure, e.g. `550 5.1.1`; never what the server wrote, which can hold the address."""
