"""Putting mails into the outbox."""

from datetime import datetime

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.mail import OutboxMail


async def queue_mail(session: AsyncSession, message: Message, now: datetime) -> None:
    """Has the message sent once the transaction is committed; with a transaction that fails it is gone too.

    Nothing waits for the mail server, and what it answers is never the caller's concern.
    """
    session.add(
        OutboxMail(
            recipient=message.recipient,
            subject=message.subject,
            text=message.text,
            html=message.html,
            created_at=now,
            next_try_at=now,
        )
    )
