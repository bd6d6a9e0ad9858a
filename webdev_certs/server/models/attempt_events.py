"""What the browser reports while an exam runs."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class AttemptEvent(SQLModel, table=True):
    """The learner left the exam's page for a while, or pasted a text. What was pasted is never sent."""

    __tablename__ = "attempt_events"  # pyright: ignore[reportAssignmentType]

    attempt_id: UUID = Field(foreign_key="attempts.id", primary_key=True, ondelete="CASCADE")
    number: int = Field(primary_key=True)
    """1, 2, 3 … in each attempt."""
    position: int
    """The item that was shown."""
    kind: str = Field(max_length=8)
    """`left` or `paste` (`schemas.exams.EventKind`)."""
    at: datetime = Field(sa_type=UtcDateTime, index=True)
    """When the report arrived, by the server's clock: for `left`, the return."""
    seconds: int | None = None
    """How long the page was left, by the browser's clock."""
