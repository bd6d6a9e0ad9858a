"""Issued certificates: what they say is frozen."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class Certificate(SQLModel, table=True):
    """One certificate, found by its number."""

    __tablename__ = "certificates"  # pyright: ignore[reportAssignmentType]

    number: str = Field(primary_key=True, max_length=24)
    """Canonical form, e.g. `WDC-RE-7K3M-92QF-Z`."""
    user_id: UUID | None = Field(foreign_key="users.id", index=True, ondelete="SET NULL")
    """None when the holder has deleted the account; the certificate can be verified all the same."""
    attempt_id: UUID | None = Field(foreign_key="attempts.id", unique=True, ondelete="SET NULL")
    """Unique: one attempt earns one certificate, however often it is submitted. None as `user_id`."""
    technology: str = Field(max_length=40)
    title: str = Field(max_length=120)
    holder_name: str | None = Field(max_length=120)
    """None as `user_id`."""
    score: int
    score_public: bool = False
    issued_at: datetime = Field(sa_type=UtcDateTime)
    expires_at: datetime = Field(sa_type=UtcDateTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    revocation_reason: str | None = Field(default=None, max_length=40)
    """E.g. `holder_left`."""
