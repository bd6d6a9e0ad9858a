"""Confirming an account's email, after registration and when it changes."""

from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select, update

from webdev_certs.schemas.auth import Confirmed, EmailChange
from webdev_certs.server.domain.errors import Conflict, Forbidden
from webdev_certs.server.domain.mail import mask_email
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import (
    find_confirmed,
    lock_reauthenticated,
    reauthenticate,
)
from webdev_certs.server.services.accounts.one_time_tokens import (
    CONFIRMING,
    RESETTING,
    Proof,
    issue_token,
    lifetime_hours,
    use_token,
    void_tokens,
)
from webdev_certs.server.services.certificates.issuing import issue_pending
from webdev_certs.server.services.certificates.sign_badges import discard_credentials
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.server.services.shared.retakes import record_starts
from webdev_certs.shared.translation import _


async def send_confirmation(context: Context, user: User) -> None:
    """Mail a link that confirms the account's email.

    If another account has confirmed it, mail that one instead. Both cases do the same work, including making
    a token, so that the response time does not reveal which it was.
    """
    settings = context.settings
    owner = await find_confirmed(context.db, user.email)
    token = await issue_token(context.db, "confirm_email", user.email, user.id, context.now)
    if owner:
        recipient = Recipient(user.email, owner.full_name, owner.language)
        message = write_mail(settings, "already_registered", recipient)
    else:
        hours = lifetime_hours("confirm_email")
        message = write_mail(settings, "confirm_email", Recipient.of(user), token=token, hours=hours)
    await queue_mail(context.db, message, context.now)


async def resend_confirmation(context: Context, user: User, limits: Limits) -> None:
    """Mail the link again; earlier links stay valid, because mails can arrive in any order.

    Raises:
        Conflict: `already_confirmed`.
        TooManyRequests: `too_many_requests`, as `Limits.count_mail`.
    """
    if user.email_confirmed_at is not None:
        raise Conflict("already_confirmed", _("Your email is already confirmed."))
    await limits.count_mail(user.email)
    await send_confirmation(context, user)


async def request_email_change(context: Context, claims: AccessClaims, change: EmailChange) -> None:
    """Mail a link to the new email, replacing earlier links; the old email stays until the link is used.

    Only the mail says whether the new email has an account, as in `send_confirmation`.

    Raises:
        InvalidInput: `invalid_email`, `wrong_password`.
        Unauthenticated, Forbidden, TooManyRequests: As `reauthenticate` and `Limits.count_mail`.
        Conflict: `email_unchanged`: it is the account's own confirmed email.
    """
    user = await reauthenticate(context, claims, change.password)
    await context.limits.count("resend", str(user.id))
    email = normalize_email(change.email)
    if email == user.email and user.email_confirmed_at is not None:
        raise Conflict("email_unchanged", _("This is already your email."), field="email")
    await context.limits.count_mail(email)
    async with context.transaction() as transaction:
        await _mail_change_link(transaction, user, email)


async def _mail_change_link(context: Context, user: User, email: str) -> None:
    await lock_reauthenticated(context.db, user)
    settings = context.settings
    owner = await find_confirmed(context.db, email)
    await void_tokens(context.db, user.id, ("change_email",), context.now)
    token = await issue_token(context.db, "change_email", email, user.id, context.now)
    if owner and owner.id != user.id:
        message = write_mail(settings, "email_in_use", Recipient(email, owner.full_name, owner.language))
    else:
        recipient = Recipient(email, user.full_name, user.language)
        hours = lifetime_hours("change_email")
        message = write_mail(settings, "email_change", recipient, token=token, hours=hours)
    await queue_mail(context.db, message, context.now)


async def confirm(context: Context, user_id: UUID, token: str) -> Confirmed:
    """Confirm the account's email, or change it to the new one, by a mailed link.

    The link works only while its own account is signed in. Otherwise a stranger could register somebody
    else's email and wait until its owner follows the link.

    Raises:
        NotFound: `confirm_link_unknown`.
        Forbidden: `confirm_link_other_account`: the link stays valid for its own account.
        Conflict: `confirm_link_used`, `confirm_link_expired`; `email_taken`: another account has confirmed
            this email since.
    """
    proof = await use_token(context.db, "confirm", token, context.now)
    if proof.user_id != user_id:
        raise Forbidden(
            "confirm_link_other_account", _("This link belongs to another account. Sign in to that one.")
        )
    if proof.purpose == "change_email":
        await _change_email(context, proof)
    return Confirmed(email=proof.email, certificates=await confirm_email(context, proof))


async def confirm_email(context: Context, proof: Proof) -> list[str]:
    """Mark the account's email as confirmed, if it is still the email that was proved.

    Returns:
        The numbers of the certificates that were waiting for it and are now issued.

    Raises:
        Conflict: `email_taken`: another account has confirmed it.
    """
    statement = (
        update(User)
        .where(
            col(User.id) == proof.user_id,
            col(User.email) == proof.email,
            col(User.email_confirmed_at).is_(None),
        )
        .values(email_confirmed_at=context.now)
        .execution_options(synchronize_session=False)
    )
    try:
        confirmed = await context.db.exec(statement)
    except IntegrityError:
        raise Conflict(
            "email_taken", _("Another account has already confirmed this email. Sign in to that one.")
        ) from None
    return await issue_pending(context, proof.user_id) if confirmed.rowcount else []


async def _change_email(context: Context, proof: Proof) -> None:
    """Store the new email, not yet confirmed, and tell the old one by mail."""
    query = select(User.email, User.full_name, User.language, User.email_confirmed_at)
    found = await context.db.exec(query.where(User.id == proof.user_id))
    old, name, language, confirmed_at = found.one()
    await record_starts(context, proof.user_id, old)
    await context.db.exec(
        update(User)
        .where(col(User.id) == proof.user_id)
        .values(email=proof.email, email_confirmed_at=None)
        .execution_options(synchronize_session=False)
    )
    # Signed credentials contain a hash of the old email.
    await discard_credentials(context.db, (Certificate.user_id == proof.user_id,))
    # Links mailed to the old email prove nothing about the new one.
    await void_tokens(context.db, proof.user_id, (*CONFIRMING, *RESETTING), context.now)
    # An unconfirmed old email may belong to somebody else.
    if confirmed_at is not None:
        recipient = Recipient(old, name, language)
        message = write_mail(context.settings, "email_changed", recipient, email=mask_email(proof.email))
        await queue_mail(context.db, message, context.now)
