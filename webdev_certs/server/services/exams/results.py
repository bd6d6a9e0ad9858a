"""Show the results of attempts that have ended."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.schemas.exams import AttemptResult, PendingReason
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt, AttemptItem, AttemptReview, with_mock_exams
from webdev_certs.server.services.exams.attempt_state import unknown_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.attempt_results import score_interval, shown_review, topic_results
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.retakes import RetakeDates, retake_dates
from webdev_certs.shared.translation import _


async def read_result(context: Context, user_id: UUID, attempt_id: UUID) -> AttemptResult:
    """Return the result of an attempt that has ended.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_not_submitted`, with the `technology` of the attempt, its `name`, and whether it is a
            `mock`.
    """
    query = (
        select(Attempt, col(Certificate.number), col(User.email_confirmed_at), AttemptReview)
        .join(User, col(User.id) == col(Attempt.user_id))
        .join(Certificate, col(Certificate.attempt_id) == col(Attempt.id), isouter=True)
        .join(AttemptReview, col(AttemptReview.attempt_id) == col(Attempt.id), isouter=True)
        .where(Attempt.id == attempt_id, Attempt.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.db.exec(with_mock_exams(query))).one_or_none()
    if found is None:
        raise unknown_attempt()
    answered = (
        select(AttemptItem.scored, func.count())
        .where(AttemptItem.attempt_id == attempt_id, col(AttemptItem.answered_at).is_not(None))
        .group_by(col(AttemptItem.scored))
    )
    retake = await retake_dates(context, user_id)
    return _result(context, *found, dict((await context.db.exec(answered)).all()), retake)


def _result(
    context: Context,
    attempt: Attempt,
    certificate_number: str | None,
    confirmed_at: datetime | None,
    review: AttemptReview | None,
    answered: Mapping[bool, int],
    retake: RetakeDates,
) -> AttemptResult:
    names = technology_names(context.bank, attempt.technology)
    if attempt.submitted_at is None:
        raise Conflict(
            "test_not_submitted",
            _("You haven’t submitted this test yet."),
            technology=attempt.technology,
            name=names.name,
            mock=attempt.mock,
        )
    low, high = score_interval(attempt) or (None, None)
    missed = attempt.score is not None and attempt.score < attempt.cut_score
    refused = review is not None and review.decision == "refused"
    pending: PendingReason | None = None
    if attempt.passed and certificate_number is None and not attempt.mock:
        if review and review.decision is None:
            pending = "under_review"
        elif confirmed_at is None:
            pending = "confirm_email"
    return AttemptResult.model_validate(
        {
            **attempt.model_dump(),
            "test_id": attempt.id,
            "name": names.name,
            "title": names.title,
            "low": low,
            "high": high,
            "decided": attempt.passed or refused or missed,
            "topics": topic_results(attempt),
            "answered": answered.get(True, 0),
            "pretest_answered": answered.get(False, 0),
            "certificate_number": certificate_number,
            "certificate_pending": pending,
            "review": shown_review(review),
            "retake_at": None if attempt.mock else retake(attempt.technology, attempt.started_at),
            # Its practice session has the same id.
            "practice_session_id": attempt.id if attempt.mock and answered else None,
        }
    )
