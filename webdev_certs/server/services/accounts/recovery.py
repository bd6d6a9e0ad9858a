"""Resetting a forgotten password by a mailed link."""

from sqlmodel import col, select, update

from webdev_certs.schemas.auth import ResetPassword
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.one_time_tokens import lifetime_minutes
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.accounts import find_by_email
from webdev_certs.server.services.accounts.confirmation import confirm_email
from webdev_certs.server.services.accounts.identities import unlink_others
from webdev_certs.server.services.accounts.one_time_tokens import issue_token, read_token, use_token
from webdev_certs.server.services.accounts.passwords import after_change, hash_new_password
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.shared.translation import _, current_language


async def request_reset(context: Context, email: str, ip_hash: str) -> None:
    """Mail a link for choosing a new password.

    An email without an account takes the same work and gets a mail that says so, because its reader may
    have registered with another email.

    Args:
        context: The request's context.
        email: The email as typed.
        ip_hash: The caller's `Limits.ip_hash`, to choose among unconfirmed accounts (`find_candidates`).

    Raises:
        InvalidInput: `invalid_email`.
    """
    email = normalize_email(email)
    user = await find_by_email(context.db, email, ip_hash)
    token = await issue_token(context.db, "reset_password", email, user.id if user else None, context.now)
    if user:
        recipient = Recipient(email, user.full_name, user.language)
        minutes = lifetime_minutes("reset_password")
        message = write_mail(context.settings, "reset_password", recipient, token=token, minutes=minutes)
    else:
        message = write_mail(context.settings, "no_account", Recipient(email, "", current_language()))
    await queue_mail(context.db, message, context.now)


async def reset_password(context: Context, form: ResetPassword) -> None:
    """Set a new password by a mailed link, end all login sessions, and confirm by mail.

    The link proves that its user reads the account's mail, so the email is confirmed too, and identities
    with another email are unlinked.

    Raises:
        NotFound: `reset_link_unknown`.
        Conflict: `reset_link_used`, `reset_link_expired`; `email_taken`: another account has confirmed the
            email since the link was mailed.
        InvalidInput: `password_…`, as `hash_new_password`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    # Checked first, so that only valid links cost a hash.
    async with context.transaction() as transaction:
        user = await _account_of_link(transaction, form.token)
    encoded = await hash_new_password(
        context.hasher, form.password, email=user.email, full_name=user.full_name
    )
    async with context.transaction() as transaction:
        await _use_link(transaction, form.token, encoded)
    await context.limits.forget_wrong_passwords(user)


async def _account_of_link(context: Context, token: str) -> User:
    """Return the account whose password a link can reset, without using the link up."""
    proof = await read_token(context.db, "reset", token, context.now)
    query = select(User).where(User.id == proof.user_id, User.email == proof.email)
    user = (await context.db.exec(query)).one_or_none()
    if user is None:
        raise _outdated_link()
    return user


async def _use_link(context: Context, token: str, encoded: str) -> None:
    proof = await use_token(context.db, "reset", token, context.now)
    reset = await context.db.exec(
        update(User)
        .where(col(User.id) == proof.user_id, col(User.email) == proof.email)
        .values(password_hash=encoded)
        .execution_options(synchronize_session=False)
    )
    if not reset.rowcount:
        raise _outdated_link()
    await confirm_email(context, proof)
    user = await context.db.get_one(User, proof.user_id)
    await unlink_others(context, user)
    await after_change(context, user)


def _outdated_link() -> NotFound:
    return NotFound(
        "reset_link_unknown", _("This link was sent to an email that’s no longer on the account.")
    )
