"""What mailed links prove: that someone reads the mail of an address."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class OneTimeToken(SQLModel, table=True):
    """One mailed link, good once and for a while."""

    __tablename__ = "one_time_tokens"  # pyright: ignore[reportAssignmentType]

    digest: str = Field(primary_key=True, max_length=64)
    """SHA-256 of the token, hex. The token itself is 256 random bits, so no salt is needed."""
    purpose: str = Field(max_length=20)
    """`confirm_address`, `change_address` or `reset_password`."""
    user_id: UUID | None = Field(default=None, foreign_key="users.id", index=True, ondelete="CASCADE")
    """None where an unknown address asked for a reset: the row is written all the same, because the time that
    an answer takes must not tell."""
    address: str = Field(max_length=254)
    """Where it was sent, which is what it proves."""
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
