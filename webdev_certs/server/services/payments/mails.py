"""Queue mails about subscriptions."""

from datetime import datetime
from uuid import UUID

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail import texts
from webdev_certs.server.services.mail.links import billing_link, payment_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import in_language


async def queue_payment_failed(
    db: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """Queue the mail about a failed renewal; access lasts until `grace_until`."""
    user = await db.get_one(User, user_id)
    with in_language(user.language):
        message = texts.payment_failed(user.email, user.full_name, grace_until, billing_link(settings))
    await queue_mail(db, message, now)


async def queue_subscription_ended(
    db: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> None:
    """Queue the mail about the end of a subscription."""
    user = await db.get_one(User, user_id)
    with in_language(user.language):
        message = texts.subscription_ended(user.email, user.full_name, payment_link(settings))
    await queue_mail(db, message, now)
