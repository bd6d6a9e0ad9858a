"""Attempts with their frozen items and events, and requests for extra time."""

from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID, uuid4

from sqlalchemy import JSON, BigInteger, Executable, ForeignKeyConstraint, Index, event, false, text
from sqlalchemy.orm import ORMExecuteState, Session, with_loader_criteria
from sqlmodel import Field, SQLModel, col

from webdev_certs.server.models.base import MAX_OPERATORS_TEXT, UtcDateTime


class Attempt(SQLModel, table=True):
    """One attempt of one learner at the exam of a technology, or at its mock exam.

    Queries find no mock exams unless they ask for them (`with_mock_exams`).
    """

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
    mock: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether it is a mock exam: made of practice items, and without any consequence."""
    min_items: int = 20
    """With fewer scored answers, the exam does not end by a decision, and is not passed."""
    max_items: int = 40
    """The attempt ends at the latest after this many scored items."""
    pretest_positions: list[int] = Field(default_factory=list, sa_type=JSON(none_as_null=True))
    """The positions that get a pretest item, if one is allowed."""
    position: int = 1
    """Position of the current item, from 1."""
    cut_score: int
    passing_rule: int = Field(default=1, sa_column_kwargs={"server_default": "1"})
    """1: the score alone decides, also when the learner ends early; 2: the exam must have come to its end
    (`domain.exams.is_passed`)."""
    started_at: datetime = Field(sa_type=UtcDateTime)
    deadline: datetime = Field(sa_type=UtcDateTime)
    submitted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_by: str | None = Field(default=None, max_length=16)
    """`submitted`, `time_up`, `decided`, `max_items` or `no_items` (`schemas.exams.EndReason`)."""
    score: int | None = None
    standard_error: int | None = None
    passed: bool | None = None
    profile: list[dict[str, Any]] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The scores by topic (`exams.scoring`); results show them as bands."""


_ONLY_EXAMS = with_loader_criteria(Attempt, col(Attempt.mock).is_(False), include_aliases=True)
_WITH_MOCK_EXAMS = "with_mock_exams"
QueryT = TypeVar("QueryT", bound=Executable)


def with_mock_exams(query: QueryT) -> QueryT:
    """Return a query of attempts that finds mock exams too."""
    return query.execution_options(**{_WITH_MOCK_EXAMS: True})


@event.listens_for(Session, "do_orm_execute")
def _leave_out_mock_exams(execution: ORMExecuteState) -> None:
    """Leave mock exams out of every query that does not ask for them.

    Otherwise a new query could give them a certificate, or count them among the attempts. SQLAlchemy applies
    the condition only where the query names `Attempt` in its columns, in `join` or in `select_from`.
    """
    is_query = execution.is_select and not execution.is_column_load
    if is_query and not execution.execution_options.get(_WITH_MOCK_EXAMS):
        execution.statement = execution.statement.options(_ONLY_EXAMS)


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
    scored: bool = True
    """False for a pretest item. It stays so when the item moves to the certification pool later."""
    shown_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When the item was chosen. None in attempts that began before exams were adaptive, as below."""
    theta: float | None = None
    """The ability estimate when the item was chosen."""
    sd: float | None = None
    """The standard error of that estimate."""
    seed: int | None = Field(default=None, sa_type=BigInteger)
    """Seed of the random part of the choice, so that it can be repeated."""
    exposure_rate: float | None = None
    """The share of earlier attempts that contained the item."""
    parameters: list[float] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The item's parameters a, b, c and d when it was chosen. The score is computed with these."""
    response: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The learner's answer in the bank's ids."""
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    sequence: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The number of the saved answer (`schemas.exams.SaveAnswer`)."""
    correct: bool | None = None
    """Set when the attempt is scored, not before."""


class ExamCount(SQLModel, table=True):
    """How many attempts at an exam there have been, for the exposure rates of its items."""

    __tablename__ = "exam_counts"  # pyright: ignore[reportAssignmentType]

    technology: str = Field(primary_key=True, max_length=40)
    attempts: int = 0


class ItemExposure(SQLModel, table=True):
    """How many attempts at an exam contained an item."""

    __tablename__ = "item_exposures"  # pyright: ignore[reportAssignmentType]

    technology: str = Field(primary_key=True, max_length=40)
    item_id: str = Field(primary_key=True, max_length=80)
    attempts: int = 0


class ExamStart(SQLModel, table=True):
    """That somebody with this mailbox started an exam. It outlives the attempt and its account."""

    __tablename__ = "exam_starts"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("ix_exam_starts_mailbox_hash_technology", "mailbox_hash", "technology"),)

    attempt_id: UUID = Field(primary_key=True)
    """Not a foreign key, because the attempt is deleted with its account."""
    mailbox_hash: str = Field(primary_key=True, max_length=64)
    """Keyed hash (HMAC-SHA-256) of the mailbox (`services.shared.emails`), in hex."""
    technology: str = Field(max_length=40)
    started_at: datetime = Field(sa_type=UtcDateTime, index=True)


class Retake(SQLModel, table=True):
    """A retake date of an email whose account was deleted, or has another email since.

    Only releases before `ExamStart` wrote it. It is read until its dates have passed.
    """

    __tablename__ = "retakes"  # pyright: ignore[reportAssignmentType]

    email_hash: str = Field(primary_key=True, max_length=64)
    """Keyed hash (HMAC-SHA-256) of the normalized email, in hex."""
    technology: str = Field(primary_key=True, max_length=40)
    retake_at: datetime = Field(sa_type=UtcDateTime, index=True)


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


_IS_UNDECIDED = text("decided_at IS NULL")


class AttemptReview(SQLModel, table=True):
    """A passing attempt that gets no certificate before an operator has decided about it."""

    __tablename__ = "attempt_reviews"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index(
            "ix_attempt_reviews_undecided",
            "held_at",
            sqlite_where=_IS_UNDECIDED,
            postgresql_where=_IS_UNDECIDED,
        ),
    )

    attempt_id: UUID = Field(foreign_key="attempts.id", primary_key=True, ondelete="CASCADE")
    reasons: list[str] = Field(sa_type=JSON(none_as_null=True))
    """Codes (`schemas.exams.ReviewReason`)."""
    held_at: datetime = Field(sa_type=UtcDateTime)
    decided_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    decision: str | None = Field(default=None, max_length=8)
    """`released` or `refused` (`schemas.exams.ReviewDecision`); a refused attempt is not passed."""
    note: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """The operator's words; the learner reads them."""


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
    """`asked`, `granted` or `refused` (`schemas.exams.RequestState`)."""
    asked_at: datetime = Field(sa_type=UtcDateTime)
    decided_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    note: str | None = Field(default=None, max_length=MAX_OPERATORS_TEXT)
    """The operator's words; the learner reads them."""
