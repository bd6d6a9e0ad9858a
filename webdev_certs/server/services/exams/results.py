"""Close attempts, by the learner or by the deadline: score them once and issue certificates."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select, update

from webdev_certs.schemas.exams import AttemptResult, EndReason
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.exams import retake_at
from webdev_certs.server.domain.score_and_interval import ScaleScore
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.certificates.issuing import issue_certificate
from webdev_certs.server.services.exams.records import lock_account, unknown_attempt
from webdev_certs.server.services.exams.scoring import score_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


async def close_overdue(context: Context, user_id: UUID) -> bool:
    """Close the learner's overdue attempts with the saved answers.

    They count as ended at their deadlines, however late this runs.

    Returns:
        Whether there were any.
    """
    query = select(Attempt).where(
        Attempt.user_id == user_id,
        col(Attempt.submitted_at).is_(None),
        Attempt.deadline <= context.now,
    )
    overdue = (await context.db.exec(query)).all()
    # There is at most one for each technology.
    for attempt in overdue:
        await close(context, attempt, attempt.deadline, "time_up")
    return bool(overdue)


async def submit(context: Context, user_id: UUID, attempt_id: UUID) -> AttemptResult:
    """End an attempt at any item and return its result. Repeating the request returns the same result.

    Raises:
        NotFound: `test_not_found`.
    """
    query = select(Attempt).where(Attempt.id == attempt_id, Attempt.user_id == user_id)
    attempt = (await context.db.exec(query)).one_or_none()
    if attempt is None:
        raise unknown_attempt()
    if attempt.submitted_at is None:
        await close(context, attempt, context.now, "submitted")
    return await read_result(context, user_id, attempt_id)


async def read_result(context: Context, user_id: UUID, attempt_id: UUID) -> AttemptResult:
    """Return the result of an attempt that has ended.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_not_submitted`, with the `technology` of the attempt and its `name`.
    """
    query = (
        select(Attempt, col(Certificate.number), col(User.email_confirmed_at))
        .join(User, col(User.id) == col(Attempt.user_id))
        .join(Certificate, col(Certificate.attempt_id) == col(Attempt.id), isouter=True)
        .where(Attempt.id == attempt_id, Attempt.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.db.exec(query)).one_or_none()
    if found is None:
        raise unknown_attempt()
    answered = (
        select(AttemptItem.scored, func.count())
        .where(AttemptItem.attempt_id == attempt_id, col(AttemptItem.answered_at).is_not(None))
        .group_by(col(AttemptItem.scored))
    )
    return _result(context, *found, dict((await context.db.exec(answered)).all()))


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
    outcome = await score_attempt(context, attempt)
    await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt.id)
        .values(**outcome.columns())
        .execution_options(synchronize_session=False)
    )
    if outcome.passed:
        await issue_certificate(context, attempt, outcome.scale.score, ended_at)


def _result(
    context: Context,
    attempt: Attempt,
    certificate_number: str | None,
    confirmed_at: datetime | None,
    answered: Mapping[bool, int],
) -> AttemptResult:
    names = technology_names(context.bank, attempt.technology)
    if attempt.submitted_at is None:
        words = _("This test has not been submitted yet.")
        raise Conflict("test_not_submitted", words, technology=attempt.technology, name=names.name)
    assert attempt.score is not None
    assert attempt.standard_error is not None
    scale = ScaleScore(attempt.score, attempt.standard_error)
    pending = attempt.passed and confirmed_at is None and certificate_number is None
    return AttemptResult.model_validate(
        {
            **attempt.model_dump(),
            "test_id": attempt.id,
            "name": names.name,
            "title": names.title,
            "low": scale.low,
            "high": scale.high,
            "topics": attempt.profile,
            "answered": answered.get(True, 0),
            "pretest_answered": answered.get(False, 0),
            "certificate_number": certificate_number,
            "certificate_pending": "confirm_email" if pending else None,
            "retake_at": retake_at(attempt.submitted_at, context.settings.retake_days),
        }
    )
