"""Queue mails about payments and subscriptions."""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.settings import Settings


@dataclass(frozen=True)
class Paid:
    """A payment that has arrived.

    Attributes:
        product_type: `lifetime`, `monthly` or `yearly`.
        amount: In the minor unit of the currency.
        currency: ISO 4217.
        paid_at: Its date.
        number: The number of its invoice; None if there is no invoice yet.
        renews_at: When the subscription renews; None if it does not, or if a renewal has failed.
        is_canceled: Whether the subscription will never renew.
        is_test: Whether no real money was charged.
    """

    product_type: str
    amount: int
    currency: str
    paid_at: datetime
    number: str | None
    renews_at: datetime | None
    is_canceled: bool
    is_test: bool


async def queue_receipt(
    db: AsyncSession, settings: Settings, user_id: UUID, paid: Paid, now: datetime
) -> None:
    """Queue the mail about a payment that has arrived."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    await queue_mail(db, write_mail(settings, "payment_receipt", recipient, **asdict(paid)), now)


async def queue_payment_failed(
    db: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """Queue the mail about a failed renewal; access lasts until `grace_until`."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    message = write_mail(settings, "payment_failed", recipient, grace_until=grace_until)
    await queue_mail(db, message, now)


async def queue_subscription_ended(
    db: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> None:
    """Queue the mail about the end of a subscription."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    await queue_mail(db, write_mail(settings, "subscription_ended", recipient), now)
