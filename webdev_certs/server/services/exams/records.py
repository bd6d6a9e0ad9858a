"""Finding attempts, and what is said about one that runs."""

from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from sqlalchemy import and_
from sqlmodel import col, select

from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.schemas.exams import TestState
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.items.frozen import load_item, shown, shown_response


def unknown_test() -> NotFound:
    """One answer for tests that do not exist, are someone else's, or cannot exist."""
    return NotFound("test_not_found", "There is no such test.")


class Progress(Protocol):
    """How far an attempt has come: a whole `Attempt`, or a row with these columns of it."""

    position: int
    deadline: datetime
    submitted_at: datetime | None
    ended_by: str | None


async def load_current(context: Context, user_id: UUID, test_id: UUID) -> tuple[Attempt, AttemptItem]:
    """A learner's attempt with its current item, in one query.

    Raises:
        NotFound: `test_not_found`.
    """
    query = (
        select(Attempt, AttemptItem)
        .join(
            AttemptItem,
            and_(
                col(AttemptItem.attempt_id) == col(Attempt.id),
                col(AttemptItem.position) == col(Attempt.position),
            ),
        )
        .where(Attempt.id == test_id, Attempt.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.session.exec(query)).one_or_none()
    if found is None:
        raise unknown_test()
    return found


async def refuse_during_test(context: Context, user_id: UUID, technology: str) -> None:
    """Keeps practice, which tells keys, away from a running test in the same technology; one query.

    Raises:
        Conflict: `test_running`.
    """
    running = select(Attempt.id).where(
        Attempt.user_id == user_id,
        Attempt.technology == technology,
        col(Attempt.submitted_at).is_(None),
        Attempt.deadline > context.now,
    )
    if (await context.session.exec(running)).first() is not None:
        raise Conflict(
            "test_running", "Your test in this technology is running. Practice goes on when it has ended."
        )


def require_open(attempt: Progress, now: datetime) -> None:
    """Refuses what only a running attempt allows.

    Raises:
        Conflict: `test_submitted`, or `deadline_passed` when it ended, or should have, by the clock.
    """
    if attempt.submitted_at is not None and attempt.ended_by == "submitted":
        raise Conflict("test_submitted", "This test has been submitted.")
    if attempt.submitted_at is not None or now >= attempt.deadline:
        raise Conflict("deadline_passed", "The time for this test is up.")


def position_not_current(attempt: Progress) -> Conflict:
    """The refusal of an answer to another item than the current one, which it names."""
    return Conflict("position_not_current", "This is not the current question.", position=attempt.position)


async def state(context: Context, attempt: Attempt, row: AttemptItem, *, resumed: bool = False) -> TestState:
    """What the taker sees: the current item with its saved answer, or, once submitted, neither."""
    names = technology_names(context.bank, attempt.technology)
    running = attempt.submitted_at is None
    item = await load_item(context, row) if running else None
    return TestState(
        test_id=attempt.id,
        technology=attempt.technology,
        name=names.name,
        status="open" if running else "submitted",
        position=attempt.position,
        length=attempt.length,
        started_at=attempt.started_at,
        deadline=attempt.deadline,
        seconds_left=seconds_left(attempt, context.now) if running else 0,
        seconds_total=int((attempt.deadline - attempt.started_at).total_seconds()),
        resumed=resumed,
        item=shown(item, row, names) if item else None,
        response=shown_response(item, row, row.response) if item and row.response else None,
    )


def seconds_left(attempt: Progress, now: datetime) -> int:
    """Whole seconds until the deadline; 0 after it."""
    return max(0, int((attempt.deadline - now).total_seconds()))


def retake_at(submitted_at: datetime, retake_days: int) -> datetime:
    """From when the technology may be tried again, whether the test was passed or failed."""
    return submitted_at + timedelta(days=retake_days)
