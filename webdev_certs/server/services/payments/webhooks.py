"""Handle Stripe's webhook events.

An event is only a reason to sync with Stripe: its content is not trusted, because it may be late, repeated
or out of order (docs/decisions/0010).
"""

import logging
from datetime import datetime, timedelta

from sqlmodel import col

from webdev_certs.server.database.engine import Database
from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.models.payments import WebhookEvent
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
