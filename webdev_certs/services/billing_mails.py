"""What people are told of their subscriptions, by mail."""

from datetime import datetime
from uuid import UUID

from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.services import mail_texts
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.settings.settings import Settings


async def tell_of_failure(
    session: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """A renewal was not paid; access lasts until `grace_until`."""
    user = await session.get_one(User, user_id)
    link = f"{settings.origin}/dashboard/billing"
    await queue_mail(session, mail_texts.payment_failed(user.email, user.full_name, grace_until, link), now)


async def tell_of_end(session: AsyncSession, settings: Settings, user_id: UUID, now: datetime) -> None:
    """A subscription has ended."""
    user = await session.get_one(User, user_id)
    link = f"{settings.origin}/payment"
    await queue_mail(session, mail_texts.subscription_ended(user.email, user.full_name, link), now)
