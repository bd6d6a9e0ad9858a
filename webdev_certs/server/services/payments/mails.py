"""Queue mails about payments and subscriptions."""

from datetime import datetime
from uuid import UUID

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail import payment_texts
from webdev_certs.server.services.mail.links import billing_link, payment_link, payments_help_link
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import in_language


async def queue_receipt(
    db: AsyncSession, settings: Settings, user_id: UUID, paid: payment_texts.Paid, now: datetime
) -> None:
    """Queue the mail about a payment that has arrived."""
    user = await db.get_one(User, user_id)
    with in_language(user.language):
        message = payment_texts.payment_receipt(
            user.email, user.full_name, paid, billing_link(settings), payments_help_link(settings)
        )
    await queue_mail(db, message, now)


async def queue_payment_failed(
    db: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """Queue the mail about a failed renewal; access lasts until `grace_until`."""
    user = await db.get_one(User, user_id)
    with in_language(user.language):
        message = payment_texts.payment_failed(
            user.email, user.full_name, grace_until, billing_link(settings)
        )
    await queue_mail(db, message, now)


async def queue_subscription_ended(
    db: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> None:
    """Queue the mail about the end of a subscription."""
    user = await db.get_one(User, user_id)
    with in_language(user.language):
        message = payment_texts.subscription_ended(user.email, user.full_name, payment_link(settings))
    await queue_mail(db, message, now)
