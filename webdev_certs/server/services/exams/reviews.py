"""Passing attempts with unusual signs: held for review, and released or refused by operators.

A program only holds them. Nobody is refused without an operator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select, update

from webdev_certs.schemas.exams import ReviewDecision
from webdev_certs.server.domain.integrity import reasons_to_hold
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.services.certificates.issuing import (
    hold_attempt,
    issue_certificate,
    mail_about_review,
)
from webdev_certs.server.services.exams.attempt_state import lock_account
from webdev_certs.server.services.exams.integrity import observe_attempt
from webdev_certs.server.services.exams.mails import remind_of_retake
from webdev_certs.server.services.shared.context import Context

DECIDE_WITHIN = timedelta(days=5)
"""How long learners should wait for a decision at most."""
# A regrade that takes the pass away leaves nothing to decide.
IS_OPEN = (col(AttemptReview.decided_at).is_(None), col(Attempt.passed).is_(True))


class ReviewFault(Exception):
    """An operator's decision that cannot be made; the message says why."""


async def issue_or_hold(context: Context, attempt: Attempt, score: int, issued_at: datetime) -> None:
    """Issue the certificate of an attempt that was just passed, or hold the attempt for review.

    An attempt under review, or refused, gets no certificate; one that was released is not held again.

    Args:
        context: The request's context; the account is locked.
        attempt: The attempt, scored in this transaction.
        score: Its score.
        issued_at: When it ended, or was scored again.
    """
    review = await context.db.get(AttemptReview, attempt.id)
    if review and review.decision != "released":
        return
    if review is None and context.settings.hold_attempts:
        reasons = reasons_to_hold(await observe_attempt(context, attempt.id))
        if reasons:
            await hold_attempt(context, attempt, reasons)
            return
    await issue_certificate(context, attempt, score, issued_at)


async def list_reviews(context: Context, *, decided: bool = False) -> Sequence[tuple[AttemptReview, Attempt]]:
    """Return the open reviews with their attempts, oldest first; with `decided` also the others."""
    query = (
        select(AttemptReview, Attempt)
        .join(Attempt, col(Attempt.id) == col(AttemptReview.attempt_id))
        .order_by(col(AttemptReview.held_at), col(AttemptReview.attempt_id))
    )
    if not decided:
        query = query.where(*IS_OPEN)
    return (await context.db.exec(query)).all()


async def decide_review(
    context: Context, attempt_id: UUID, decision: ReviewDecision, note: str | None
) -> str | None:
    """Release an attempt under review, or refuse it, and mail the learner.

    Of two decisions at the same time only one is made. A released attempt gets its certificate, and a refused
    one is not passed.

    Returns:
        The certificate number; None if it was refused, or if the certificate waits for a confirmed email.

    Raises:
        ReviewFault: The attempt was never under review, was decided before, or is no longer passed after a
            regrade.
    """
    found = (
        await context.db.exec(
            select(Attempt.user_id)
            .join(AttemptReview, col(AttemptReview.attempt_id) == col(Attempt.id))
            .where(Attempt.id == attempt_id)
        )
    ).one_or_none()
    if found is None:
        raise ReviewFault(f"The attempt {attempt_id} is not under review.")
    await lock_account(context, found)
    query = select(Attempt).where(Attempt.id == attempt_id).with_for_update()
    attempt = (await context.db.exec(query.execution_options(populate_existing=True))).one_or_none()
    decided = await context.db.exec(
        update(AttemptReview)
        .where(col(AttemptReview.attempt_id) == attempt_id, col(AttemptReview.decided_at).is_(None))
        .values(decision=decision, decided_at=context.now, note=note or None)
        .execution_options(synchronize_session=False)
    )
    if attempt is None or decided.rowcount == 0:
        raise ReviewFault(f"The attempt {attempt_id} is no longer under review.")
    if not attempt.passed:
        raise ReviewFault(f"The attempt {attempt_id} is not passed, so there is nothing to decide.")
    number = None
    if decision == "released":
        number = await issue_certificate(context, attempt, attempt.score or 0, context.now)
    else:
        await context.db.exec(
            update(Attempt)
            .where(col(Attempt.id) == attempt_id)
            .values(passed=False)
            .execution_options(synchronize_session=False)
        )
        await remind_of_retake(context, attempt)
    await mail_about_review(context, attempt, f"review_{decision}", note or "", number)
    return number


@dataclass(frozen=True)
class OverdueReviews:
    """The open reviews that have waited for longer than `DECIDE_WITHIN`.

    Attributes:
        count: How many.
        oldest_days: Whole days since the oldest was held.
    """

    count: int
    oldest_days: int


async def find_overdue_reviews(context: Context) -> OverdueReviews | None:
    """Return the overdue reviews, or None without any."""
    query = (
        select(func.count(), func.min(AttemptReview.held_at))
        .join(Attempt, col(Attempt.id) == col(AttemptReview.attempt_id))
        .where(*IS_OPEN, col(AttemptReview.held_at) <= context.now - DECIDE_WITHIN)
    )
    count, oldest = (await context.db.exec(query)).one()
    return OverdueReviews(count, (context.now - oldest).days) if count else None
