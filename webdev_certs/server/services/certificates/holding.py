"""Let a passing attempt wait for an operator's decision before it gets a certificate."""

from collections.abc import Sequence

from webdev_certs.schemas.exams import ReviewReason
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptReview
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context


async def hold_attempt(context: Context, attempt: Attempt, reasons: Sequence[ReviewReason]) -> None:
    """Hold a passing attempt without a certificate for review, and mail its learner.

    The attempt must have no review yet; the caller has locked its account.
    """
    context.db.add(AttemptReview(attempt_id=attempt.id, reasons=list(reasons), held_at=context.now))
    await context.db.flush()
    await mail_about_review(context, attempt, "under_review")


async def mail_about_review(context: Context, attempt: Attempt, text: str, note: str = "") -> None:
    """Mail a learner about a review, unless the email is not confirmed: it may belong to somebody else.

    Args:
        context: The request's context.
        attempt: The attempt.
        text: The name of the mail's text.
        note: What the operator adds.
    """
    user = await context.db.get_one(User, attempt.user_id)
    if user.email_confirmed_at is None:
        return
    title = technology_names(context.bank, attempt.technology).title
    message = write_mail(
        context.settings, text, Recipient.of(user), title=title, attempt=attempt.id, note=note
    )
    await queue_mail(context.db, message, context.now)
