"""The operators' log."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime


class AuditEntry(SQLModel, table=True):
    """One command of an operator. Entries are never changed or deleted, and hold no email."""

    __tablename__ = "audit_entries"  # pyright: ignore[reportAssignmentType]

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    operator: str = Field(max_length=80)
    """Who ran the command: the name of their account on the machine."""
    action: str = Field(max_length=40)
    """E.g. `users block`; `users delete (started)` is committed before the first call to the provider."""
    subject: str = Field(max_length=80, index=True)
    """The id of the user or the test, or the number of the certificate."""
    reason: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
