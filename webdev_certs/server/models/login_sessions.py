"""Login sessions, each bound to one refresh token."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

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
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
