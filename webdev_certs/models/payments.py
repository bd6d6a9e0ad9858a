"""Who has paid access."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field, SQLModel

from webdev_certs.models.base import UtcDateTime


class Entitlement(SQLModel, table=True):
    """Paid access of one person: its row's existence is `has_paid`."""

    __tablename__ = "entitlements"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    source: str = Field(max_length=40)
    """Where it came from, e.g. `granted`."""
    granted_at: datetime = Field(sa_type=UtcDateTime)
