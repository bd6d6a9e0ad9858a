"""Corrections of keys after exams, the attempts they regraded, and withdrawn items."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import JSON, ForeignKeyConstraint
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime


class ItemCorrection(SQLModel, table=True):
    """Another key for one version of an item. The latest revision counts; earlier ones are kept.

    What was shown does not change: item versions and attempts keep it.
    """

    __tablename__ = "item_corrections"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    """Id of an item or item model; the correction of a model applies to all its instances."""
    item_version: int = Field(primary_key=True)
    revision: int = Field(primary_key=True)
    """1, 2, 3 … for each item version."""
    keys: list[dict[str, Any]] = Field(sa_type=JSON(none_as_null=True))
    """Answers that fit any of these keys are correct. Each has the key's fields as the item file has them.
    Empty: the item does not count.
    """
    takes_passes_away: bool = False
    """Whether an attempt that was passed can become failed."""
    reason: str = Field(max_length=MAX_OPERATORS_TEXT)
    created_at: datetime = Field(sa_type=UtcDateTime)


class Regrade(SQLModel, table=True):
    """An attempt that was scored again after a correction, with its result before and after."""

    __tablename__ = "regrades"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(
            ["item_id", "item_version", "revision"],
            ["item_corrections.item_id", "item_corrections.item_version", "item_corrections.revision"],
        ),
    )

    attempt_id: UUID = Field(foreign_key="attempts.id", primary_key=True, ondelete="CASCADE")
    item_id: str = Field(primary_key=True, max_length=80)
    item_version: int = Field(primary_key=True)
    revision: int = Field(primary_key=True)
    regraded_at: datetime = Field(sa_type=UtcDateTime)
    score_before: int
    passed_before: bool
    score_after: int
    passed_after: bool


class ItemWithdrawal(SQLModel, table=True):
    """An item, or an item model, that is no longer used in exams."""

    __tablename__ = "item_withdrawals"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    reason: str = Field(max_length=MAX_OPERATORS_TEXT)
    withdrawn_at: datetime = Field(sa_type=UtcDateTime)
