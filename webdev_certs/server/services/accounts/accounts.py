"""Accounts: found by email or access token, checked by password, also again before sensitive actions, or
blocked.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, exists
from sqlmodel import col, select, update

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.domain.errors import Forbidden, InvalidInput, Overloaded, Unauthenticated
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import LoginSession, User
from webdev_certs.server.services.accounts.access_tokens import AccessClaims, login_session_ended
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.shared.translation import _

_BLOCKED_USERS = select(User.id, User.block_reason).where(col(User.blocked_at).is_not(None))
FRESH_SECONDS = 5
"""How long a process may go on serving an account after it was blocked."""
RECENT = timedelta(minutes=10)
"""How long a sign-in counts as reauthentication for an account without a password."""


class Candidates(NamedTuple):
    """The accounts that an email can sign in to.

    Attributes:
        confirmed: The account that has confirmed the email, if any.
        unconfirmed: One of the accounts that have not, if any.
    """

    confirmed: User | None
    unconfirmed: User | None


async def find_candidates(db: AsyncSession, email: str, ip_hash: str = "") -> Candidates:
    """Find the accounts that an email can sign in to.

    Of several unconfirmed accounts, prefer the newest that was signed in to from the caller's IP address,
    else the newest of all: a stranger who registers the same email should not shut its owner out.

    Args:
        db: The transaction.
        email: The email as typed.
        ip_hash: `Limits.ip_hash` of the caller, if known.
    """
    try:
        email = normalize_email(email)
    except InvalidInput:
        return Candidates(None, None)
    from_same_ip = exists().where(
        col(LoginSession.user_id) == col(User.id), col(LoginSession.ip_hash) == ip_hash
    )
    query = (
        select(User)
        .where(User.email == email, col(User.email_confirmed_at).is_(None))
        .order_by(from_same_ip.desc(), col(User.created_at).desc(), col(User.id))
        .limit(1)
    )
    unconfirmed = (await db.exec(query)).one_or_none()
    return Candidates(await find_confirmed(db, email), unconfirmed)


async def find_by_email(db: AsyncSession, email: str, ip_hash: str = "") -> User | None:
    """Return the account that has confirmed the email, else an unconfirmed one, else None.

    Args:
        db: The transaction.
        email: The email as typed.
        ip_hash: As for `find_candidates`.
    """
    candidates = await find_candidates(db, email, ip_hash)
    return candidates.confirmed or candidates.unconfirmed


async def find_confirmed(db: AsyncSession, email: str) -> User | None:
    """Return the account that has confirmed this normalized email, or None."""
    query = select(User).where(User.email == email, col(User.email_confirmed_at).is_not(None))
    return (await db.exec(query)).one_or_none()


async def check_credentials(hasher: PasswordHasher, user: User | None, password: str) -> User:
    """Return the account if the password is right.

    An unknown account takes as long as a known one. A hash made with outdated parameters is replaced in
    the returned object; the caller stores it.

    Raises:
        Unauthenticated: `invalid_credentials`, for an unknown account and for a wrong password alike.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    known = user.password_hash if user else None
    matches = await hasher.verify(known, password)
    if user is None or known is None or not matches:
        raise invalid_credentials()
    if hasher.needs_rehash(known):
        # If the hasher is busy, the next sign-in replaces the hash.
        with suppress(Overloaded):
            user.password_hash = await hasher.hash(password)
    return user


async def check_candidates(hasher: PasswordHasher, candidates: Candidates, password: str) -> User:
    """Return the candidate whose password this is, trying the confirmed one first.

    Both are tried: if an unconfirmed account stopped working once another one confirms the email, a stranger
    could register an email and learn from the refusal that it has an account. A wrong password always costs
    two hashes, so the response time reveals nothing either.

    Raises:
        Unauthenticated: `invalid_credentials`.
        Overloaded: `busy`, as `PasswordHasher.verify`.
    """
    with suppress(Unauthenticated):
        return await check_credentials(hasher, candidates.confirmed, password)
    return await check_credentials(hasher, candidates.unconfirmed, password)


def invalid_credentials() -> Unauthenticated:
    """Return the one refusal for an unknown email and a wrong password."""
    return Unauthenticated("invalid_credentials", _("That email and password don’t match."))


async def replace_hash(db: AsyncSession, user_id: UUID, old: str | None, new: str | None) -> bool:
    """Lock the account and replace its password hash, if the stored hash is still `old`.

    No transaction is open while a password is checked, and a reset may come in between, which must shut
    out everyone who knows the old password. With `old` equal to `new` this checks and locks.

    Returns:
        Whether the stored hash was still `old`.
    """
    replaced = await db.exec(
        update(User)
        .where(col(User.id) == user_id, col(User.password_hash) == old)
        .values(password_hash=new)
        .execution_options(synchronize_session=False)
    )
    return replaced.rowcount == 1


async def get_login(db: AsyncSession, claims: AccessClaims, now: datetime) -> tuple[User, LoginSession]:
    """Return the account and the login session that the claims name.

    Raises:
        Unauthenticated: `session_ended`: the login session has ended or expired, or the account is deleted.
        Forbidden: `account_blocked`.
    """
    found = await db.exec(
        select(User, LoginSession)
        .join(LoginSession, col(LoginSession.user_id) == col(User.id))
        .where(
            LoginSession.id == claims.login_session_id,
            User.id == claims.user_id,
            col(LoginSession.ended_at).is_(None),
            LoginSession.expires_at > now,
        )
    )
    login = found.one_or_none()
    if login is None:
        await refuse_blocked(db, claims.user_id)
        raise login_session_ended()
    return login


async def get_user(db: AsyncSession, claims: AccessClaims, now: datetime) -> User:
    """Return the account that the claims name.

    Raises:
        Unauthenticated: `session_ended`, as `get_login`.
    """
    user, _login = await get_login(db, claims, now)
    return user


class BlockedAccounts:
    """The blocked accounts, read again every few seconds, so that no request has to ask the database."""

    def __init__(self, database: Database, seconds: Callable[[], float] = time.monotonic) -> None:
        """Begin with an empty list; the first request reads it.

        Args:
            database: The database.
            seconds: A monotonic clock.
        """
        self._database = database
        self._seconds = seconds
        self._read_at: float | None = None
        self._reasons: dict[UUID, str] = {}

    async def refuse(self, user_id: UUID, *, fresh: bool = False) -> None:
        """Refuse a blocked account.

        Args:
            user_id: The account.
            fresh: Read the blocked accounts now, even if they were read a moment ago.

        Raises:
            Forbidden: `account_blocked`.
        """
        now = self._seconds()
        if fresh or self._read_at is None or now - self._read_at >= FRESH_SECONDS:
            # Set first, so that only one request reads, and not every one while the database is unavailable.
            self._read_at = now
            with suppress(DatabaseUnavailable):
                self._reasons = await self._database.read(_read_blocked)
        if user_id in self._reasons:
            raise blocked(self._reasons[user_id])


def _read_blocked(connection: Connection) -> dict[UUID, str]:
    return {user_id: reason or "" for user_id, reason in connection.execute(_BLOCKED_USERS)}


async def refuse_blocked(db: AsyncSession, user_id: UUID) -> None:
    """Refuse an account that is blocked in the database.

    Raises:
        Forbidden: `account_blocked`.
    """
    query = select(User.block_reason).where(User.id == user_id, col(User.blocked_at).is_not(None))
    found = (await db.exec(query)).all()
    if found:
        raise blocked(found[0])


def blocked(reason: str | None) -> Forbidden:
    """Return the refusal of a blocked account, with the reason that the operator gave."""
    if not reason:
        return Forbidden("account_blocked", _("Your account is blocked, so you can’t sign in or use it."))
    message = _("Your account is blocked, so you can’t sign in or use it. Reason: {reason}", reason=reason)
    return Forbidden("account_blocked", message)


async def reauthenticate(
    context: Context, claims: AccessClaims, password: str | None, field: str = "password"
) -> User:
    """Return the signed-in user, after a password or a recent sign-in has proved who is there.

    Wrong passwords count like failed sign-ins from a known IP address.

    Args:
        context: The request's context.
        claims: The access token's.
        password: The account's password as typed; not needed for an account without one.
        field: The request field that holds it.

    Raises:
        Unauthenticated: `session_ended`.
        InvalidInput: `wrong_password`, for the field.
        Forbidden: `recent_sign_in_required`: the account has no password, and the sign-in is too old.
        TooManyRequests: `too_many_requests`.
    """
    async with context.transaction() as transaction:
        user, login = await get_login(transaction.db, claims, transaction.now)
    try:
        async with context.limits.count_wrong_passwords(user.email, from_known_ip=True):
            if user.password_hash is not None:
                await check_credentials(context.hasher, user, password or "")
            elif transaction.now - login.created_at > RECENT:
                raise Forbidden("recent_sign_in_required", _("Sign in again, then try once more."))
    except Unauthenticated:
        raise wrong_password(field) from None
    await context.limits.forget_wrong_passwords_from_ip(user)
    return user


def wrong_password(field: str = "password") -> InvalidInput:
    """Return the refusal of a password that is not, or is no longer, the account's."""
    return InvalidInput("wrong_password", _("That’s not your password."), field=field)


async def lock_reauthenticated(db: AsyncSession, user: User) -> None:
    """Lock the account until the transaction ends, if its password has not changed since it was checked.

    Args:
        db: The transaction.
        user: The account as `reauthenticate` returned it.

    Raises:
        InvalidInput: `wrong_password`: another request has changed the password since.
    """
    if not await replace_hash(db, user.id, user.password_hash, user.password_hash):
        raise wrong_password()
