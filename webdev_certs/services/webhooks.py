"""Dealing with the provider's messages."""

import logging

from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.services import customers, settlement, webhook_events
from webdev_certs.server.services.payments.context import PaymentDesk, asking

log = logging.getLogger(__name__)


async def receive(desk: PaymentDesk, event: Event) -> None:
    """Deals with an event once, however often it comes.

    Raises:
        Unavailable: `provider_unavailable`: it could not be asked; it is to deliver the event again.
    """
    async with desk.transaction() as session:
        if await webhook_events.is_known(session, event):
            return
    if event.kind not in webhook_events.ACTED_ON:
        await _note(desk, event, "ignored")
        return
    with asking("provider_unavailable", "The provider cannot be asked about this at the moment."):
        customer_id = event.customer_id
        if customer_id is None and event.charge_id is not None:
            customer_id = await desk.provider.customer_of_charge(event.charge_id)
        user_id = await customers.find_user(desk, customer_id)
        if user_id is None:
            log.warning("event %s (%s) is about nobody we know", event.event_id, event.kind)
            await _note(desk, event, "unknown")
            return
        if event.session_id:
            await settlement.adopt(desk, user_id, event.session_id)
        await settlement.settle(desk, user_id, event)


async def _note(desk: PaymentDesk, event: Event, outcome: str) -> None:
    async with desk.transaction() as session:
        await webhook_events.record(session, event, outcome, desk.now())
