"""An account's password: which new passwords are accepted, changing it, and resetting it by a mailed link."""

import asyncio
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas.auth import MAX_PASSWORD, MIN_PASSWORD, ResetPassword
from webdev_certs.schemas.profile import PasswordChange
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.names_and_passwords import check_password, password_refusal
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.access_tokens import AccessClaims
from webdev_certs.server.services.accounts.accounts import (
    find_by_email,
    reauthenticate,
    replace_hash,
    wrong_password,
)
from webdev_certs.server.services.accounts.confirmation import confirm_email
from webdev_certs.server.services.accounts.identities import unlink_others
from webdev_certs.server.services.accounts.login_sessions import end_login_sessions
from webdev_certs.server.services.accounts.one_time_tokens import (
    RESETTING,
    issue_token,
    lifetime_minutes,
    read_token,
    use_token,
    void_tokens,
)
from webdev_certs.server.services.mail.layout import Recipient, write_mail
from webdev_certs.server.services.mail.outbox import queue_mail
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.shared.translation import _, current_language

COMMONEST = 10_000
"""How many passwords of the ranking count as common."""
_WEAK = 2
"""Scores below this are refused: fewer than 10⁶ guesses (zxcvbn, Wheeler, USENIX Security 2016)."""
_PIECE = 24
"""How many characters are scored at once. The time grows so steeply that 128 can take 15 seconds."""
# zxcvbn keeps the words of the last call in a module variable.
_zxcvbn_lock = threading.Lock()


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


def is_common(password: str) -> bool:
    """Return whether a password is among the `COMMONEST` of the ranking in `zxcvbn`, ignoring case.

    The first call reads the ranking, which takes about 50 ms.
    """
    return unicodedata.normalize("NFC", password).casefold() in _ranking()


def is_guessable(password: str, personal: Sequence[str] = ()) -> bool:
    """Return whether each piece of 24 characters of a password is easy to guess.

    Args:
        password: The password. Each piece takes a few milliseconds, and at worst half a second.
        personal: Words that others know of the user, such as the name.
    """
    from zxcvbn import zxcvbn

    text = unicodedata.normalize("NFC", password)
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    with _zxcvbn_lock:
        return all(zxcvbn(piece, user_inputs=list(personal))["score"] < _WEAK for piece in pieces)


@lru_cache
def _ranking() -> frozenset[str]:
    # Imported here, because it loads 15 MB of words that only new passwords need.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word.casefold() for word in FREQUENCY_LISTS["passwords"][:COMMONEST])
