"""Ending all that a person pays, before their account goes."""

from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.gateways.payments import ProviderRefused
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services.payments.context import PaymentDesk, asking
from webdev_certs.server.services.settlement import settle

_FAILED = "What you pay could not be ended: the payment provider does not answer. Try again."


async def end_all(desk: PaymentDesk, user_id: UUID) -> None:
    """Sees to it that a person is never charged again: no session can be paid, no subscription runs.

    The provider is asked, not our books: a payment may be made that we have not been told of.

    Raises:
        Unavailable: `cancellation_failed` or `payments_not_configured`.
    """
    async with desk.transaction() as session:
        found = await session.exec(select(Customer.customer_id).where(Customer.user_id == user_id))
        customer_id = found.one_or_none()
    if customer_id is None:
        return
    if desk.connected is None and not await _may_be_charged(desk, user_id):
        return
    with asking("cancellation_failed", _FAILED):
        await settle(desk, user_id)
        await _expire_sessions(desk, user_id)
        # Only now: what was paid while the sessions were being ended is in it.
        account = await desk.provider.account(customer_id)
        for subscription in account.subscriptions:
            if not subscription.is_over:
                await desk.provider.end_subscription(subscription.subscription_id)
        await settle(desk, user_id)


async def _expire_sessions(desk: PaymentDesk, user_id: UUID) -> None:
    async with desk.transaction() as session:
        found = await session.exec(
            select(Checkout.session_id).where(
                Checkout.user_id == user_id, Checkout.state == "open", col(Checkout.session_id).is_not(None)
            )
        )
        session_ids = [session_id for session_id in found.all() if session_id]
    for session_id in session_ids:
        try:
            await desk.provider.expire_session(session_id)
        except ProviderRefused:
            # Paid or run out in the meantime; anything else leaves it open.
            left = await desk.provider.session(session_id)
            if left and left.status == "open":
                raise


async def _may_be_charged(desk: PaymentDesk, user_id: UUID) -> bool:
    """Whether our books know of anything that may still cost the person something."""
    running = select(Subscription.subscription_id).where(
        Subscription.user_id == user_id, Subscription.state != "ended"
    )
    payable = select(Checkout.id).where(Checkout.user_id == user_id, Checkout.state == "open")
    async with desk.transaction() as session:
        return bool((await session.exec(running)).first() or (await session.exec(payable)).first())
