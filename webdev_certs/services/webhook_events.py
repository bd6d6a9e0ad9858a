"""What the provider tells us by itself."""

import logging
from datetime import datetime

from sqlmodel import col

from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.payments import WebhookEvent
from webdev_certs.server.services.inserts import insert_ignoring

log = logging.getLogger(__name__)

ACTED_ON = frozenset(
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
"""Each of them makes us ask how things stand with its customer, and nothing else."""


async def record(session: AsyncSession, event: Event, outcome: str, now: datetime) -> bool:
    """Notes that an event has been dealt with, in the transaction that deals with it.

    Returns:
        False if it had been noted before.
    """
    noted = await session.exec(
        insert_ignoring(session, WebhookEvent)
        .values(event_id=event.event_id, kind=event.kind[:255], outcome=outcome, received_at=now)
        .returning(col(WebhookEvent.event_id))
    )
    return noted.one_or_none() is not None


async def is_known(session: AsyncSession, event: Event) -> bool:
    """Whether the event has been dealt with."""
    return await session.get(WebhookEvent, event.event_id) is not None
