"""Load attempts, check that they are open, and describe their state."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from sqlalchemy import and_
from sqlmodel import col, select

from webdev_certs.schemas.exams import AttemptState
from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.exams import is_over, seconds_left
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem, with_mock_exams
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import load_item, shown_response, without_key
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


def unknown_attempt() -> NotFound:
    """Return the error for an attempt that does not exist or belongs to somebody else."""
    return NotFound("test_not_found", _("This test doesn’t exist."))


class Progress(Protocol):
    """The columns that say how far an attempt is: of an `Attempt`, or of a row with only these columns."""

    position: int
    deadline: datetime
    submitted_at: datetime | None
    ended_by: str | None


async def load_current(context: Context, user_id: UUID, attempt_id: UUID) -> tuple[Attempt, AttemptItem]:
    """Load one of the learner's attempts with its current item, in one query.

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
        .where(Attempt.id == attempt_id, Attempt.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.db.exec(with_mock_exams(query))).one_or_none()
    if found is None:
        raise unknown_attempt()
    return found


async def load_given_item(context: Context, user_id: UUID, attempt_id: UUID, position: int) -> AttemptItem:
    """Load the item at a position of one of the learner's attempts.

    Raises:
        NotFound: `test_not_found`, also for an item that the learner has not been given.
    """
    query = (
        select(AttemptItem)
        .join(Attempt, col(Attempt.id) == col(AttemptItem.attempt_id))
        .where(
            Attempt.id == attempt_id,
            Attempt.user_id == user_id,
            AttemptItem.position == position,
            col(AttemptItem.position) <= col(Attempt.position),
        )
    )
    row = (await context.db.exec(with_mock_exams(query))).one_or_none()
    if row is None:
        raise unknown_attempt()
    return row


async def lock_account(context: Context, user_id: UUID) -> None:
    """Lock the account's row until the transaction ends.

    Its email decides whether a certificate is issued. An account is locked before its attempts, in the same
    order as when it is deleted, to avoid deadlocks.
    """
    await context.db.exec(select(User.id).where(User.id == user_id).with_for_update(read=True))


async def refuse_during_attempt(context: Context, user_id: UUID, *technologies: str) -> None:
    """Refuse practice, which shows keys, while the learner has an open attempt in one of the technologies.

    Raises:
        Conflict: `test_running`, with the `technology` of the attempt, its `name`, and whether it is a
            `mock`.
    """
    running = select(Attempt.technology, Attempt.mock).where(
        Attempt.user_id == user_id,
        col(Attempt.technology).in_(technologies),
        col(Attempt.submitted_at).is_(None),
        Attempt.deadline > context.now,
    )
    found = (await context.db.exec(with_mock_exams(running))).first()
    if found is not None:
        technology, mock = found
        name = technology_names(context.bank, technology).name
        raise Conflict(
            "test_running",
            _(
                "Your {name} test is running. Practice shows correct answers, so {name} practice is back "
                "when your test ends.",
                name=name,
            ),
            technology=technology,
            name=name,
            mock=mock,
        )


async def refuse_during_certification_test(
    context: Context, user_id: UUID, *, or_mock_exam: bool = False
) -> None:
    """Refuse the tutor while the learner has an open certification test, in whatever technology.

    Args:
        context: The request's context.
        user_id: The learner.
        or_mock_exam: Whether to refuse it during any mock exam, too.

    Raises:
        Conflict: As `refuse_during_attempt`.
    """
    running = select(Attempt.technology, Attempt.mock).where(
        Attempt.user_id == user_id, col(Attempt.submitted_at).is_(None), Attempt.deadline > context.now
    )
    found = (await context.db.exec(with_mock_exams(running) if or_mock_exam else running)).first()
    if found is not None:
        technology, mock = found
        name = technology_names(context.bank, technology).name
        raise Conflict(
            "test_running",
            _("Your {name} test is running. The tutor is back when your test ends.", name=name),
            technology=technology,
            name=name,
            mock=mock,
        )


def require_open(attempt: Progress, now: datetime) -> None:
    """Refuse a change to an attempt that is over.

    Raises:
        Conflict: `test_submitted`; `deadline_passed`: the time is up, even if the attempt is still open.
    """
    if attempt.submitted_at is not None and attempt.ended_by != "time_up":
        raise Conflict("test_submitted", _("This test has ended."))
    if attempt.submitted_at is not None or is_over(attempt.deadline, now):
        raise Conflict("deadline_passed", _("Time’s up for this test."))


def position_not_current(attempt: Progress) -> Conflict:
    """Return the error for an answer to an item that is not current; it names the current position."""
    return Conflict("position_not_current", _("This isn’t the current question."), position=attempt.position)


async def attempt_state(
    context: Context, attempt: Attempt, row: AttemptItem, *, resumed: bool = False
) -> AttemptState:
    """Return what the learner sees of an attempt.

    Args:
        context: The request's context.
        attempt: The attempt.
        row: Its current item, which is shown with the saved answer while the attempt is open.
        resumed: Whether the request found the attempt open.
    """
    names = technology_names(context.bank, attempt.technology)
    is_open = attempt.submitted_at is None
    item = await load_item(context, row) if is_open else None
    return AttemptState(
        test_id=attempt.id,
        technology=attempt.technology,
        mock=attempt.mock,
        name=names.name,
        status="open" if is_open else "submitted",
        position=attempt.position,
        min_items=attempt.min_items,
        pretest_items=len(attempt.pretest_positions),
        max_items=attempt.max_items + len(attempt.pretest_positions),
        started_at=attempt.started_at,
        deadline=attempt.deadline,
        seconds_left=seconds_left(attempt.deadline, context.now) if is_open else 0,
        seconds_total=int((attempt.deadline - attempt.started_at).total_seconds()),
        resumed=resumed,
        item=without_key(item, row, names, with_difficulty=False) if item else None,
        response=shown_response(item, row, row.response) if item and row.response else None,
        sequence=row.sequence if item else 0,
    )
