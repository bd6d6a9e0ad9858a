"""What learners report about items."""

from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime

_OPEN = text("closed_at IS NULL")


class ItemReport(SQLModel, table=True):
    """One learner's report of one item version. It is deleted with the account."""

    __tablename__ = "item_reports"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(["item_id", "item_version"], ["item_versions.item_id", "item_versions.version"]),
        UniqueConstraint("user_id", "item_id", "item_version"),
        Index("ix_item_reports_item_id_item_version", "item_id", "item_version"),
        Index("ix_item_reports_open", "reported_at", sqlite_where=_OPEN, postgresql_where=_OPEN),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    item_id: str = Field(max_length=80)
    item_version: int
    source: str = Field(max_length=8)
    """Where the learner saw the item: `exam` or `practice`."""
    kind: str = Field(max_length=16)
    """What is wrong (`schemas.reports.FaultKind`)."""
    text: str = Field(default="", max_length=500)
    """The learner's words."""
    reported_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    note: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """The operator's words at closing; the learner reads them in the export."""
