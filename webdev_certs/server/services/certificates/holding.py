"""Let a passing attempt wait for an operator's decision before it gets a certificate."""

from collections.abc import Sequence

from webdev_certs.schemas.exams import ReviewReason
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.services.certificates.mails import mail_about_review
from webdev_certs.server.services.shared.context import Context


async def hold_attempt(context: Context, attempt: Attempt, reasons: Sequence[ReviewReason]) -> None:
    """Hold a passing attempt without a certificate for review, and mail its learner.

    The attempt must have no review yet; the caller has locked its account.
    """
    context.db.add(AttemptReview(attempt_id=attempt.id, reasons=list(reasons), held_at=context.now))
    await context.db.flush()
    await mail_about_review(context, attempt, "under_review")
