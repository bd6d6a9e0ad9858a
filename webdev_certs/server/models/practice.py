"""Practice sessions, their frozen items, when missed items come back, and learners' notes on items."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from sqlalchemy import JSON, ForeignKeyConstraint, Index
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_CLAIMS = UUID("5d0f7c1e-8b0a-4f0e-9c55-3a8f6f1f2b64")


def claimed_practice_session_id(user_id: UUID, technology: str) -> UUID:
    """Return the id of the practice session that continues a learner's sample questions.

    It is derived, so that a second claim finds the practice session of the first.
    """
    return uuid5(_CLAIMS, f"{user_id} {technology}")


class PracticeSession(SQLModel, table=True):
    """One practice session of one learner; its id is the `resultId` of the review's route."""

    __tablename__ = "practice_sessions"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("ix_practice_sessions_user_id_started_at", "user_id", "started_at"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    technology: str = Field(max_length=40)
    """The technology's id, or `all` for a review across technologies."""
    kind: str = Field(default="adaptive", max_length=16)
    """One of `schemas.practice.PracticeKind`."""
    difficulty: str | None = Field(default=None, max_length=16)
    topic: str | None = Field(default=None, max_length=40)
    """The topic's id, if the practice session is about one topic."""
    retry_of: UUID | None = None
    """The practice session whose missed items are asked again; only with the kind `retry`."""
    length: int
    answered: int = 0
    correct: int = 0
    started_at: datetime = Field(sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PracticeItem(SQLModel, table=True):
    """The item at one position of a practice session."""

    __tablename__ = "practice_items"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(["item_id", "item_version"], ["item_versions.item_id", "item_versions.version"]),
        Index("ix_practice_items_item_id_item_version", "item_id", "item_version"),
    )

    practice_session_id: UUID = Field(
        foreign_key="practice_sessions.id", primary_key=True, ondelete="CASCADE"
    )
    position: int = Field(primary_key=True)
    technology: str = Field(max_length=40)
    """The item's technology: a review can have items of several."""
    item_id: str = Field(max_length=80)
    item_version: int
    option_order: list[str] = Field(sa_type=JSON(none_as_null=True))
    match_order: list[str] = Field(sa_type=JSON(none_as_null=True))
    response: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The learner's answer in the bank's ids."""
    correct: bool | None = None
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class ReviewCard(SQLModel, table=True):
    """When an item that a learner has missed comes back: one card for each learner and item (FSRS)."""

    __tablename__ = "review_cards"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("ix_review_cards_user_id_due", "user_id", "due"),)

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    item_id: str = Field(primary_key=True, max_length=80)
    technology: str = Field(max_length=40)
    due: datetime = Field(sa_type=UtcDateTime)
    reviewed_at: datetime = Field(sa_type=UtcDateTime)
    """When the item was answered last."""
    stability: float
    """Days until the learner remembers the item with a probability of 90%."""
    difficulty: float
    """FSRS's difficulty of the item for this learner, from 1 to 10."""


class ItemAnnotation(SQLModel, table=True):
    """A learner's bookmark and note on an item; it applies to all versions of the item."""

    __tablename__ = "item_annotations"  # pyright: ignore[reportAssignmentType]

    user_id: UUID = Field(foreign_key="users.id", primary_key=True, ondelete="CASCADE")
    item_id: str = Field(primary_key=True, max_length=80)
    bookmarked: bool = False
    note: str = Field(default="", max_length=2000)
    """Plain text (`schemas.practice.MAX_NOTE`); empty without a note."""
    changed_at: datetime = Field(sa_type=UtcDateTime)
