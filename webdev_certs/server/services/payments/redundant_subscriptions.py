"""End subscriptions that lifetime access makes redundant, so that nobody pays twice for the same access."""

import logging
from collections.abc import Sequence
from uuid import UUID

from webdev_certs.server.domain.paid_access import owns_lifetime
from webdev_certs.server.domain.payments import CheckoutSession, CustomerHistory
from webdev_certs.server.services.payments.records import lifetime_intents, purchases_of
from webdev_certs.server.services.shared.context import Context

log = logging.getLogger(__name__)


async def end_redundant_subscriptions(
    context: Context, user_id: UUID, history: CustomerHistory, just_paid: Sequence[CheckoutSession]
) -> bool:
    """Stop all further charges for subscriptions of a user with lifetime access.

    Like a cancellation: a paid period stays until its end, and a subscription whose renewal failed ends at
    once.

    Args:
        context: What payments work with.
        user_id: The user.
        history: What Stripe has of them.
        just_paid: Paid checkout sessions that are not recorded as purchases yet.

    Returns:
        Whether a subscription was changed. `history` is then out of date.

    Raises:
        ProviderError: Stripe did not make the change.
    """
    async with context.database.transaction() as db:
        purchases = await purchases_of(db, user_id)
    intents = lifetime_intents(purchases)
    intents += [
        checkout_session.payment_id
        for checkout_session in just_paid
        if checkout_session.subscription_id is None
    ]
    if not owns_lifetime(intents, history.payments):
        return False
    bought_ids = {bought.subscription_id for bought in (*purchases, *just_paid)}
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
