"""Sync a user's records with Stripe's, exactly once for each payment (docs/decisions/0010).

Neither a webhook nor a visit to the success page is trusted. Both start a sync, which reads the current
state from Stripe and stores all of it. So the order and number of webhooks do not matter.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.paid_access import access_until, owns_lifetime, unpaid_renewal
from webdev_certs.server.domain.payments import LIFETIME, CheckoutSession, CustomerHistory
from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.models import payments as tables
from webdev_certs.server.models.payments import Cancellation, Checkout, Customer, WebhookEvent
from webdev_certs.server.services.payments import entitlements, mails, purchases
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Sync:
    """A sync that has begun.

    Attributes:
        number: Its place in the sequence of this customer's syncs.
        customer_id: Stripe's id of the customer.
        checkouts: The user's open checkouts that have a checkout session.
    """

    number: int
    customer_id: str
    checkouts: list[Checkout]


async def sync_payments(context: Context, user_id: UUID, event: Event | None = None) -> None:
    """Read a user's payments from Stripe, and store them and the access that follows from them.

    Each sync takes a number before it asks Stripe. Its answer is stored only if no sync with a higher
    number has stored one: that sync asked later, so its answer is at least as new.

    Args:
        context: The request context.
        user_id: The user; nothing happens if they are no customer.
        event: The webhook event that started this sync. It is recorded with the answer, in one transaction;
            if it was recorded before, nothing is stored.

    Raises:
        ProviderError: Stripe did not answer. Nothing is stored, not even the event, so Stripe sends it again.
    """
    async with context.database.transaction() as db:
        sync = await _begin(db, user_id)
    if sync is None:
        return
    # Read checkout sessions first, so the history includes their results.
    checkout_sessions = await _checkout_sessions(context, sync)
    await _end_refused_subscriptions(context, sync, checkout_sessions)
    history = await context.provider.history(sync.customer_id)
    if await _end_redundant_subscriptions(context, user_id, history, _just_paid(sync, checkout_sessions)):
        history = await context.provider.history(sync.customer_id)
    now = context.now
    async with context.database.transaction() as db:
        if event and not await record_event(db, event, "applied", now):
            return
        if not await _mark_applied(db, user_id, sync.number):
            return
        await purchases.store_checkouts(db, user_id, sync.customer_id, checkout_sessions, now)
        bought = await purchases.purchases_of(db, user_id)
        has_lifetime = owns_lifetime(purchases.lifetime_intents(bought), history.payments)
        subscriptions = await _store_subscriptions(
            db, context, user_id, purchases.only_bought(history, bought), now, has_lifetime=has_lifetime
        )
        await _store_payments(db, user_id, history)
        await mails.queue_receipts(db, context.settings, user_id, history, bought, now)
        await entitlements.set_paid_access(db, user_id, LIFETIME, now, is_paid=has_lifetime)
        until = max((row.access_until for row in subscriptions if row.access_until), default=None)
        await entitlements.set_paid_access(
            db, user_id, entitlements.SUBSCRIPTION, now, is_paid=until is not None, until=until
        )


async def record_event(db: AsyncSession, event: Event, outcome: str, now: datetime) -> bool:
    """Record that a webhook event was handled, in the transaction that handles it.

    Returns:
        False if it was recorded before.
    """
    inserted = await db.exec(
        insert_ignoring(db, WebhookEvent)
        .values(event_id=event.event_id, kind=event.kind[:255], outcome=outcome, received_at=now)
        .returning(col(WebhookEvent.event_id))
    )
    return inserted.one_or_none() is not None


async def _begin(db: AsyncSession, user_id: UUID) -> _Sync | None:
    """Take the number of a new sync; None if the user is no customer."""
    numbered = await db.exec(
        update(Customer)
        .where(col(Customer.user_id) == user_id)
        .values(last_sync=col(Customer.last_sync) + 1)
        .returning(col(Customer.last_sync), col(Customer.customer_id))
    )
    row = numbered.one_or_none()
    if row is None:
        return None
    open_checkouts = await db.exec(
        select(Checkout).where(
            Checkout.user_id == user_id,
            Checkout.state == "open",
            col(Checkout.checkout_session_id).is_not(None),
        )
    )
    return _Sync(row[0], row[1], list(open_checkouts.all()))


async def _checkout_sessions(context: Context, sync: _Sync) -> dict[str, CheckoutSession | None]:
    """Read the checkout session of each checkout, by session id; None where Stripe has none."""
    checkout_session_ids = [
        checkout.checkout_session_id for checkout in sync.checkouts if checkout.checkout_session_id
    ]
    checkout_sessions = await asyncio.gather(*map(context.provider.checkout_session, checkout_session_ids))
    return dict(zip(checkout_session_ids, checkout_sessions, strict=True))


async def _end_refused_subscriptions(
    context: Context, sync: _Sync, checkout_sessions: Mapping[str, CheckoutSession | None]
) -> None:
    """End subscriptions that were paid but not as ordered: they give no access and must not renew.

    This comes before the refusal is stored, because a refused checkout is not synced again.
    """
    for checkout in sync.checkouts:
        checkout_session = checkout_sessions[checkout.checkout_session_id or ""]
        if checkout_session is None or checkout_session.subscription_id is None:
            continue
        if purchases.refusal_of(checkout, sync.customer_id, checkout_session):
            await context.provider.end_subscription(checkout_session.subscription_id)


def _just_paid(sync: _Sync, checkout_sessions: Mapping[str, CheckoutSession | None]) -> list[CheckoutSession]:
    """Return the checkout sessions that this sync will record as purchases."""
    pairs = ((checkout, checkout_sessions[checkout.checkout_session_id or ""]) for checkout in sync.checkouts)
    return [
        checkout_session
        for checkout, checkout_session in pairs
        if checkout_session
        and checkout_session.paid
        and not purchases.refusal_of(checkout, sync.customer_id, checkout_session)
    ]


async def _end_redundant_subscriptions(
    context: Context, user_id: UUID, history: CustomerHistory, just_paid: Sequence[CheckoutSession]
) -> bool:
    """Stop all further charges for subscriptions of a user with lifetime access, so that nobody pays twice.

    Like a cancellation: a paid period stays until its end, and a subscription whose renewal failed ends at
    once.

    Args:
        context: The request context.
        user_id: The user.
        history: What Stripe has of them.
        just_paid: Paid checkout sessions that are not recorded as purchases yet.

    Returns:
        Whether a subscription was changed. `history` is then out of date.
    """
    async with context.database.transaction() as db:
        bought = await purchases.purchases_of(db, user_id)
    intents = purchases.lifetime_intents(bought)
    intents += [
        checkout_session.payment_id
        for checkout_session in just_paid
        if checkout_session.subscription_id is None
    ]
    if not owns_lifetime(intents, history.payments):
        return False
    bought_ids = {sold.subscription_id for sold in (*bought, *just_paid)}
    changed = False
    for subscription in history.subscriptions:
        if subscription.subscription_id not in bought_ids or subscription.state not in ("active", "past_due"):
            continue
        log.info("%s ends: its subscriber has lifetime access", subscription.subscription_id)
        if subscription.state == "active":
            await context.provider.set_renewal(subscription.subscription_id, renews=False)
        else:
            await context.provider.end_subscription(subscription.subscription_id)
        changed = True
    return changed


async def _mark_applied(db: AsyncSession, user_id: UUID, number: int) -> bool:
    """Mark a sync as the latest one whose answer is stored; False if a later sync was faster.

    Locks the customer's row until the transaction ends.
    """
    taken = await db.exec(
        update(Customer)
        .where(col(Customer.user_id) == user_id, col(Customer.applied_sync) < number)
        .values(applied_sync=number)
        .returning(col(Customer.user_id))
    )
    return taken.one_or_none() is not None


async def _store_subscriptions(
    db: AsyncSession,
    context: Context,
    user_id: UUID,
    history: CustomerHistory,
    now: datetime,
    *,
    has_lifetime: bool,
) -> list[tables.Subscription]:
    """Store a user's subscriptions, and queue mails about failed renewals, cancellations and ends.

    A stored subscription that Stripe no longer has counts as ended.

    Args:
        db: The transaction.
        context: What payments work with.
        user_id: The subscriber.
        history: What Stripe has of the subscriber.
        now: The current time.
        has_lifetime: Whether they have lifetime access; the end of a subscription then changes nothing for
            them.

    Returns:
        The rows of the history's subscriptions.
    """
    stored = (await db.exec(select(tables.Subscription).where(tables.Subscription.user_id == user_id))).all()
    before = {row.subscription_id: row for row in stored}
    # The receipt of a cancellation without signing in has said so already (`payments.declarations`).
    is_told = await db.get(Cancellation, user_id) is not None
    rows, grace_period = [], timedelta(days=context.settings.payment_grace_days)
    for subscription in history.subscriptions:
        old = before.pop(subscription.subscription_id, None)
        old_state = old.state if old else "ended"
        notified_payment_id = old.notified_payment_id if old else None
        unpaid = unpaid_renewal(subscription, history.payments)
        row = tables.Subscription(
            subscription_id=subscription.subscription_id,
            user_id=user_id,
            product_type=subscription.product_type,
            interval=subscription.interval,
            state=subscription.state,
            amount=subscription.amount,
            currency=subscription.currency,
            started_at=subscription.started_at,
            period_end=subscription.period_end,
            ends_at=subscription.ends_at,
            access_until=access_until(subscription, history.payments, grace_period),
            pay_url=unpaid.pay_url if unpaid else None,
            notified_payment_id=notified_payment_id,
        )
        if old_state in ("active", "past_due") and row.state == "ending" and not (has_lifetime or is_told):
            await mails.queue_subscription_canceled(db, context.settings, user_id, row.access_until, now)
        if old_state != "ended" and row.state == "ended" and not (has_lifetime or is_told):
            await mails.queue_subscription_ended(db, context.settings, user_id, now)
        if unpaid and unpaid.payment_id != notified_payment_id and row.access_until:
            row.notified_payment_id = unpaid.payment_id
            await mails.queue_payment_failed(db, context.settings, user_id, row.access_until, now)
        rows.append(await db.merge(row))
    for gone in before.values():
        gone.state, gone.access_until = "ended", None
    return rows


async def _store_payments(db: AsyncSession, user_id: UUID, history: CustomerHistory) -> None:
    """Store a user's payments, and delete those that Stripe no longer has."""
    stored = (await db.exec(select(tables.Payment).where(tables.Payment.user_id == user_id))).all()
    products = {sold.subscription_id: sold.product_type for sold in history.subscriptions}
    for payment in history.payments:
        await db.merge(
            tables.Payment(
                payment_id=payment.payment_id,
                user_id=user_id,
                product_type=products.get(payment.subscription_id or "", LIFETIME),
                outcome=payment.outcome,
                amount=payment.amount,
                refunded=payment.refunded,
                currency=payment.currency,
                invoice_id=payment.invoice_id,
                created_at=payment.created_at,
            )
        )
    kept = {payment.payment_id for payment in history.payments}
    for row in stored:
        # A charge is replaced by its invoice once Stripe has made one; void invoices are not shown.
        if row.payment_id not in kept:
            await db.delete(row)
