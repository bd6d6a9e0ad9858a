"""Stop all charges before an account is deleted."""

from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.gateways.payments import ProviderRefused
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.payments.sync import sync_payments
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import N_

_FAILED = N_(
    "We couldn’t cancel your payments because the payment provider didn’t respond. Please try again."
)


async def stop_all_charges(context: Context, user_id: UUID) -> None:
    """Make sure that a user is never charged again: expire their checkout sessions, end their subscriptions.

    Asks Stripe, because the database may not have the latest payment.

    Raises:
        Unavailable: `cancellation_failed` or `payments_not_configured`.
    """
    async with context.database.transaction() as db:
        found = await db.exec(select(Customer.customer_id).where(Customer.user_id == user_id))
        customer_id = found.one_or_none()
    if customer_id is None:
        return
    if context.configured_provider is None and not await _may_be_charged(context, user_id):
        return
    with provider_errors_as("cancellation_failed", _FAILED):
        await sync_payments(context, user_id)
        await _expire_checkout_sessions(context, user_id)
        # Read after the checkout sessions have expired, so that it includes what was paid until then.
        history = await context.provider.history(customer_id)
        for subscription in history.subscriptions:
            if not subscription.is_over:
                await context.provider.end_subscription(subscription.subscription_id)
        await sync_payments(context, user_id)


async def _expire_checkout_sessions(context: Context, user_id: UUID) -> None:
    async with context.database.transaction() as db:
        found = await db.exec(
            select(Checkout.checkout_session_id).where(
                Checkout.user_id == user_id,
                Checkout.state == "open",
                col(Checkout.checkout_session_id).is_not(None),
            )
        )
        checkout_session_ids = [
            checkout_session_id for checkout_session_id in found.all() if checkout_session_id
        ]
    for checkout_session_id in checkout_session_ids:
        try:
            await context.provider.expire_checkout_session(checkout_session_id)
        except ProviderRefused:
            # One that was paid or has expired cannot be expired. Any other refusal leaves it open.
            checkout_session = await context.provider.checkout_session(checkout_session_id)
            if checkout_session and checkout_session.status == "open":
                raise


async def _may_be_charged(context: Context, user_id: UUID) -> bool:
    """Return whether the database has a subscription or an open checkout that could still be charged."""
    running = select(Subscription.subscription_id).where(
        Subscription.user_id == user_id, Subscription.state != "ended"
    )
    payable = select(Checkout.id).where(Checkout.user_id == user_id, Checkout.state == "open")
    async with context.database.transaction() as db:
        return bool((await db.exec(running)).first() or (await db.exec(payable)).first())
