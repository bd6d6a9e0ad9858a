"""What operators did, and when background jobs ran."""

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


class JobRun(SQLModel, table=True):
    """The last run of a background job; one row for each job that has run or was asked for."""

    __tablename__ = "jobs"  # pyright: ignore[reportAssignmentType]

    name: str = Field(primary_key=True, max_length=40)
    due_at: datetime = Field(sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """NULL while it runs, and after its process was killed until the next leader runs it again."""
    outcome: str | None = Field(default=None, max_length=80)
    """`done`, `database_unavailable`, `overloaded`, or the class of the exception; its traceback is in the
    log."""
