"""Users, their identities at providers, login sessions, and the tokens of mailed links."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, UniqueConstraint, text
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
    tutor_consented_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its owner agreed to the use of the tutor; NULL without consent."""
    blocked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When an operator blocked the account; NULL if it is not blocked."""
    block_reason: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """Shown to the user."""


class Identity(SQLModel, table=True):
    """One account at a provider, linked to one user; a user may have several."""

    __tablename__ = "identities"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("provider", "subject"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    provider: str = Field(max_length=20)
    """`google` or `github`."""
    subject: str = Field(max_length=255)
    """The person's id at the provider. Unlike an email it never changes and is never reassigned."""
    email: str = Field(max_length=254)
    """The email at the provider when it was linked."""
    created_at: datetime = Field(sa_type=UtcDateTime)


class OneTimeToken(SQLModel, table=True):
    """One mailed link. It works once, and proves that its user receives the mail sent to `email`."""

    __tablename__ = "one_time_tokens"  # pyright: ignore[reportAssignmentType]

    digest: str = Field(primary_key=True, max_length=64)
    """SHA-256 of the token, hex. The token itself is 256 random bits, so no salt is needed."""
    purpose: str = Field(max_length=20)
    """`confirm_email`, `change_email` or `reset_password`."""
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True, ondelete="CASCADE")
    """NULL if a reset was requested for an unknown email: the row is written anyway, so that the response
    time does not reveal it."""
    email: str = Field(max_length=254)
    """Where the link was mailed to."""
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


_HAS_ENDED = text("ended_at IS NOT NULL")


class LoginSession(SQLModel, table=True):
    """One sign-in on one device. Its id is the access tokens' `sid` claim."""

    __tablename__ = "login_sessions"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        # Index for the cleanup of old login sessions.
        Index("ix_login_sessions_ended_at", "ended_at", sqlite_where=_HAS_ENDED, postgresql_where=_HAS_ENDED),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", index=True, ondelete="CASCADE")
    refresh_hash: str = Field(max_length=64, unique=True)
    """SHA-256 of the refresh token, hex. The token itself is 256 random bits, so no salt is needed."""
    device: str = Field(default="", max_length=200)
    """The User-Agent header at sign-in."""
    ip_hash: str = Field(default="", max_length=32)
    """The IP prefix it was started from, as a keyed hash (`services.shared.limits`)."""
    created_at: datetime = Field(sa_type=UtcDateTime)
    last_seen_at: datetime = Field(sa_type=UtcDateTime)
    rotated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its access token was last exchanged for a new one (decision 0028); NULL if it never was."""
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
