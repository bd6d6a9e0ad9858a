"""Handle Stripe's webhook events, and sync users whose webhooks are overdue.

An event is only a reason to sync with Stripe: its content is not trusted, because it may be late, repeated or
out of order (docs/decisions/0010).

Webhooks get lost, or were never set up. So a background job syncs users with a subscription whose period is
over, a failed renewal, or an open checkout. No request waits for it.
"""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import CompoundSelect, literal_column, or_, union
from sqlmodel import col, select, update

from webdev_certs.server.database.engine import Database
from webdev_certs.server.gateways.payments import Event, ProviderError, ProviderRefused
from webdev_certs.server.models.payments import Checkout, Customer, Subscription, WebhookEvent
from webdev_certs.server.services.payments import customers
from webdev_certs.server.services.payments.checkouts import attach_checkout_session
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.payments.sync import record_event, sync_payments
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context

log = logging.getLogger(__name__)

HANDLED_EVENTS = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
        "checkout.session.expired",
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "customer.subscription.paused",
        "customer.subscription.resumed",
        "invoice.paid",
        "invoice.payment_failed",
        "invoice.marked_uncollectible",
        "invoice.voided",
        "charge.refunded",
        "charge.dispute.created",
        "charge.dispute.updated",
        "charge.dispute.closed",
        "charge.dispute.funds_withdrawn",
        "charge.dispute.funds_reinstated",
        "refund.updated",
        "refund.failed",
    }
)
"""Each of these triggers a sync of its customer. All other events are ignored."""
_PLAN_EVENTS = frozenset({"price.created", "price.updated", "price.deleted", "product.updated"})
"""After these, Stripe is asked for the plans again."""
KEEP_EVENTS = timedelta(days=60)
"""How long a handled event is remembered. Stripe sends events again for 3 days, and keeps them for 30."""
OVERDUE_AFTER = timedelta(hours=2)
"""How long to wait for a webhook. Stripe charges a renewal about an hour after the period ends."""
RETRY_AFTER = timedelta(hours=6)
"""How long until the same user is synced again, whatever Stripe answered."""

_BATCH = 5


async def handle_event(context: Context, event: Event) -> None:
    """Sync the customer that an event is about. An event that was handled before changes nothing.

    Raises:
        Unavailable: `provider_unavailable`: Stripe did not answer. The event is not recorded, so Stripe
            sends it again.
    """
    async with context.database.transaction() as db:
        if await db.get(WebhookEvent, event.event_id):
            return
    if event.kind in _PLAN_EVENTS:
        context.plans.expire()
    if event.kind not in HANDLED_EVENTS:
        await _record(context, event, "ignored")
        return
    with provider_errors_as("provider_unavailable", "Stripe does not answer. Send the event again."):
        customer_id = event.customer_id
        if customer_id is None and event.charge_id is not None:
            customer_id = await context.provider.customer_of_charge(event.charge_id)
        user_id = await customers.find_user(context, customer_id)
        if user_id is None:
            log.warning("Event %s (%s) is about an unknown customer", event.event_id, event.kind)
            await _record(context, event, "unknown")
            return
        if event.checkout_session_id:
            await attach_checkout_session(context, user_id, event.checkout_session_id)
        await sync_payments(context, user_id, event)


async def remove_old_events(database: Database, now: datetime) -> None:
    """Delete the records of events that Stripe can no longer send again."""
    await delete_old(database, WebhookEvent.event_id, col(WebhookEvent.received_at) < now - KEEP_EVENTS)


async def _record(context: Context, event: Event, outcome: str) -> None:
    async with context.database.transaction() as db:
        await record_event(db, event, outcome, context.now)


async def sync_overdue(context: Context) -> None:
    """Sync all users whose webhooks are overdue. Stop at the first sign that Stripe does not answer.

    Users who could not be synced keep the access that the database gives them, with its grace period.
    """
    while user_ids := await _claim(context):
        for user_id in user_ids:
            try:
                await sync_payments(context, user_id)
            except ProviderRefused as refusal:
                # This concerns one user, e.g. because their customer was deleted at Stripe.
                log.warning("An overdue user could not be synced: %s", refusal)
            except ProviderError as error:
                log.warning("Overdue users are synced later: %s: %s", type(error).__name__, error)
                return


async def _claim(context: Context) -> list[UUID]:
    """Take some overdue users, those that have waited longest first."""
    now = context.now
    is_overdue = col(Customer.user_id).in_(_overdue_users(now - OVERDUE_AFTER))
    last_claimed = col(Customer.reconciled_at)
    is_due = or_(last_claimed.is_(None), last_claimed < now - RETRY_AFTER)
    due = (
        select(Customer.user_id)
        .where(is_due, is_overdue)
        .order_by(last_claimed.asc().nulls_first())
        .limit(_BATCH)
        .with_for_update(skip_locked=True)
    )
    # As in the outbox: rows that another process is claiming are skipped, or are no longer due.
    claimed = (
        update(Customer)
        .where(col(Customer.user_id).in_(due), is_due)
        .values(reconciled_at=now)
        .returning(col(Customer.user_id))
    )
    async with context.database.transaction() as db:
        return list((await db.exec(claimed)).scalars())


def _overdue_users(since: datetime) -> CompoundSelect[Any]:
    """Select the users whose webhook is overdue since then.

    Uses three selects with literal states: otherwise the databases would not use the partial indexes.
    """
    state, checkout_state = col(Subscription.state), col(Checkout.state)
    return union(
        select(Subscription.user_id).where(
            state != literal_column("'ended'"), col(Subscription.period_end) < since
        ),
        select(Subscription.user_id).where(state == literal_column("'past_due'")),
        select(Checkout.user_id).where(
            checkout_state == literal_column("'open'"),
            col(Checkout.checkout_session_id).is_not(None),
            col(Checkout.created_at) < since,
        ),
    )
