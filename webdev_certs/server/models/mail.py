"""The outbox, the mails that people switched on or off, and reminders that become due."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, Text, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_WAITING = text("next_try_at IS NOT NULL")
_HAS_USER = text("user_id IS NOT NULL")


class OutboxMail(SQLModel, table=True):
    """A mail that is waiting to be sent, or was sent or given up within the last days."""

    __tablename__ = "outbox"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # The worker asks for due mails every few seconds, and most rows are done.
        Index("ix_outbox_next_try_at", "next_try_at", sqlite_where=_WAITING, postgresql_where=_WAITING),
        # For accounts that are deleted and kinds that are switched off.
        Index("ix_outbox_user_id", "user_id", sqlite_where=_HAS_USER, postgresql_where=_HAS_USER),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    """Also in the Message-ID, so that a mail sent twice can be recognized."""
    recipient: str = Field(max_length=254)
    reply_to: str | None = Field(default=None, max_length=254)
    """The email that answers go to, if not to the sender. NULL once the mail is done."""
    user_id: UUID | None = Field(default=None, foreign_key="users.id", ondelete="CASCADE")
    """Whose it is, if it can be switched off; such a mail goes with the account."""
    kind: str | None = Field(default=None, max_length=16)
    """Its `shared.vocabulary.MailKind`, if it can be switched off."""
    about: UUID | None = None
    """The attempt that the mail is about, which may make it wrong before it is sent."""
    unsubscribe: str | None = Field(default=None, max_length=500)
    """The URL that switches its kind off (RFC 8058). NULL, like `reply_to`, once the mail is done."""
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


class MailChoice(SQLModel, table=True):
    """Whether a user wants one kind of mail; without a row, as `schemas.profile.MailChoices` says."""

    __tablename__ = "mail_choices"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    kind: str = Field(primary_key=True, max_length=16)
    wanted: bool


class Reminder(SQLModel, table=True):
    """A mail that becomes due. The row is deleted in the transaction that queues the mail."""

    __tablename__ = "reminders"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    kind: str = Field(primary_key=True, max_length=16)
    """`expiry`, `retake` or `practice` (`shared.vocabulary.MailKind`)."""
    about: UUID = Field(primary_key=True)
    """The attempt; for `practice` the user."""
    due_at: datetime = Field(sa_type=UtcDateTime, index=True)
