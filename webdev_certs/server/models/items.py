"""Item versions, their calibrated parameters, regrades and withdrawals, and reports by learners."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, ColumnElement, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.domain.families import INSTANCE_DIGITS, is_model
from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime


class ItemVersion(SQLModel, table=True):
    """One version of one item with its content, as the bank had it."""

    __tablename__ = "item_versions"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    version: int = Field(primary_key=True)
    technology: str = Field(max_length=40)
    digest: str = Field(max_length=64)
    """SHA-256 of the canonical content in hex; detects a change without a new version."""
    content: dict[str, Any] = Field(sa_type=JSON)


class ItemParameterRevision(SQLModel, table=True):
    """The parameters of one item version, or of one item model, from one calibration.

    The latest revision is in use. Earlier ones stay, because attempts were scored with them.
    """

    __tablename__ = "item_parameters"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    """The item, or the item model whose instances share the parameters. A deployment can replace
    its instances."""
    item_version: int = Field(primary_key=True)
    revision: int = Field(primary_key=True)
    """From 1."""
    model: str = Field(max_length=3)
    """`1PL`, `2PL` or `3PL`."""
    discrimination: float
    difficulty: float
    guessing: float
    discrimination_error: float | None = None
    """Standard errors; NULL where they could not be estimated."""
    difficulty_error: float | None = None
    answers: int
    """How many answers to this item there were: the sample size."""
    estimated_at: datetime = Field(sa_type=UtcDateTime)


class ItemRegrade(SQLModel, table=True):
    """A corrected key of one version of an item. The latest revision counts; earlier ones are kept.

    What was shown does not change: item versions and attempts keep it.
    """

    __tablename__ = "item_corrections"  # pyright: ignore[reportAssignmentType]

    item_id: str = Field(primary_key=True, max_length=80)
    """Id of an item or item model; the regrade of a model applies to all its instances."""
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


class AttemptRegrade(SQLModel, table=True):
    """An attempt that was scored again with a corrected key, with its result before and after."""

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
    """What is wrong (`schemas.items.FaultKind`)."""
    text: str = Field(default="", max_length=500)
    """The learner's words."""
    reported_at: datetime = Field(sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    note: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """The operator's words at closing; the learner reads them in the export."""


def is_item_or_instance(column: Any, item_id: str) -> ColumnElement[bool]:
    """Return the condition that a column has the id of an item or, for an item model, of an instance."""
    if is_model(item_id):
        return column.like(f"{item_id}-{'_' * INSTANCE_DIGITS}") | (column == item_id)
    return column == item_id
