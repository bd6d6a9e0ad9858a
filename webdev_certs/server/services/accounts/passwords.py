"""Changing an account's password: which new passwords are accepted, and the consequences of a change."""

import asyncio
from uuid import UUID

from webdev_certs.schemas.auth import MAX_PASSWORD, MIN_PASSWORD
from webdev_certs.schemas.profile import PasswordChange
from webdev_certs.server.domain.names_and_passwords import check_password, password_refusal
from webdev_certs.server.domain.one_time_tokens import RESETTING
from webdev_certs.server.gateways.password_strength import is_common, is_guessable
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import replace_hash
from webdev_certs.server.services.accounts.login_sessions import end_login_sessions
from webdev_certs.server.services.accounts.one_time_tokens import void_tokens
from webdev_certs.server.services.accounts.reauthentication import reauthenticate, wrong_password
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


async def change_password(context: Context, claims: AccessClaims, change: PasswordChange) -> None:
    """Change the account's password or set its first one, and end all login sessions except this one.

    Unlike a reset this keeps the linked identities: adding one takes the password and sends a mail, and the
    user sees them all on the screen where they change the password.

    Raises:
        InvalidInput: `wrong_password`, for field `current_password`; `password_…`, as `hash_new_password`.
        Unauthenticated, Forbidden, TooManyRequests: As `reauthenticate`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    user = await reauthenticate(context, claims, change.current_password, "current_password")
    encoded = await hash_new_password(
        context.hasher, change.new_password, email=user.email, full_name=user.full_name
    )
    # A stranger may have registered with this email, so limit the mails to its reader.
    notify = user.email_confirmed_at is not None or await context.limits.may_mail(user.email)
    async with context.transaction() as transaction:
        if not await replace_hash(transaction.db, user.id, user.password_hash, encoded):
            raise wrong_password("current_password")
        keep = claims.login_session_id
        await after_change(transaction, user, keep=keep, notify=notify)


async def after_change(
    context: Context, user: User, *, keep: UUID | None = None, notify: bool = True
) -> None:
    """End the login sessions and links that the old password opened, and mail the account.

    Args:
        context: The transaction's context.
        user: The account.
        keep: The login session to keep, if any.
        notify: Whether to mail.
    """
    await end_login_sessions(context.db, user.id, context.now, keep=keep)
    await void_tokens(context.db, user.id, (*RESETTING, "change_email"), context.now)
    if notify:
        message = write_mail(context.settings, "password_changed", Recipient.of(user))
        await queue_mail(context.db, message, context.now)


async def hash_new_password(hasher: PasswordHasher, password: str, *, email: str, full_name: str) -> str:
    """Check a new password for the account with this email and name, and return its hash.

    Raises:
        InvalidInput: As `domain.names_and_passwords.check_password`; `password_too_common` or
            `password_too_weak`, for field `password`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    check_password(
        password, email=email, full_name=full_name, min_length=MIN_PASSWORD, max_length=MAX_PASSWORD
    )
    # In a thread, because the first call reads a file.
    if await asyncio.to_thread(is_common, password):
        raise password_refusal(
            "password_too_common", _("This is one of the most common passwords. Choose another.")
        )
    personal = [*email.replace("@", " ").replace(".", " ").split(), *full_name.split()]
    if await asyncio.to_thread(is_guessable, password, personal):
        raise password_refusal(
            "password_too_weak",
            _("This password is easy to guess. Add an unrelated word or two."),
        )
    return await hasher.hash(password)
