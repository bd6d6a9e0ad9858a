"""Withdraw mails that have become wrong while they waited, for example because the mail server was down."""

from sqlalchemy import exists, or_
from sqlmodel import col, delete

from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.services.reminders.expiry import is_needed
from webdev_certs.server.services.reminders.retakes import is_settled
from webdev_certs.server.services.shared.context import Context


async def withdraw_wrong(context: Context) -> None:
    """Delete waiting mails that can be switched off and should no longer be sent.

    Those are mails to an email that the user no longer has or has not confirmed, mails about certificates
    that were revoked, suspended or renewed, and mails about retakes that were taken. Mails of deleted
    accounts go with the account.

    Args:
        context: The context without a transaction.
    """
    is_recipient = exists().where(
        col(User.id) == col(OutboxMail.user_id),
        col(User.email) == col(OutboxMail.recipient),
        col(User.email_confirmed_at).is_not(None),
        col(User.blocked_at).is_(None),
    )
    has_certificate = exists().where(
        col(Certificate.attempt_id) == col(OutboxMail.about),
        col(Certificate.suspended_at).is_(None),
        is_needed(),
    )
    is_taken = exists().where(col(Attempt.id) == col(OutboxMail.about), is_settled())
    statement = (
        delete(OutboxMail)
        .where(
            col(OutboxMail.next_try_at).is_not(None),
            col(OutboxMail.user_id).is_not(None),
            or_(
                ~is_recipient,
                col(OutboxMail.kind).in_(("passed", "expiry")) & ~has_certificate,
                (col(OutboxMail.kind) == "retake") & is_taken,
            ),
        )
        .execution_options(synchronize_session=False)
    )
    async with context.transaction() as transaction:
        await transaction.db.exec(statement)
