"""Sync a user's records with Stripe's, exactly once for each payment (docs/decisions/0010).

Neither a webhook nor a visit to the success page is trusted. Both start a sync, which reads the present
state from Stripe and stores all of it. So the order and number of webhooks do not matter.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.paid_access import owns_lifetime
from webdev_certs.server.domain.payments import LIFETIME, CheckoutSession
from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services.payments import entitlements, receipts, records
from webdev_certs.server.services.payments.redundant_subscriptions import end_redundant_subscriptions
from webdev_certs.server.services.shared.context import Context


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
        context: What payments work with.
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
    if await end_redundant_subscriptions(context, user_id, history, _just_paid(sync, checkout_sessions)):
        history = await context.provider.history(sync.customer_id)
    now = context.now
    async with context.database.transaction() as db:
        if event and not await records.record_event(db, event, "applied", now):
            return
        if not await _is_latest(db, user_id, sync.number):
            return
        await records.store_checkouts(db, user_id, sync.customer_id, checkout_sessions, now)
        purchases = await records.purchases_of(db, user_id)
        has_lifetime = owns_lifetime(records.lifetime_intents(purchases), history.payments)
        subscriptions = await records.store_subscriptions(
            db, context, user_id, records.bought(history, purchases), now, has_lifetime=has_lifetime
        )
        await records.store_payments(db, user_id, history)
        await receipts.queue_receipts(db, context.settings, user_id, history, purchases, now)
        await entitlements.set_paid_access(db, user_id, LIFETIME, now, is_paid=has_lifetime)
        until = max((row.access_until for row in subscriptions if row.access_until), default=None)
        await entitlements.set_paid_access(
            db, user_id, entitlements.SUBSCRIPTION, now, is_paid=until is not None, until=until
        )


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
        if records.refusal_of(checkout, sync.customer_id, checkout_session):
            await context.provider.end_subscription(checkout_session.subscription_id)


def _just_paid(sync: _Sync, checkout_sessions: Mapping[str, CheckoutSession | None]) -> list[CheckoutSession]:
    """Return the checkout sessions that this sync will record as purchases."""
    pairs = ((checkout, checkout_sessions[checkout.checkout_session_id or ""]) for checkout in sync.checkouts)
    return [
        checkout_session
        for checkout, checkout_session in pairs
        if checkout_session
        and checkout_session.paid
        and not records.refusal_of(checkout, sync.customer_id, checkout_session)
    ]


async def _is_latest(db: AsyncSession, user_id: UUID, number: int) -> bool:
    """Return whether no later sync has stored its answer.

    Locks the customer's row until the transaction ends.
    """
    taken = await db.exec(
        update(Customer)
        .where(col(Customer.user_id) == user_id, col(Customer.applied_sync) < number)
        .values(applied_sync=number)
        .returning(col(Customer.user_id))
    )
    return taken.one_or_none() is not None
