"""The outbox."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, Text, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_WAITING = text("next_try_at IS NOT NULL")


class OutboxMail(SQLModel, table=True):
    """A mail that is waiting to be sent, or was sent or given up within the last days."""

    __tablename__ = "outbox"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # The worker asks for due mails every few seconds, and most rows are done.
        Index("ix_outbox_next_try_at", "next_try_at", sqlite_where=_WAITING, postgresql_where=_WAITING),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    """Also in the Message-ID, so that a mail sent twice can be recognized."""
    recipient: str = Field(max_length=254)
    reply_to: str | None = Field(default=None, max_length=254)
    """The email that answers go to, if not to the sender. NULL once the mail is done."""
    subject: str = Field(max_length=200)
    text: str = Field(sa_type=Text)
    """Emptied, like `html`, once the mail is done: both can hold links that grant access to an account."""
    html: str = Field(sa_type=Text)
    created_at: datetime = Field(sa_type=UtcDateTime)
    tries: int = 0
    """How often sending was started."""
    next_try_at: datetime | None = Field(sa_type=UtcDateTime)
    """When the mail is due; during a try, when the worker's lease on it expires. NULL once it is done."""
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the mail was given up."""
    last_error: str | None = Field(default=None, max_length=80)
    """Code of the last failure, e.g. `550 5.1.1`; never the server's own text, which can quote the email."""
