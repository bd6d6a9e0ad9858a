"""Cancellations without signing in, which the law of some countries asks for (§ 312k BGB in Germany).

The answer never tells whether an account or a subscription exists: the mails do, to the account's own email.
A cancellation that fits a subscription is stored with the mail and carried out in the background, so that
Stripe's answer neither takes time that would tell, nor is needed. Any other one goes to the operator.
"""

import logging
import unicodedata
from datetime import UTC, datetime
from uuid import UUID

from sqlmodel import col, delete, select

from webdev_certs.schemas.payments import CancellationReceipt, CancellationRequest
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound, Unavailable
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Cancellation
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.payments import billing
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language

log = logging.getLogger(__name__)


async def receive_cancellation(
    context: Context, limits: Limits, form: CancellationRequest
) -> CancellationReceipt:
    """Accept a cancellation, and queue the mail that confirms it.

    It fits a subscription if the email and the name are those of its account. Only then is it carried out
    without a person; its owner can resume the subscription until it ends.

    Raises:
        NotFound: `cancellation_unavailable`: the law of the operator's country does not ask for it.
        InvalidInput: `invalid_email`; `reason_missing`; `date_in_past`.
        TooManyRequests: `too_many_requests`.
    """
    if not context.settings.operator.has_consumer_pages:
        raise NotFound("cancellation_unavailable", _("This site has no cancellation form."))
    email = normalize_email(form.email)
    if form.for_cause and not form.reason.strip():
        raise InvalidInput("reason_missing", _("Give the reason for your cancellation."), field="reason")
    if form.ends_on and form.ends_on < context.now.astimezone(UTC).date():
        raise InvalidInput("date_in_past", _("Choose today or a later day."), field="ends_on")
    await limits.count("cancellation", email)
    receipt = CancellationReceipt(received_at=context.now)
    if form.website:
        return receipt
    found = await _find(context.db, email, form)
    recipient = Recipient(email, form.name, current_language())
    ends_at = None
    if found:
        user, subscription = found
        recipient = Recipient.of(user)
        ends_at = _end_of(subscription, context.now)
        stored = insert_ignoring(context.db, Cancellation).values(user_id=user.id, received_at=context.now)
        await context.db.exec(stored)
    if found is None or form.for_cause:
        await _tell_operator(context, email, form, has_ended=found is not None)
    # Whoever has a subscription always gets the receipt: nothing else tells them that it was canceled.
    if await limits.may_mail(email) or found:
        message = write_mail(
            context.settings,
            "cancellation_received",
            recipient,
            ends_at=ends_at,
            is_immediate=ends_at == context.now,
            received_at=context.now,
            product_type=form.product_type,
            for_cause=form.for_cause,
            ends_on=form.ends_on,
        )
        await queue_mail(context.db, message, context.now)
    return receipt


async def carry_out_cancellations(context: Context) -> None:
    """Cancel the subscriptions whose cancellations were received; stop if Stripe does not answer.

    Several processes may do so at the same time, because canceling again changes nothing.
    """
    async with context.database.transaction() as db:
        waiting = (await db.exec(select(Cancellation.user_id).order_by(col(Cancellation.received_at)))).all()
    for user_id in waiting:
        try:
            await billing.cancel(context, user_id)
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
    if not is_meant or is_later or _comparable(form.name) != _comparable(user.full_name):
        return None
    return user, subscription


def _end_of(subscription: Subscription, now: datetime) -> datetime:
    """Return when a subscription ends after its cancellation."""
    if subscription.state == "past_due":
        # Nothing is paid for any more (`billing.cancel`).
        return now
    return subscription.ends_at or subscription.period_end


def _comparable(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


async def _tell_operator(context: Context, email: str, form: CancellationRequest, *, has_ended: bool) -> None:
    message = write_mail(
        context.settings,
        "cancellation_request",
        # Mails to the operator are in English.
        Recipient(context.settings.operator.email, "", SOURCE_LANGUAGE),
        reply_to=email,
        name=form.name,
        email=email,
        product_type=form.product_type or "not said",
        for_cause=form.for_cause,
        ends_on=form.ends_on,
        reason=form.reason,
        received_at=context.now,
        has_ended=has_ended,
    )
    await queue_mail(context.db, message, context.now)


async def _forget(context: Context, user_id: UUID) -> None:
    async with context.database.transaction() as db:
        await db.exec(delete(Cancellation).where(col(Cancellation.user_id) == user_id))
