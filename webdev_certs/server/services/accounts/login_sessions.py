"""Login sessions: started, refreshed, ended, and listed with the device of each."""

import hashlib
import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas import auth
from webdev_certs.schemas.auth import RefreshResponse
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.errors import NotFound, Unauthenticated
from webdev_certs.server.models.accounts import LoginSession
from webdev_certs.server.services.accounts.access_tokens import (
    CLOCK_SKEW,
    AccessClaims,
    find_issue_time,
    issue_access_token,
)
from webdev_certs.server.services.accounts.accounts import refuse_blocked
from webdev_certs.server.services.accounts.ended_sessions import note_ended
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _

log = logging.getLogger(__name__)
_MAX_DEVICE = 200
ROTATION_GRACE = timedelta(minutes=2)
"""How long an access token can still be exchanged after the first time, for parallel tabs and lost answers.
The screens try a refresh again for a minute."""
# In this order, because most browsers also name the browsers they are compatible with.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
    "curl/": "curl",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class StartedLoginSession:
    """A new login session, with its refresh token, of which only the hash is stored."""

    claims: AccessClaims
    refresh_token: str


async def start_login_session(
    db: AsyncSession, settings: Settings, user_id: UUID, device: str, now: datetime, *, ip_hash: str = ""
) -> StartedLoginSession:
    """Start a login session on one device.

    Args:
        db: The transaction.
        settings: How many days the login session lasts.
        user_id: The user who signs in.
        device: The User-Agent header, stored without unprintable characters and cut to 200 characters.
        now: The current time.
        ip_hash: `Limits.ip_hash`, to recognize the user's IP address later.
    """
    refresh_token = secrets.token_urlsafe(32)
    login = LoginSession(
        user_id=user_id,
        refresh_hash=_digest(refresh_token),
        device="".join(filter(str.isprintable, device))[:_MAX_DEVICE],
        ip_hash=ip_hash,
        created_at=now,
        last_seen_at=now,
        expires_at=now + timedelta(days=settings.refresh_token_days),
    )
    db.add(login)
    await db.flush()
    return StartedLoginSession(AccessClaims(user_id, login.id), refresh_token)


async def refresh(context: Context, limits: Limits, form: auth.RefreshRequest) -> RefreshResponse:
    """Return a new access token for the refresh token's login session.

    Raises:
        Unauthenticated: `invalid_refresh_token`: the token is unknown, its login session has ended, or the
            access token is not its newest one. If it is an older one, the login session ends.
        Forbidden: `account_blocked`: that is why it has ended.
        TooManyRequests: `too_many_requests`.
    """
    async with limits.count_refusals("refresh"):
        async with context.transaction() as transaction:
            claims = await _rotate(transaction, form)
        if claims is None:
            raise _refused()
    await limits.count_own("refresh", claims.user_id)
    token = issue_access_token(context.signing_key, context.settings, claims, context.now)
    return RefreshResponse(access_token=token)


async def _rotate(context: Context, form: auth.RefreshRequest) -> AccessClaims | None:
    """Note that the login session is in use, and return the claims for a new access token.

    Returns None if the access token does not permit it; this transaction then ends the login session, if the
    token is an older one.

    Raises:
        Unauthenticated: `invalid_refresh_token`: the token is unknown, or its login session has ended.
        Forbidden: `account_blocked`: that is why it has ended.
    """
    db, now = context.db, context.now
    # This update also locks the row, so simultaneous refreshes see each other's rotation.
    touched = await db.exec(
        update(LoginSession)
        .where(
            col(LoginSession.refresh_hash) == _digest(form.refresh_token),
            col(LoginSession.ended_at).is_(None),
            col(LoginSession.expires_at) > now,
        )
        .values(last_seen_at=now)
        .returning(col(LoginSession.user_id), col(LoginSession.id), col(LoginSession.rotated_at))
    )
    row = touched.one_or_none()
    if row is None:
        owner = select(LoginSession.user_id).where(LoginSession.refresh_hash == _digest(form.refresh_token))
        user_id = (await db.exec(owner)).one_or_none()
        if user_id is not None:
            await refuse_blocked(db, user_id)
        raise _refused()
    user_id, login_session_id, rotated_at = row
    claims = AccessClaims(user_id, login_session_id)
    issued_at = find_issue_time(
        context.signing_key, context.settings, form.access_token or "", login_session_id
    )
    if issued_at is None:
        return None if rotated_at else claims
    if rotated_at is None or issued_at >= rotated_at - CLOCK_SKEW:
        rotation = update(LoginSession).where(col(LoginSession.id) == login_session_id)
        await db.exec(rotation.values(rotated_at=now))
        return claims
    if now - rotated_at <= ROTATION_GRACE:
        return claims
    log.warning("A login session has ended: an older access token of it was refreshed again")
    await end_login_session(db, login_session_id, now)
    return None


def _refused() -> Unauthenticated:
    return Unauthenticated("invalid_refresh_token", _("You’ve been signed out. Sign in again."))


KEEP_ENDED = timedelta(days=90)
"""How long a login session is kept after it ended or expired; an export lists it until then."""


async def remove_old_login_sessions(database: Database, now: datetime) -> None:
    """Delete login sessions that ended or expired long ago."""
    since = now - KEEP_ENDED
    for is_old in (col(LoginSession.ended_at) < since, col(LoginSession.expires_at) < since):
        await delete_old(database, LoginSession.id, is_old)


async def list_login_sessions(
    db: AsyncSession, claims: AccessClaims, wanted: PageRequest, now: datetime
) -> Page[auth.LoginSession]:
    """Return a page of the user's login sessions that have not ended, the most recently seen first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = select(LoginSession).where(
        LoginSession.user_id == claims.user_id,
        col(LoginSession.ended_at).is_(None),
        LoginSession.expires_at > now,
    )
    page = await read_page(db, query, wanted, moment=col(LoginSession.last_seen_at), key=col(LoginSession.id))
    return page.map(lambda login: as_shown(login, claims.login_session_id))


def as_shown(login: LoginSession, current_id: UUID) -> auth.LoginSession:
    """Return the login session as its user sees it."""
    return auth.LoginSession(
        id=login.id,
        device=describe_device(login.device),
        current=login.id == current_id,
        created_at=login.created_at,
        last_seen_at=login.last_seen_at,
    )


async def end_login_session(db: AsyncSession, login_session_id: UUID, now: datetime) -> None:
    """End a login session; one that has ended stays as it is."""
    await db.exec(
        update(LoginSession)
        .where(col(LoginSession.id) == login_session_id, col(LoginSession.ended_at).is_(None))
        .values(ended_at=now)
    )
    note_ended(db, [login_session_id])


async def end_own_login_session(
    db: AsyncSession, user_id: UUID, login_session_id: UUID, now: datetime
) -> None:
    """End one of the user's login sessions.

    Raises:
        NotFound: `login_session_not_found`.
    """
    ended = await db.exec(
        update(LoginSession)
        .where(
            col(LoginSession.id) == login_session_id,
            col(LoginSession.user_id) == user_id,
            col(LoginSession.ended_at).is_(None),
            col(LoginSession.expires_at) > now,
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )
    if ended.rowcount == 0:
        raise unknown_login_session()
    note_ended(db, [login_session_id])


async def end_login_sessions(
    db: AsyncSession, user_id: UUID, now: datetime, *, keep: UUID | None = None
) -> None:
    """End all login sessions of a user, except the one to keep."""
    statement = update(LoginSession).where(
        col(LoginSession.user_id) == user_id, col(LoginSession.ended_at).is_(None)
    )
    if keep is not None:
        statement = statement.where(col(LoginSession.id) != keep)
    ended = await db.exec(
        statement.values(ended_at=now)
        .returning(col(LoginSession.id))
        .execution_options(synchronize_session=False)
    )
    note_ended(db, ended.scalars().all())


def unknown_login_session() -> NotFound:
    """Return the one refusal for login sessions that are unknown, ended, or another user's."""
    return NotFound("login_session_not_found", _("That device isn’t signed in anymore."))


def _digest(refresh_token: str) -> str:
    return hashlib.sha256(refresh_token.encode()).hexdigest()


def describe_device(user_agent: str) -> str:
    """Return the device in words, e.g. `Firefox on Windows`, leaving out what is not recognized."""
    browser, system = _first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)
    if browser and system:
        return _("{browser} on {system}", browser=browser, system=system)
    return browser or system or _("Unknown browser")


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for mark, name in names.items() if mark in user_agent), "")
