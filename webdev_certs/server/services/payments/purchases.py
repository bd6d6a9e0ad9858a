"""What users have bought: checkouts that were paid as ordered."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain import paid_access
from webdev_certs.server.domain.errors import ConflictCode
from webdev_certs.server.domain.payments import LIFETIME, CheckoutSession, CustomerHistory
from webdev_certs.server.models.payments import Checkout, Purchase
from webdev_certs.server.services.shared.inserts import insert_ignoring

log = logging.getLogger(__name__)


async def store_checkouts(
    db: AsyncSession,
    user_id: UUID,
    customer_id: str,
    checkout_sessions: Mapping[str, CheckoutSession | None],
    now: datetime,
) -> None:
    """Record a purchase for each open checkout that was paid, and close those that can no longer be paid.

    Args:
        db: The transaction.
        user_id: The buyer.
        customer_id: Stripe's id of the buyer.
        checkout_sessions: Id → Stripe's checkout session; None if Stripe has none.
        now: The current time.
    """
    open_checkouts = await db.exec(
        select(Checkout).where(
            Checkout.user_id == user_id,
            Checkout.state == "open",
            col(Checkout.checkout_session_id).in_(checkout_sessions),
        )
    )
    for checkout in open_checkouts.all():
        assert checkout.checkout_session_id is not None
        checkout_session = checkout_sessions[checkout.checkout_session_id]
        if checkout_session is None or checkout_session.failed or checkout_session.status == "expired":
            checkout.state = "closed"
        elif checkout_session.paid:
            await _store_paid(db, checkout, customer_id, checkout_session, now)


def refusal_of(
    checkout: Checkout, customer_id: str, checkout_session: CheckoutSession
) -> ConflictCode | None:
    """Return how a paid checkout session differs from the order; None if it matches or is not paid."""
    if not checkout_session.paid:
        return None
    return paid_access.refusal(
        checkout_session,
        customer_id=customer_id,
        price_id=checkout.price_id,
        amount=checkout.amount,
        currency=checkout.currency,
    )


async def purchases_of(db: AsyncSession, user_id: UUID) -> Sequence[Purchase]:
    """Return everything that a user has bought."""
    return (await db.exec(select(Purchase).where(Purchase.user_id == user_id))).all()


def lifetime_intents(purchases: Iterable[Purchase]) -> list[str | None]:
    """Return the payment intents of the purchases of lifetime access."""
    return [purchase.intent_id for purchase in purchases if purchase.product_type == LIFETIME]


def only_bought(history: CustomerHistory, purchases: Iterable[Purchase]) -> CustomerHistory:
    """Return the history with only those subscriptions that began with one of these purchases."""
    ids = {purchase.subscription_id for purchase in purchases}
    subscriptions = tuple(sold for sold in history.subscriptions if sold.subscription_id in ids)
    return replace(history, subscriptions=subscriptions)


async def _store_paid(
    db: AsyncSession,
    checkout: Checkout,
    customer_id: str,
    checkout_session: CheckoutSession,
    now: datetime,
) -> None:
    checkout.refusal = refusal_of(checkout, customer_id, checkout_session)
    if checkout.refusal:
        checkout.state = "refused"
        log.error("Checkout session %s was paid but refused: %s", checkout_session.id, checkout.refusal)
        return
    checkout.state = "paid"
    await db.exec(
        insert_ignoring(db, Purchase).values(
            checkout_session_id=checkout_session.id,
            user_id=checkout.user_id,
            product_type=checkout.product_type,
            amount=checkout.amount,
            currency=checkout.currency,
            intent_id=checkout_session.payment_id,
            subscription_id=checkout_session.subscription_id,
            fulfilled_at=now,
        )
    )
    log.info("Checkout session %s was fulfilled: %s", checkout_session.id, checkout.product_type)
