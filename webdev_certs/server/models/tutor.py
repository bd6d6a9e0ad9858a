"""What learners asked the tutor, the tokens that it used, and what operators turned off."""

from datetime import date, datetime
from uuid import UUID, uuid4

from sqlalchemy import JSON, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from webdev_certs.server.models.base import UtcDateTime

_REPORTED = text("reported_at IS NOT NULL")


class TutorExchange(SQLModel, table=True):
    """One question of a learner about an answered practice item, and the tutor's answer."""

    __tablename__ = "tutor_exchanges"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(["item_id", "item_version"], ["item_versions.item_id", "item_versions.version"]),
        Index("ix_tutor_exchanges_user_id_item_id_asked_at", "user_id", "item_id", "asked_at"),
        Index("ix_tutor_exchanges_item_id_item_version", "item_id", "item_version"),
        Index(
            "ix_tutor_exchanges_reported_at",
            "reported_at",
            sqlite_where=_REPORTED,
            postgresql_where=_REPORTED,
        ),
    )

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE")
    item_id: str = Field(max_length=80)
    item_version: int
    action: str = Field(max_length=16)
    """One of `schemas.tutor.TutorAction`."""
    question: str = Field(default="", max_length=500)
    """What the learner typed; empty for the other actions."""
    answer: str = ""
    """Markdown as it was shown, after it was checked."""
    citations: list[int] = Field(sa_type=JSON)
    """The numbers of the sources that the answer names."""
    outcome: str = Field(max_length=16)
    """One of `schemas.tutor.TutorOutcome`."""
    asked_at: datetime = Field(sa_type=UtcDateTime)
    reported_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    report: str = Field(default="", max_length=500)
    """What the learner says is wrong with the answer."""


class TokenUse(SQLModel, table=True):
    """How many tokens one account has used on one day (UTC).

    Without an account, the row is about a deleted one: it still counts for the day.
    """

    __tablename__ = "token_uses"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("day", "user_id"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    day: date
    user_id: UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    tokens: int


class SwitchedOff(SQLModel, table=True):
    """A part of the product that an operator has turned off, for all processes at once."""

    __tablename__ = "switched_off"  # pyright: ignore[reportAssignmentType]

    name: str = Field(primary_key=True, max_length=40)
    since: datetime = Field(sa_type=UtcDateTime)
