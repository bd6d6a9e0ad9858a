"""Store what Stripe answered: checkouts, purchases, subscriptions, payments and handled webhook events."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain import paid_access
from webdev_certs.server.domain import payments as provider
from webdev_certs.server.domain.error_codes import ConflictCode
from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.models.billing import Payment, Subscription
from webdev_certs.server.models.payments import Checkout, Purchase, WebhookEvent
from webdev_certs.server.services.payments import mails
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

log = logging.getLogger(__name__)


async def record_event(db: AsyncSession, event: Event, outcome: str, now: datetime) -> bool:
    """Record that a webhook event was handled, in the transaction that handles it.

    Returns:
        False if it was recorded before.
    """
    inserted = await db.exec(
        insert_ignoring(db, WebhookEvent)
        .values(event_id=event.event_id, kind=event.kind[:255], outcome=outcome, received_at=now)
        .returning(col(WebhookEvent.event_id))
    )
    return inserted.one_or_none() is not None


async def store_checkouts(
    db: AsyncSession,
    user_id: UUID,
    customer_id: str,
    checkout_sessions: Mapping[str, provider.CheckoutSession | None],
    now: datetime,
) -> None:
    """Record a purchase for each open checkout that was paid, and close those that can no longer be paid.

    Args:
        db: The transaction.
        user_id: The buyer.
        customer_id: Stripe's id of the buyer.
        checkout_sessions: Stripe's checkout sessions by id; None if Stripe has none.
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
    checkout: Checkout, customer_id: str, checkout_session: provider.CheckoutSession
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
    return [purchase.intent_id for purchase in purchases if purchase.product_type == provider.LIFETIME]


def bought(history: provider.CustomerHistory, purchases: Iterable[Purchase]) -> provider.CustomerHistory:
    """Return the history with only those subscriptions that began with one of these purchases."""
    ids = {purchase.subscription_id for purchase in purchases}
    subscriptions = tuple(sold for sold in history.subscriptions if sold.subscription_id in ids)
    return replace(history, subscriptions=subscriptions)


async def store_subscriptions(
    db: AsyncSession,
    context: Context,
    user_id: UUID,
    history: provider.CustomerHistory,
    now: datetime,
    *,
    has_lifetime: bool,
) -> list[Subscription]:
    """Store a user's subscriptions, and queue mails about failed renewals and ended subscriptions.

    A stored subscription that Stripe no longer has counts as ended.

    Args:
        db: The transaction.
        context: What payments work with.
        user_id: The subscriber.
        history: What Stripe has of the subscriber.
        now: The current time.
        has_lifetime: Whether they have lifetime access; the end of a subscription then changes nothing for
            them.

    Returns:
        The rows of the history's subscriptions.
    """
    stored = (await db.exec(select(Subscription).where(Subscription.user_id == user_id))).all()
    before = {row.subscription_id: row for row in stored}
    rows, grace_period = [], timedelta(days=context.settings.payment_grace_days)
    for subscription in history.subscriptions:
        old = before.pop(subscription.subscription_id, None)
        old_state = old.state if old else "ended"
        notified_payment_id = old.notified_payment_id if old else None
        unpaid = paid_access.unpaid_renewal(subscription, history.payments)
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
            access_until=paid_access.access_until(subscription, history.payments, grace_period),
            pay_url=unpaid.pay_url if unpaid else None,
            notified_payment_id=notified_payment_id,
        )
        if old_state != "ended" and row.state == "ended" and not has_lifetime:
            await mails.queue_subscription_ended(db, context.settings, user_id, now)
        if unpaid and unpaid.payment_id != notified_payment_id and row.access_until:
            row.notified_payment_id = unpaid.payment_id
            await mails.queue_payment_failed(db, context.settings, user_id, row.access_until, now)
        rows.append(await db.merge(row))
    for gone in before.values():
        gone.state, gone.access_until = "ended", None
    return rows


async def store_payments(db: AsyncSession, user_id: UUID, history: provider.CustomerHistory) -> None:
    """Store a user's payments, and delete those that Stripe no longer has."""
    stored = (await db.exec(select(Payment).where(Payment.user_id == user_id))).all()
    products = {sold.subscription_id: sold.product_type for sold in history.subscriptions}
    for payment in history.payments:
        await db.merge(
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
    kept = {payment.payment_id for payment in history.payments}
    for row in stored:
        # A charge is replaced by its invoice once Stripe has made one; void invoices are not shown.
        if row.payment_id not in kept:
            await db.delete(row)


async def _store_paid(
    db: AsyncSession,
    checkout: Checkout,
    customer_id: str,
    checkout_session: provider.CheckoutSession,
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
