"""Close attempts, by the learner or by the deadline: score them once, and issue certificates or hold them.

The answers of mock exams become practice answers instead.
"""

import logging
from datetime import datetime
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.exams import EndReason
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.models.exams import Attempt, with_mock_exams
from webdev_certs.server.services.exams.attempt_state import lock_account, unknown_attempt
from webdev_certs.server.services.exams.mails import mail_not_passed
from webdev_certs.server.services.exams.mock_exams import record_as_practice
from webdev_certs.server.services.exams.reviews import issue_or_hold
from webdev_certs.server.services.exams.scoring import score_attempt
from webdev_certs.server.services.shared.context import Context

log = logging.getLogger(__name__)


async def close_overdue(context: Context, user_id: UUID) -> bool:
    """Close the learner's overdue attempts with the saved answers; return whether there were any.

    They count as ended at their deadlines, however late this runs.
    """
    query = select(Attempt).where(
        Attempt.user_id == user_id,
        col(Attempt.submitted_at).is_(None),
        Attempt.deadline <= context.now,
    )
    overdue = (await context.db.exec(with_mock_exams(query))).all()
    # There is at most one for each technology.
    for attempt in overdue:
        await close(context, attempt, attempt.deadline, "time_up")
    return bool(overdue)


async def close_some_overdue(context: Context, most: int) -> None:
    """Close overdue attempts of anyone, so that learners who left get their result by mail.

    An attempt that cannot be closed is logged and does not keep the others open.

    Args:
        context: The context without a transaction.
        most: How many learners at most; the longest overdue come first.
    """
    query = (
        select(Attempt.user_id)
        .where(col(Attempt.submitted_at).is_(None), Attempt.deadline <= context.now)
        .order_by(col(Attempt.deadline))
        .limit(most)
    )
    async with context.transaction() as transaction:
        overdue = set(await transaction.db.exec(query))
    # A short transaction each, because scoring takes a while and learners are waiting for theirs.
    for user_id in overdue:
        try:
            async with context.transaction() as transaction:
                await close_overdue(transaction, user_id)
        except DatabaseUnavailable:
            raise
        except Exception:
            # The traceback holds no personal data (`database.engine`).
            log.exception("An overdue attempt could not be closed")


async def submit(context: Context, user_id: UUID, attempt_id: UUID) -> None:
    """End an attempt at any item. Repeating the request changes nothing.

    Raises:
        NotFound: `test_not_found`.
    """
    query = select(Attempt).where(Attempt.id == attempt_id, Attempt.user_id == user_id)
    attempt = (await context.db.exec(with_mock_exams(query))).one_or_none()
    if attempt is None:
        raise unknown_attempt()
    if attempt.submitted_at is None:
        await close(context, attempt, context.now, "submitted")


async def close(context: Context, attempt: Attempt, ended_at: datetime, ended_by: EndReason) -> None:
    """End the attempt and score it; do nothing if another request has ended it.

    Items without an answer do not count, nor do pretest items, though these are graded too, because they are
    calibrated with the answers. An attempt with too few answers is not passed, so leaving items open helps
    nobody.
    """
    await lock_account(context, attempt.user_id)
    ended = await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt.id, col(Attempt.submitted_at).is_(None))
        .values(submitted_at=ended_at, ended_by=ended_by)
        .execution_options(synchronize_session=False)
    )
    if ended.rowcount == 0:
        return
    outcome = await score_attempt(context, attempt, ended_by)
    await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt.id)
        .values(**outcome.columns())
        .execution_options(synchronize_session=False)
    )
    if attempt.mock:
        await record_as_practice(context, attempt, ended_at)
    elif outcome.passed:
        await issue_or_hold(context, attempt, outcome.score or 0, ended_at)
    else:
        await mail_not_passed(context, attempt, outcome)
