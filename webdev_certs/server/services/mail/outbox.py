"""Queueing mails in the outbox."""

from datetime import datetime

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.models.mail import OutboxMail


async def queue_mail(db: AsyncSession, message: Message, now: datetime) -> None:
    """Queue a mail, which `MailWorker` sends after the transaction commits; a rollback drops it.

    Returns at once: nothing waits for the mail server.
    """
    db.add(
        OutboxMail(
            recipient=message.recipient,
            reply_to=message.reply_to or None,
            subject=message.subject,
            text=message.text,
            html=message.html,
            created_at=now,
            next_try_at=now,
        )
    )
