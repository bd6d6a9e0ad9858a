"""Login sessions: started, refreshed, listed and ended."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.schemas import auth as wire
from webdev_certs.schemas.auth import RefreshResponse
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.devices import describe_device
from webdev_certs.server.domain.errors import NotFound, Unauthenticated
from webdev_certs.server.models.accounts import LoginSession
from webdev_certs.server.services.accounts.access_tokens import AccessClaims, issue_access_token
from webdev_certs.server.services.accounts.blocking import refuse_blocked
from webdev_certs.server.services.accounts.ended_sessions import note_ended
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _

_MAX_DEVICE = 200


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


async def refresh(context: Context, limits: Limits, refresh_token: str) -> RefreshResponse:
    """Return a new access token for the refresh token's login session.

    Raises:
        Unauthenticated: As `_touch`.
        Forbidden: As `_touch`.
        TooManyRequests: `too_many_requests`.
    """
    async with limits.count_refusals("refresh"):
        claims = await _touch(context.db, refresh_token, context.now)
    await limits.count_own("refresh", claims.user_id)
    token = issue_access_token(context.signing_key, context.settings, claims, context.now)
    return RefreshResponse(access_token=token)


async def _touch(db: AsyncSession, refresh_token: str, now: datetime) -> AccessClaims:
    """Note that the login session is in use, and return the claims for a new access token.

    Raises:
        Unauthenticated: `invalid_refresh_token`: the token is unknown, or its login session has ended.
        Forbidden: `account_blocked`: that is why it has ended.
    """
    touched = await db.exec(
        update(LoginSession)
        .where(
            col(LoginSession.refresh_hash) == _digest(refresh_token),
            col(LoginSession.ended_at).is_(None),
            col(LoginSession.expires_at) > now,
        )
        .values(last_seen_at=now)
        .returning(col(LoginSession.user_id), col(LoginSession.id))
    )
    row = touched.one_or_none()
    if row is None:
        owner = select(LoginSession.user_id).where(LoginSession.refresh_hash == _digest(refresh_token))
        user_id = (await db.exec(owner)).one_or_none()
        if user_id is not None:
            await refuse_blocked(db, user_id)
        raise Unauthenticated("invalid_refresh_token", _("Your login session has ended. Sign in again."))
    return AccessClaims(*row)


KEEP_ENDED = timedelta(days=90)
"""How long a login session is kept after it ended or expired; an export lists it until then."""


async def remove_old_login_sessions(database: Database, now: datetime) -> None:
    """Delete login sessions that ended or expired long ago."""
    since = now - KEEP_ENDED
    for is_old in (col(LoginSession.ended_at) < since, col(LoginSession.expires_at) < since):
        await delete_old(database, LoginSession.id, is_old)


async def list_login_sessions(
    db: AsyncSession, claims: AccessClaims, wanted: PageRequest, now: datetime
) -> Page[wire.LoginSession]:
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


def as_shown(login: LoginSession, current_id: UUID) -> wire.LoginSession:
    """Return the login session as its user sees it."""
    return wire.LoginSession(
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
    return NotFound("login_session_not_found", _("There is no such login session."))


def _digest(refresh_token: str) -> str:
    return hashlib.sha256(refresh_token.encode()).hexdigest()
