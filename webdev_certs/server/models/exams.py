"""Attempts and their frozen items."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, ForeignKeyConstraint, Index, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime


class Attempt(SQLModel, table=True):
    """One attempt of one learner at the exam of a technology."""

    __tablename__ = "attempts"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("ix_attempts_user_id_technology_started_at", "user_id", "technology", "started_at"),
        # At most one open attempt for each learner and technology, even with concurrent requests.
        Index(
            "uq_attempts_open",
            "user_id",
            "technology",
            unique=True,
            sqlite_where=text("submitted_at IS NULL"),
            postgresql_where=text("submitted_at IS NULL"),
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    technology: str = Field(max_length=40)
    length: int
    position: int = 1
    """Position of the current item, from 1."""
    cut_score: int
    started_at: datetime = Field(sa_type=UtcDateTime)
    deadline: datetime = Field(sa_type=UtcDateTime)
    submitted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_by: str | None = Field(default=None, max_length=16)
    """`submitted` or `time_up`."""
    score: int | None = None
    standard_error: int | None = None
    passed: bool | None = None
    profile: list[dict[str, Any]] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The scores by topic as the result shows them (`schemas.exams.TopicScore`)."""


class AttemptItem(SQLModel, table=True):
    """The item at one position of an attempt, frozen with its version and option order."""

    __tablename__ = "attempt_items"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(["item_id", "item_version"], ["item_versions.item_id", "item_versions.version"]),
        Index("ix_attempt_items_item_id_item_version", "item_id", "item_version"),
    )

    attempt_id: UUID = Field(foreign_key="attempts.id", primary_key=True, ondelete="CASCADE")
    position: int = Field(primary_key=True)
    item_id: str = Field(max_length=80)
    item_version: int
    option_order: list[str] = Field(sa_type=JSON(none_as_null=True))
    """The bank's option ids in the order shown."""
    match_order: list[str] = Field(sa_type=JSON(none_as_null=True))
    """The bank's match ids in the order shown; empty except for match_pairs."""
    response: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The learner's answer in the bank's ids."""
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    correct: bool | None = None
    """Set when the attempt is scored, not before."""
