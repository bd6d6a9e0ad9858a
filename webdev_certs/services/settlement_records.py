"""Storing the provider's answer: checkouts, purchases, the books, and the access that follows."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.domain import payments as provider
from webdev_certs.server.models.billing import Payment, Subscription
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.payments import Checkout, Purchase
from webdev_certs.server.services import billing_mails
from webdev_certs.server.services.inserts import insert_ignoring
from webdev_certs.server.services.payments.context import PaymentDesk
from webdev_certs.server.services.payments import SUBSCRIPTION, follow

log = logging.getLogger(__name__)


async def store_checkouts(
    session: AsyncSession,
    user_id: UUID,
    customer_id: str,
    found: Mapping[str, provider.Session | None],
    now: datetime,
) -> None:
    """Fulfils the checkouts that were paid, and closes those that no longer can be.

    Args:
        session: the transaction.
        user_id: whose checkouts.
        customer_id: theirs at the provider.
        found: session id → the provider's session; None if it knows none.
        now: the present.
    """
    waiting = await session.exec(
        select(Checkout).where(Checkout.user_id == user_id, col(Checkout.session_id).in_(found))
    )
    for checkout in waiting.all():
        assert checkout.session_id is not None
        if checkout.state == "open":
            await _store_checkout(session, checkout, customer_id, found[checkout.session_id], now)


def refusal_of(checkout: Checkout, customer_id: str, found: provider.Session) -> str | None:
    """Why what was paid is not what was ordered, as a code; None if it is, or is not paid."""
    if not found.paid:
        return None
    return provider.refusal(
        found,
        customer_id=customer_id,
        price_id=checkout.price_id,
        amount=checkout.amount,
        currency=checkout.currency,
    )


async def store_account(
    session: AsyncSession, desk: PaymentDesk, user_id: UUID, account: provider.Account, now: datetime
) -> None:
    """Makes the books and the access what the provider's books say."""
    purchases = (await session.exec(select(Purchase).where(Purchase.user_id == user_id))).all()
    bought = {purchase.subscription_id for purchase in purchases}
    subscriptions = [sold for sold in account.subscriptions if sold.subscription_id in bought]
    for_good = [bought.intent_id for bought in purchases if bought.product_type == provider.LIFETIME]
    owns = provider.owns_lifetime(for_good, account.payments)
    rows = await _store_subscriptions(
        session, desk, user_id, subscriptions, account.payments, now, has_lifetime=owns
    )
    await _store_payments(session, user_id, account)
    await follow(session, user_id, provider.LIFETIME, None, gives=owns, now=now)
    until = max((row.access_until for row in rows if row.access_until), default=None)
    await follow(session, user_id, SUBSCRIPTION, until, gives=until is not None, now=now)


async def _store_checkout(
    session: AsyncSession,
    checkout: Checkout,
    customer_id: str,
    found: provider.Session | None,
    now: datetime,
) -> None:
    if found is None or found.failed or found.status == "expired":
        checkout.state = "closed"
    elif found.paid:
        checkout.refusal = refusal_of(checkout, customer_id, found)
        checkout.state = "refused" if checkout.refusal else "paid"
        if checkout.refusal:
            log.error("session %s was paid, but refused: %s", found.session_id, checkout.refusal)
        else:
            await _fulfil(session, checkout, found, now)


async def _fulfil(session: AsyncSession, checkout: Checkout, found: provider.Session, now: datetime) -> None:
    await session.exec(
        insert_ignoring(session, Purchase).values(
            session_id=found.session_id,
            user_id=checkout.user_id,
            product_type=checkout.product_type,
            amount=checkout.amount,
            currency=checkout.currency,
            intent_id=found.payment_id,
            subscription_id=found.subscription_id,
            fulfilled_at=now,
        )
    )
    log.info("session %s is fulfilled: %s", found.session_id, checkout.product_type)


async def _store_subscriptions(
    session: AsyncSession,
    desk: PaymentDesk,
    user_id: UUID,
    sold: Sequence[provider.Subscription],
    payments: Sequence[provider.Payment],
    now: datetime,
    *,
    has_lifetime: bool,
) -> list[Subscription]:
    stored = (await session.exec(select(Subscription).where(Subscription.user_id == user_id))).all()
    known = {row.subscription_id: row for row in stored}
    rows = []
    for subscription in sold:
        before = known.pop(subscription.subscription_id, None)
        unpaid = provider.unpaid_renewal(subscription, payments)
        told = before.told_payment_id if before else None
        row = Subscription(
            subscription_id=subscription.subscription_id,
            user_id=user_id,
            product_type=subscription.product_type,
            interval=subscription.interval,
            state=subscription.state,
            amount=subscription.amount,
            currency=subscription.currency,
            started_at=subscription.started_at,
            period_end=subscription.period_end,
            ends_at=subscription.ends_at,
            access_until=provider.access_until(subscription, payments, desk.grace),
            pay_url=unpaid.pay_url if unpaid else None,
            told_payment_id=told,
        )
        # To whoever has access for good, the end of a subscription changes nothing.
        if before and before.state != "ended" and row.state == "ended" and not has_lifetime:
            await billing_mails.tell_of_end(session, desk.settings, user_id, now)
        if unpaid and told != unpaid.payment_id and row.access_until:
            row.told_payment_id = unpaid.payment_id
            await billing_mails.tell_of_failure(session, desk.settings, user_id, row.access_until, now)
        rows.append(await session.merge(row))
    for gone in known.values():
        gone.state, gone.access_until = "ended", None
    return rows


async def _store_payments(session: AsyncSession, user_id: UUID, account: provider.Account) -> None:
    stored = (await session.exec(select(Payment).where(Payment.user_id == user_id))).all()
    products = {sold.subscription_id: sold.product_type for sold in account.subscriptions}
    kept = set()
    for payment in account.payments:
        kept.add(payment.payment_id)
        await session.merge(
            Payment(
                payment_id=payment.payment_id,
                user_id=user_id,
                product_type=products.get(payment.subscription_id or "", provider.LIFETIME),
                outcome=payment.outcome,
                amount=payment.amount,
                refunded=payment.refunded,
                currency=payment.currency,
                invoice_id=payment.invoice_id,
                created_at=payment.created_at,
            )
        )
    for row in stored:
        # A charge becomes its invoice's once that is made out, and a void one is nobody's business.
        if row.payment_id not in kept:
            await session.delete(row)
