"""Queue mails about subscriptions."""

from datetime import datetime
from uuid import UUID

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail import texts
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.settings import Settings


async def queue_payment_failed(
    db: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """Queue the mail about a failed renewal; access lasts until `grace_until`."""
    user = await db.get_one(User, user_id)
    link = f"{settings.origin}/dashboard/billing"
    await queue_mail(db, texts.payment_failed(user.email, user.full_name, grace_until, link), now)


async def queue_subscription_ended(
    db: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> None:
    """Queue the mail about the end of a subscription."""
    user = await db.get_one(User, user_id)
    link = f"{settings.origin}/payment"
    await queue_mail(db, texts.subscription_ended(user.email, user.full_name, link), now)
