"""Cancellations without signing in, which the law of some countries asks for (§ 312k BGB in Germany).

A cancellation that fits a subscription is stored with the mail and carried out in the background, so that
Stripe's answer neither takes time that would tell, nor is needed. Any other one goes to the operator.
"""

import logging
from datetime import UTC, datetime
from uuid import UUID

from sqlmodel import col, delete, select

from webdev_certs.schemas.payments import CancellationRequest, DeclarationReceipt
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, InvalidInput, Unavailable
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Cancellation
from webdev_certs.server.services.payments import billing, declarations
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import _

log = logging.getLogger(__name__)


async def receive_cancellation(
    context: Context, limits: Limits, form: CancellationRequest
) -> DeclarationReceipt:
    """Accept a cancellation, and queue the mail that confirms it.

    It fits a subscription if the email and the name are those of its account. Only then is it carried out
    without a person; its owner can resume the subscription until it ends.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for it.
        InvalidInput: `invalid_email`; `reason_missing`; `date_in_past`.
        TooManyRequests: `too_many_requests`.
    """
    if form.for_cause and not form.reason.strip():
        raise InvalidInput("reason_missing", _("Enter the reason for your cancellation."), field="reason")
    if form.ends_on and form.ends_on < context.now.astimezone(UTC).date():
        raise InvalidInput("date_in_past", _("Choose today or a later day."), field="ends_on")
    email, gets_receipt = await declarations.accept(context, limits, form)
    receipt = DeclarationReceipt(received_at=context.now)
    if form.website:
        return receipt
    user, subscription = await _find(context.db, email, form) or (None, None)
    if user:
        gets_receipt |= await declarations.stop_renewal(context, user)
    if user is None or form.for_cause:
        await declarations.pass_to_operator(
            context,
            "cancellation",
            email,
            form,
            for_cause=form.for_cause,
            ends_on=form.ends_on,
            reason=form.reason,
            has_ended=user is not None,
            gets_receipt=gets_receipt,
        )
    if gets_receipt:
        ends_at = _end_of(subscription, context.now) if subscription else None
        await declarations.mail_sender(
            context,
            "cancellation_received",
            email,
            form,
            user,
            ends_at=ends_at,
            is_immediate=ends_at == context.now,
            for_cause=form.for_cause,
            ends_on=form.ends_on,
        )
    return receipt


async def carry_out_cancellations(context: Context) -> None:
    """Cancel the subscriptions whose cancellations were received; stop if Stripe does not answer.

    Several processes may do so at the same time: canceling again changes nothing, and one that finds the
    cancellation gone undoes its own call only if the subscription is not stored as ending (`billing.cancel`).
    """
    async with context.database.transaction() as db:
        waiting = (await db.exec(select(Cancellation.user_id).order_by(col(Cancellation.received_at)))).all()
    for user_id in waiting:
        if not await _still_waits(context, user_id):
            # Since the list was read, the owner has resumed it, or another process has carried it out.
            continue
        try:
            await billing.cancel(context, user_id, is_received=True)
        except Conflict:
            # It has ended since.
            log.info("A received cancellation found no running subscription")
        except Unavailable as error:
            log.warning("Received cancellations are carried out later: %s", error.code)
            return
        await _forget(context, user_id)


async def _find(db: AsyncSession, email: str, form: CancellationRequest) -> tuple[User, Subscription] | None:
    """Return the account and the running subscription that a cancellation fits; None if there is none."""
    rows = await db.exec(
        select(User, Subscription)
        .join(Subscription, col(Subscription.user_id) == col(User.id))
        .where(User.email == email, Subscription.state != "ended")
        .order_by(col(Subscription.started_at).desc(), col(Subscription.subscription_id))
        .limit(1)
    )
    found = rows.first()
    if found is None:
        return None
    user, subscription = found
    is_meant = form.product_type in (None, subscription.product_type)
    is_later = form.ends_on is not None and form.ends_on > subscription.period_end.astimezone(UTC).date()
    if not is_meant or is_later or not declarations.names(form, user):
        return None
    return user, subscription


def _end_of(subscription: Subscription, now: datetime) -> datetime:
    """Return when a subscription ends after its cancellation."""
    if subscription.state == "past_due":
        # Nothing is paid for any more (`billing.cancel`).
        return now
    return subscription.ends_at or subscription.period_end


async def _still_waits(context: Context, user_id: UUID) -> bool:
    async with context.database.transaction() as db:
        return await db.get(Cancellation, user_id) is not None


async def _forget(context: Context, user_id: UUID) -> None:
    async with context.database.transaction() as db:
        await db.exec(delete(Cancellation).where(col(Cancellation.user_id) == user_id))
