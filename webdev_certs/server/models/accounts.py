"""Users."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime
from webdev_certs.shared.translation import SOURCE_LANGUAGE

_IS_BLOCKED = text("blocked_at IS NOT NULL")


class User(SQLModel, table=True):
    """A person with an account.

    `email` is stored normalized (`services.shared.emails`). Anyone can register any email, so it is unique
    only among the accounts that have confirmed it.
    """

    __tablename__ = "users"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index(
            "uq_users_confirmed_email",
            "email",
            unique=True,
            sqlite_where=text("email_confirmed_at IS NOT NULL"),
            postgresql_where=text("email_confirmed_at IS NOT NULL"),
        ),
        # A partial index: it is read every few seconds, and almost always empty.
        Index("ix_users_blocked_at", "blocked_at", sqlite_where=_IS_BLOCKED, postgresql_where=_IS_BLOCKED),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    email: str = Field(max_length=254, index=True)
    email_confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    full_name: str = Field(max_length=120)
    password_hash: str | None = Field(default=None, max_length=255)
    """In Argon2's encoded form; NULL for an account without a password."""
    extra_time_percent: int = 0
    """0, 25, 50 or 100 percent of an exam's time, added when it starts; set by the latest granted request
    (models/extra_time.py)."""
    reduced_motion: bool = False
    language: str = Field(
        default=SOURCE_LANGUAGE, max_length=5, sa_column_kwargs={"server_default": SOURCE_LANGUAGE}
    )
    """The language of its mails, one of `shared.translation.LANGUAGES`; at first that of the registration."""
    terms_accepted_at: datetime = Field(sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)
    blocked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When an operator blocked the account; NULL if it is not blocked."""
    block_reason: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """Shown to the user."""
