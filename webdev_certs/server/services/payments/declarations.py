"""Cancellations and withdrawals without signing in, which the law of some countries asks for.

In Germany these are § 312k and § 356a BGB. The answer never tells whether an account or a contract exists:
the mails do, to the account's own email.

A cancellation that fits a subscription is stored with the mail and carried out in the background, so that
Stripe's answer neither takes time that would tell, nor is needed. Any other one goes to the operator, who
also decides whether a withdrawal is in time and what is refunded, and does so at Stripe; access follows from
that.
"""

import logging
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from sqlmodel import col, delete, select

from webdev_certs.schemas.payments import (
    CancellationRequest,
    Declaration,
    DeclarationReceipt,
    WithdrawalRequest,
)
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound, Unavailable
from webdev_certs.server.gateways.payments import ProviderRefused
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.payments import Cancellation, Purchase, StoredDeclaration, Subscription
from webdev_certs.server.services.mail.layout import Recipient, may_repeat, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.payments import billing
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language

KEEP = timedelta(days=180)
"""The law gives operators 14 days for a refund; senders may ask later."""
log = logging.getLogger(__name__)


async def _accept(context: Context, limits: Limits, form: Declaration) -> tuple[str, bool]:
    """Count a declaration, and return its sender's email in its normal form and whether it may get a receipt.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for this form.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    if not context.settings.operator.has_consumer_pages:
        raise NotFound("form_unavailable", _("This site doesn’t have this form."))
    email = normalize_email(form.email)
    return email, await limits.count_declaration(email)


def _has_name_of(form: Declaration, user: User) -> bool:
    """Return whether a declaration has the name of an account, in any spelling of case and spaces."""
    return _comparable(form.name) == _comparable(user.full_name)


async def _stop_renewal(context: Context, user: User) -> bool:
    """Store that the subscription of an account is to end; the background job does it at Stripe.

    Returns:
        Whether it is news: its owner has to be told, whatever the limit for mails says.
    """
    stored = insert_ignoring(context.db, Cancellation).values(user_id=user.id, received_at=context.now)
    return (await context.db.exec(stored.returning(col(Cancellation.user_id)))).first() is not None


async def _mail_sender(
    context: Context, text: str, email: str, form: Declaration, user: User | None, **values: Any
) -> None:
    """Queue the receipt of a declaration.

    Args:
        context: The context.
        text: The name of its text.
        email: The sender's email.
        form: What was declared.
        user: The account whose contract fits.
        **values: What else the text's placeholders stand for.
    """
    message = write_mail(
        context.settings,
        text,
        Recipient.of(user) if user else Recipient(email, form.name, current_language()),
        received_at=context.now,
        name=form.name if may_repeat(form.name) else "",
        email=email,
        product_type=form.product_type,
        **values,
    )
    await queue_mail(context.db, message, context.now)


async def _pass_to_operator(
    context: Context,
    kind: Literal["cancellation", "withdrawal"],
    email: str,
    form: Declaration,
    **values: Any,
) -> None:
    """Store a declaration, and queue the mail that tells the operator; answers go to its sender."""
    content = form.model_dump(mode="json", exclude={"website"}) | {"email": email}
    context.db.add(StoredDeclaration(kind=kind, content=content, received_at=context.now))
    message = write_mail(
        context.settings,
        f"{kind}_request",
        # Mails to the operator are in English.
        Recipient(context.settings.operator.email, "", SOURCE_LANGUAGE),
        reply_to=email,
        name=form.name,
        email=email,
        product_type=form.product_type or "not said",
        received_at=context.now,
        **values,
    )
    await queue_mail(context.db, message, context.now)


async def remove_old_declarations(database: Database, now: datetime) -> None:
    """Delete declarations that were handled long ago."""
    await delete_old(database, StoredDeclaration.id, col(StoredDeclaration.received_at) < now - KEEP)


def _comparable(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


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
    email, gets_receipt = await _accept(context, limits, form)
    receipt = DeclarationReceipt(received_at=context.now)
    if form.website:
        return receipt
    user, subscription = await _contract_to_cancel(context.db, email, form) or (None, None)
    if user:
        gets_receipt |= await _stop_renewal(context, user)
    if user is None or form.for_cause:
        await _pass_to_operator(
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
        await _mail_sender(
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
            if isinstance(error.__cause__, ProviderRefused):
                # This concerns one user, e.g. because Stripe no longer has their customer.
                continue
            return
        await _forget(context, user_id)


async def _contract_to_cancel(
    db: AsyncSession, email: str, form: CancellationRequest
) -> tuple[User, Subscription] | None:
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
    if not is_meant or is_later or not _has_name_of(form, user):
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


async def receive_withdrawal(context: Context, limits: Limits, form: WithdrawalRequest) -> DeclarationReceipt:
    """Accept a withdrawal: queue its receipt, with its content and the time, and the mail to the operator.

    If the email and the name are those of an account that bought what is meant, and that is a subscription
    which renews, it stops renewing, so that nothing more is charged until the operator has looked at it.

    Raises:
        NotFound: `form_unavailable`: the law of the operator's country does not ask for it.
        InvalidInput: `invalid_email`.
        TooManyRequests: `too_many_requests`.
    """
    email, gets_receipt = await _accept(context, limits, form)
    receipt = DeclarationReceipt(received_at=context.now)
    if form.website:
        return receipt
    user, purchase, subscription = await _contract_to_withdraw_from(context.db, email, form) or (
        None,
        None,
        None,
    )
    # One whose renewal failed would end at once, and its owner could not undo what a stranger may have sent.
    stops = subscription is not None and subscription.state == "active"
    if user and stops:
        gets_receipt |= await _stop_renewal(context, user)
    await _pass_to_operator(
        context,
        "withdrawal",
        email,
        form,
        bought_on=form.bought_on,
        bought=purchase.product_type if purchase else "",
        bought_at=purchase.fulfilled_at if purchase else None,
        is_stopped=stops,
        gets_receipt=gets_receipt,
    )
    if gets_receipt:
        await _mail_sender(
            context,
            "withdrawal_received",
            email,
            form,
            user,
            bought_on=form.bought_on,
            is_stopped=stops,
        )
    return receipt


async def _contract_to_withdraw_from(
    db: AsyncSession, email: str, form: WithdrawalRequest
) -> tuple[User, Purchase, Subscription | None] | None:
    """Return the account and its latest purchase that a withdrawal fits, with the subscription bought by it.

    None if there is no such purchase.
    """
    query = (
        select(User, Purchase, Subscription)
        .join(Purchase, col(Purchase.user_id) == col(User.id))
        .outerjoin(Subscription, col(Subscription.subscription_id) == col(Purchase.subscription_id))
        .where(User.email == email)
    )
    if form.product_type:
        query = query.where(Purchase.product_type == form.product_type)
    newest = query.order_by(col(Purchase.fulfilled_at).desc(), col(Purchase.checkout_session_id)).limit(1)
    found = (await db.exec(newest)).first()
    if found is None or not _has_name_of(form, found[0]):
        return None
    user, purchase, subscription = found
    return user, purchase, subscription
