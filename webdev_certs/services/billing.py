"""A person's subscription, history and invoices."""

import logging
import re
from collections.abc import Awaitable
from uuid import UUID

from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.gateways.payments import ProviderRefused
from webdev_certs.server.models import billing as tables
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.schemas.payments import BillingState, PaymentRecord, Subscription
from webdev_certs.server.services.payments.context import PaymentDesk, asking
from webdev_certs.server.services.payments import SUBSCRIPTION, already_paid, sources
from webdev_certs.server.services.settlement import settle

log = logging.getLogger(__name__)

_INVOICE_ID = re.compile(r"in_[A-Za-z0-9_]{1,250}")
_CANCEL_FAILED = "Your subscription could not be cancelled: the payment provider does not answer. Try again."
_RESUME_FAILED = "Your subscription could not be resumed: the payment provider does not answer. Try again."
_INVOICE_FAILED = "The invoice cannot be fetched from the payment provider at the moment. Try again."


async def state(desk: PaymentDesk, user_id: UUID) -> BillingState:
    """How a person has access, and their latest subscription, whether it runs or has ended."""
    async with desk.transaction() as session:
        reasons = await sources(session, user_id, desk.now())
        row = await _latest(session, user_id)
    if LIFETIME in reasons:
        access = "lifetime"
    elif SUBSCRIPTION in reasons:
        access = "subscription"
    else:
        access = "granted" if reasons else "none"
    return BillingState(access=access, subscription=_shown(row) if row else None)


async def history(desk: PaymentDesk, user_id: UUID) -> list[PaymentRecord]:
    """All payments, newest first."""
    newest_first = (col(tables.Payment.created_at).desc(), col(tables.Payment.payment_id))
    async with desk.transaction() as session:
        rows = await session.exec(
            select(tables.Payment).where(tables.Payment.user_id == user_id).order_by(*newest_first)
        )
        return [
            PaymentRecord.model_validate(
                row.model_dump(include={"product_type", "amount", "currency", "created_at", "invoice_id"})
                | {"amount_refunded": row.refunded, "status": row.outcome}
            )
            for row in rows.all()
        ]


async def cancel(desk: PaymentDesk, user_id: UUID) -> BillingState:
    """Has the subscription end with the time that is paid for; cancelling again changes nothing.

    One whose renewal failed has no such time left and ends at once, so that nothing more is collected.

    Raises:
        Conflict: `no_subscription`.
        Unavailable: `cancellation_failed` or `payments_not_configured`.
    """
    with asking("cancellation_failed", _CANCEL_FAILED):
        # Our books may lag behind: what failed then may have been paid just now.
        await settle(desk, user_id)
        row = await _running(desk, user_id)
        if row.state == "past_due":
            await _change(desk, user_id, desk.provider.end_subscription(row.subscription_id))
        else:
            await _change(desk, user_id, desk.provider.set_renewal(row.subscription_id, renews=False))
    return await state(desk, user_id)


async def resume(desk: PaymentDesk, user_id: UUID) -> BillingState:
    """Takes a cancellation back while the subscription still runs.

    Raises:
        Conflict: `no_subscription`; `already_paid`: it would be paid for nothing.
        Unavailable: `resumption_failed` or `payments_not_configured`.
    """
    async with desk.transaction() as session:
        if LIFETIME in await sources(session, user_id, desk.now()):
            raise already_paid()
    row = await _running(desk, user_id)
    with asking("resumption_failed", _RESUME_FAILED):
        await _change(desk, user_id, desk.provider.set_renewal(row.subscription_id, renews=True))
    return await state(desk, user_id)


async def invoice_pdf(desk: PaymentDesk, user_id: UUID, invoice_id: str) -> bytes:
    """An invoice as a document.

    Raises:
        NotFound: `invoice_not_found`: there is no such invoice, or it is someone else's.
        Unavailable: `invoice_unavailable` or `payments_not_configured`.
    """
    if not _INVOICE_ID.fullmatch(invoice_id):
        raise _unknown_invoice()
    async with desk.transaction() as session:
        owned = await session.exec(
            select(tables.Payment.invoice_id).where(
                tables.Payment.user_id == user_id, tables.Payment.invoice_id == invoice_id
            )
        )
        if owned.first() is None:
            raise _unknown_invoice()
    with asking("invoice_unavailable", _INVOICE_FAILED):
        return await desk.provider.invoice_pdf(invoice_id)


async def _change(desk: PaymentDesk, user_id: UUID, change: Awaitable[None]) -> None:
    """Waits for a change at the provider, and takes note of how things stand afterwards."""
    try:
        await change
    except ProviderRefused as refusal:
        # It has ended in the meantime, which we have not been told yet.
        log.warning("a subscription could not be changed: %s", refusal)
        await settle(desk, user_id)
        raise _none() from refusal
    await settle(desk, user_id)


async def _running(desk: PaymentDesk, user_id: UUID) -> tables.Subscription:
    async with desk.transaction() as session:
        row = (await session.exec(_not_ended(user_id))).first()
    if row is None:
        raise _none()
    return row


def _not_ended(user_id: UUID) -> SelectOfScalar[tables.Subscription]:
    return (
        select(tables.Subscription)
        .where(tables.Subscription.user_id == user_id, tables.Subscription.state != "ended")
        .order_by(col(tables.Subscription.started_at).desc())
    )


async def _latest(session: AsyncSession, user_id: UUID) -> tables.Subscription | None:
    found = await session.exec(
        select(tables.Subscription)
        .where(tables.Subscription.user_id == user_id)
        .order_by(col(tables.Subscription.state) == "ended", col(tables.Subscription.started_at).desc())
    )
    return found.first()


def _shown(row: tables.Subscription) -> Subscription:
    return Subscription.model_validate(
        row.model_dump(include={"product_type", "amount", "currency", "interval", "started_at", "ends_at"})
        | {
            "status": row.state,
            "renews_at": row.period_end if row.state == "active" else None,
            "grace_until": row.access_until if row.state == "past_due" else None,
            "pay_url": row.pay_url,
        }
    )


def _unknown_invoice() -> NotFound:
    return NotFound("invoice_not_found", "There is no such invoice.")


def _none() -> Conflict:
    return Conflict("no_subscription", "You have no subscription that runs.")
