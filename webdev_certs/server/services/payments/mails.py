"""Queue mails about payments and subscriptions: receipts, failed renewals, cancellations and ends."""

import logging
import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.payments import LIFETIME, CustomerHistory, Payment, Subscription
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Purchase, Receipt
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.payments.purchases import lifetime_intents
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.settings import Settings
from webdev_certs.settings.consistency import is_test_key

log = logging.getLogger(__name__)

_CURRENCY = re.compile("[a-z]{3}", re.IGNORECASE)


async def queue_receipts(
    db: AsyncSession,
    settings: Settings,
    user_id: UUID,
    history: CustomerHistory,
    purchases: Sequence[Purchase],
    now: datetime,
) -> None:
    """Queue a receipt for each payment of a purchase that has none yet.

    It runs in the transaction that stores the payments. So the mail is queued if and only if they are stored,
    however many webhooks and visits report the same payment, and the renewals are found here too.

    Args:
        db: The transaction.
        settings: The settings of this process.
        user_id: The buyer.
        history: What Stripe has of the buyer.
        purchases: Everything that the buyer bought here.
        now: The current time.
    """
    due = {
        reference: payment for payment in history.payments if (reference := _reference(payment, purchases))
    }
    found = await db.exec(select(Receipt.reference).where(col(Receipt.reference).in_(due)))
    known = set(found.all())
    subscriptions = {sold.subscription_id: sold for sold in history.subscriptions}
    # Stripe lists the newest first.
    for reference in sorted(due.keys() - known, key=lambda reference: due[reference].created_at):
        payment = due[reference]
        if not _CURRENCY.fullmatch(payment.currency):
            # Only the receipt is left out; the payment itself is stored.
            log.error("No receipt for %s: its currency is %r", reference, payment.currency)
            continue
        inserted = await db.exec(
            insert_ignoring(db, Receipt)
            .values(reference=reference, user_id=user_id, queued_at=now)
            .returning(col(Receipt.reference))
        )
        if inserted.one_or_none() is not None:
            subscription = subscriptions.get(payment.subscription_id or "")
            await _queue_receipt(db, settings, user_id, payment, subscription, now)


async def queue_payment_failed(
    db: AsyncSession, settings: Settings, user_id: UUID, grace_until: datetime, now: datetime
) -> None:
    """Queue the mail about a failed renewal; access lasts until `grace_until`."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    message = write_mail(settings, "payment_failed", recipient, grace_until=grace_until)
    await queue_mail(db, message, now)


async def queue_subscription_canceled(
    db: AsyncSession, settings: Settings, user_id: UUID, until: datetime | None, now: datetime
) -> None:
    """Queue the mail about a cancellation; paid access lasts until `until`, or has ended if that is None."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    await queue_mail(db, write_mail(settings, "subscription_canceled", recipient, until=until), now)


async def queue_subscription_ended(
    db: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> None:
    """Queue the mail about the end of a subscription."""
    recipient = Recipient.of(await db.get_one(User, user_id))
    await queue_mail(db, write_mail(settings, "subscription_ended", recipient), now)


async def _queue_receipt(
    db: AsyncSession,
    settings: Settings,
    user_id: UUID,
    payment: Payment,
    subscription: Subscription | None,
    now: datetime,
) -> None:
    message = write_mail(
        settings,
        "payment_receipt",
        Recipient.of(await db.get_one(User, user_id)),
        product_type=subscription.product_type if subscription else LIFETIME,
        amount=payment.amount,
        currency=payment.currency,
        paid_at=payment.created_at,
        number=payment.number,
        renews_at=subscription.period_end if subscription and subscription.state == "active" else None,
        is_canceled=subscription is not None and subscription.ends_at is not None,
        is_test=is_test_key(settings.stripe_publishable_key),
    )
    await queue_mail(db, message, now)


def _reference(payment: Payment, purchases: Sequence[Purchase]) -> str | None:
    """Return what identifies a payment for good; None if it needs no receipt.

    A single payment is first known by its charge and later by its invoice, but always by its payment intent.
    Payments that were not made for a purchase here, or were refused, are not confirmed: nothing was bought.
    """
    if payment.outcome != "paid" or payment.amount <= 0:
        return None
    if payment.subscription_id is None:
        return payment.intent_id if payment.intent_id in lifetime_intents(purchases) else None
    bought = {purchase.subscription_id for purchase in purchases}
    return payment.payment_id if payment.subscription_id in bought else None
