"""Ending what lifetime access makes pointless: nobody goes on paying for what they have."""

import logging
from collections.abc import Iterable, Sequence
from uuid import UUID

from sqlmodel import select

from webdev_certs.server.domain.payments import LIFETIME, Account, Session, owns_lifetime
from webdev_certs.server.models.payments import Purchase
from webdev_certs.server.services.payments.context import PaymentDesk

log = logging.getLogger(__name__)


async def end_surplus(
    desk: PaymentDesk, user_id: UUID, account: Account, just_paid: Sequence[Session]
) -> bool:
    """Has the subscriptions of someone who has lifetime access charge nothing more.

    Like a cancellation: the time that is paid for stays, and what was not paid ends at once.

    Args:
        desk: where payments are dealt with.
        user_id: who.
        account: theirs at the provider.
        just_paid: sessions that are to be fulfilled, in no transaction yet.

    Returns:
        Whether anything was changed, so that the account is no longer what it was.

    Raises:
        ProviderError: the provider did not do it.
    """
    async with desk.transaction() as session:
        purchases = (await session.exec(select(Purchase).where(Purchase.user_id == user_id))).all()
    for_good = [bought.intent_id for bought in purchases if bought.product_type == LIFETIME]
    for_good += [paid.payment_id for paid in just_paid if paid.subscription_id is None]
    if not owns_lifetime(for_good, account.payments):
        return False
    ours = {bought.subscription_id for bought in purchases} | {paid.subscription_id for paid in just_paid}
    return await _end(desk, account, ours)


async def _end(desk: PaymentDesk, account: Account, ours: Iterable[str | None]) -> bool:
    changed = False
    for subscription in account.subscriptions:
        if subscription.subscription_id not in ours or subscription.state not in ("active", "past_due"):
            continue
        log.info("%s ends: its owner has lifetime access", subscription.subscription_id)
        if subscription.state == "active":
            await desk.provider.set_renewal(subscription.subscription_id, renews=False)
        else:
            await desk.provider.end_subscription(subscription.subscription_id)
        changed = True
    return changed
