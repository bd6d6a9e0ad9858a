"""A user's subscription, payment history and invoices, and the end of all charges."""

import logging
import re
from collections.abc import Awaitable
from uuid import UUID

from sqlmodel import col, delete, select

from webdev_certs.schemas.payments import BillingState, PaymentRecord, Subscription
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.gateways.payments import ProviderNotFound, ProviderRefused
from webdev_certs.server.models import payments as tables
from webdev_certs.server.models.payments import Cancellation, Checkout, Customer
from webdev_certs.server.services.payments.entitlements import SUBSCRIPTION, access_sources, already_paid
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.payments.sync import sync_payments
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.shared.translation import N_, _

log = logging.getLogger(__name__)

_INVOICE_ID = re.compile(r"in_[A-Za-z0-9_]{1,250}")
_CANCEL_FAILED = N_(
    "We couldn’t cancel your subscription because the payment provider didn’t respond. Try again."
)
_RESUME_FAILED = N_(
    "We couldn’t resume your subscription because the payment provider didn’t respond. Try again."
)
_STOP_FAILED = N_(
    "We couldn’t cancel your payments because the payment provider didn’t respond. Please try again."
)
_INVOICE_FAILED = N_("We couldn’t get this invoice because the payment provider didn’t respond. Try again.")


async def state(context: Context, user_id: UUID) -> BillingState:
    """Return why a user has access, and their latest subscription, even if it has ended."""
    async with context.database.transaction() as db:
        sources = await access_sources(db, user_id, context.now)
        row = await _latest(db, user_id)
        # One that was canceled without signing in; Stripe is told soon (`payments.declarations`).
        is_canceled = await db.get(Cancellation, user_id) is not None
    if LIFETIME in sources:
        access = "lifetime"
    elif SUBSCRIPTION in sources:
        access = "subscription"
    else:
        access = "granted" if sources else "none"
    subscription = to_subscription(row) if row else None
    if subscription and subscription.status == "active" and is_canceled:
        subscription = subscription.model_copy(
            update={"status": "ending", "ends_at": subscription.renews_at, "renews_at": None}
        )
    return BillingState(access=access, subscription=subscription)


async def history(context: Context, user_id: UUID, wanted: PageRequest) -> Page[PaymentRecord]:
    """Return a page of a user's payments, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = select(tables.Payment).where(tables.Payment.user_id == user_id)
    order = {"moment": col(tables.Payment.created_at), "key": col(tables.Payment.payment_id)}
    async with context.database.transaction() as db:
        return (await read_page(db, query, wanted, **order)).map(to_payment_record)


async def cancel(context: Context, user_id: UUID, *, is_received: bool = False) -> BillingState:
    """Cancel the subscription at the end of its paid period. Canceling again changes nothing.

    A subscription whose renewal failed has no paid period left. It ends at once, so that it is not charged
    again.

    Args:
        context: The context without a transaction.
        user_id: The subscriber.
        is_received: Whether it came without a sign-in (`payments.declarations`), so that the owner may
            resume the subscription while Stripe is asked.

    Raises:
        Conflict: `no_subscription`.
        Unavailable: `cancellation_failed` or `payments_not_configured`.
    """
    with provider_errors_as("cancellation_failed", _CANCEL_FAILED):
        # The database may be out of date: a failed renewal may have been paid since.
        await sync_payments(context, user_id)
        row = await _running(context, user_id)
        if row.state == "past_due":
            await _change(context, user_id, context.provider.end_subscription(row.subscription_id))
        elif is_received:
            await _change(context, user_id, _stop_renewal_unless_resumed(context, row))
        else:
            await _change(context, user_id, context.provider.set_renewal(row.subscription_id, renews=False))
    return await state(context, user_id)


async def resume(context: Context, user_id: UUID) -> BillingState:
    """Undo a cancellation while the subscription still runs, also one that Stripe does not know of yet.

    Raises:
        Conflict: `no_subscription`; `already_paid`: the user has lifetime access.
        Unavailable: `resumption_failed` or `payments_not_configured`.
    """
    async with context.database.transaction() as db:
        if LIFETIME in await access_sources(db, user_id, context.now):
            raise already_paid()
    row = await _running(context, user_id)
    async with context.database.transaction() as db:
        await db.exec(delete(Cancellation).where(col(Cancellation.user_id) == user_id))
    with provider_errors_as("resumption_failed", _RESUME_FAILED):
        await _change(context, user_id, context.provider.set_renewal(row.subscription_id, renews=True))
    return await state(context, user_id)


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
    may_be_charged = await _may_be_charged(context, user_id)
    if context.configured_provider is None and not may_be_charged:
        return
    with provider_errors_as("cancellation_failed", _STOP_FAILED):
        try:
            await _stop_at_stripe(context, user_id, customer_id)
        except ProviderNotFound as unknown:
            # E.g. a customer of the test mode, after a rehearsal: the live mode has nobody to charge.
            if unknown.parameter != "customer" or may_be_charged:
                raise
            log.warning("A user is no longer a customer at Stripe: %s", unknown)


async def invoice_pdf(context: Context, user_id: UUID, invoice_id: str) -> bytes:
    """Return an invoice as PDF.

    Raises:
        NotFound: `invoice_not_found`: there is no such invoice, or it belongs to another user.
        Unavailable: `invoice_unavailable` or `payments_not_configured`.
    """
    if not _INVOICE_ID.fullmatch(invoice_id):
        raise _invoice_not_found()
    async with context.database.transaction() as db:
        owned = await db.exec(
            select(tables.Payment.invoice_id).where(
                tables.Payment.user_id == user_id, tables.Payment.invoice_id == invoice_id
            )
        )
        if owned.first() is None:
            raise _invoice_not_found()
    with provider_errors_as("invoice_unavailable", _INVOICE_FAILED):
        return await context.provider.invoice_pdf(invoice_id)


def to_subscription(row: tables.Subscription) -> Subscription:
    """Return a stored subscription as the API shows it."""
    return Subscription.model_validate(
        row.model_dump(
            include={
                *("subscription_id", "product_type", "amount", "currency"),
                *("interval", "started_at", "ends_at", "pay_url"),
            }
        )
        | {
            "status": row.state,
            "renews_at": row.period_end if row.state == "active" else None,
            "grace_until": row.access_until if row.state == "past_due" else None,
        }
    )


def to_payment_record(row: tables.Payment) -> PaymentRecord:
    """Return a stored payment as the API shows it."""
    return PaymentRecord.model_validate(
        row.model_dump(exclude={"user_id", "outcome", "refunded"})
        | {"amount_refunded": row.refunded, "status": row.outcome}
    )


async def _change(context: Context, user_id: UUID, change: Awaitable[None]) -> None:
    """Wait for a change at Stripe, then sync."""
    try:
        await change
    except ProviderRefused as refusal:
        # The subscription has ended, and its webhook has not arrived yet.
        log.warning("A subscription could not be changed: %s", refusal)
        await sync_payments(context, user_id)
        raise _no_subscription() from refusal
    await sync_payments(context, user_id)


async def _stop_renewal_unless_resumed(context: Context, row: tables.Subscription) -> None:
    try:
        await context.provider.set_renewal(row.subscription_id, renews=False)
    finally:
        # Even a call without an answer may arrive at Stripe after the call that resumes the subscription.
        if await _is_resumed(context, row):
            await context.provider.set_renewal(row.subscription_id, renews=True)


async def _is_resumed(context: Context, row: tables.Subscription) -> bool:
    """Return whether the owner has taken a received cancellation back.

    That no cancellation waits does not tell: another process may have carried it out meanwhile, and has then
    stored that the subscription ends.
    """
    async with context.database.transaction() as db:
        waiting = await db.get(Cancellation, row.user_id)
        stored = await db.get(tables.Subscription, row.subscription_id)
    return waiting is None and stored is not None and stored.state not in ("ending", "ended")


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


async def _stop_at_stripe(context: Context, user_id: UUID, customer_id: str) -> None:
    await sync_payments(context, user_id)
    await _expire_checkout_sessions(context, user_id)
    # Read after the checkout sessions have expired, so that it includes what was paid until then.
    history = await context.provider.history(customer_id)
    running = [sold.subscription_id for sold in history.subscriptions if not sold.is_over]
    for subscription_id in (*running, *history.other_subscription_ids):
        await context.provider.end_subscription(subscription_id)
    await sync_payments(context, user_id)


async def _may_be_charged(context: Context, user_id: UUID) -> bool:
    """Return whether the database has a subscription or an open checkout that could still be charged."""
    running = select(tables.Subscription.subscription_id).where(
        tables.Subscription.user_id == user_id, tables.Subscription.state != "ended"
    )
    payable = select(Checkout.id).where(Checkout.user_id == user_id, Checkout.state == "open")
    async with context.database.transaction() as db:
        return bool((await db.exec(running)).first() or (await db.exec(payable)).first())


async def _running(context: Context, user_id: UUID) -> tables.Subscription:
    async with context.database.transaction() as db:
        row = await _latest(db, user_id)
    if row is None or row.state == "ended":
        raise _no_subscription()
    return row


async def _latest(db: AsyncSession, user_id: UUID) -> tables.Subscription | None:
    """Return the latest running subscription; if none runs, the latest that has ended."""
    found = await db.exec(
        select(tables.Subscription)
        .where(tables.Subscription.user_id == user_id)
        .order_by(
            col(tables.Subscription.state) == "ended",
            col(tables.Subscription.started_at).desc(),
            col(tables.Subscription.subscription_id),
        )
    )
    return found.first()


def _invoice_not_found() -> NotFound:
    return NotFound("invoice_not_found", _("This invoice isn’t in your account."))


def _no_subscription() -> Conflict:
    return Conflict("no_subscription", _("You don’t have an active subscription."))
