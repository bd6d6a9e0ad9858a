"""Requests for extra time in exams."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime

_IS_OPEN = text("state = 'asked'")


class ExtraTimeRequest(SQLModel, table=True):
    """One learner's request for extra time, which an operator grants or refuses.

    `users.extra_time_percent` is what the latest granted request says.
    """

    __tablename__ = "extra_time_requests"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("ix_extra_time_requests_user_id_asked_at", "user_id", "asked_at"),
        # At most one open request for each learner, even with concurrent requests.
        Index(
            "uq_extra_time_requests_open",
            "user_id",
            unique=True,
            sqlite_where=_IS_OPEN,
            postgresql_where=_IS_OPEN,
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    percent: int
    """25, 50 or 100 percent of an exam's time, added when it starts."""
    reason: str | None = Field(default=None, max_length=500)
    """The learner's words; deleted with the decision, because they may say something about their health."""
    state: str = Field(max_length=8)
    """`asked`, `granted` or `refused` (`schemas.extra_time.RequestState`)."""
    asked_at: datetime = Field(sa_type=UtcDateTime)
    decided_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    note: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """The operator's words; the learner reads them."""
