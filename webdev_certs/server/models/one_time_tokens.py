"""Tokens of mailed links."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


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
