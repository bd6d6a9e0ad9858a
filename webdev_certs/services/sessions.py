"""A person's signed-in sessions: seen and ended by themselves."""

from datetime import datetime
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.domain.devices import describe_device
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.schemas.login_sessions import Session
from webdev_certs.server.services.accounts.tokens import AccessClaims


def unknown_session() -> NotFound:
    """One answer for sessions that do not exist, have ended, are someone else's, or cannot exist."""
    return NotFound("session_not_found", "There is no such session.")


async def list_sessions(session: AsyncSession, claims: AccessClaims, now: datetime) -> list[Session]:
    """The sessions that have not ended, the latest seen first."""
    query = (
        select(LoginSession)
        .where(
            LoginSession.user_id == claims.user_id,
            col(LoginSession.ended_at).is_(None),
            LoginSession.expires_at > now,
        )
        .order_by(col(LoginSession.last_seen_at).desc(), col(LoginSession.id))
    )
    return [as_shown(login, claims.session_id) for login in await session.exec(query)]


def as_shown(login: LoginSession, current: UUID) -> Session:
    """The session as its owner sees it."""
    return Session(
        id=login.id,
        device=describe_device(login.device),
        current=login.id == current,
        created_at=login.created_at,
        last_seen_at=login.last_seen_at,
    )


async def end_own_session(session: AsyncSession, user_id: UUID, session_id: UUID, now: datetime) -> None:
    """Ends one of the person's sessions.

    Raises:
        NotFound: `session_not_found`.
    """
    ended = await session.exec(
        update(LoginSession)
        .where(
            col(LoginSession.id) == session_id,
            col(LoginSession.user_id) == user_id,
            col(LoginSession.ended_at).is_(None),
            col(LoginSession.expires_at) > now,
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )
    if ended.rowcount == 0:
        raise unknown_session()


async def end_sessions(
    session: AsyncSession, user_id: UUID, now: datetime, *, keep: UUID | None = None
) -> None:
    """Ends all sessions of a person, but for the one to keep."""
    statement = update(LoginSession).where(
        col(LoginSession.user_id) == user_id, col(LoginSession.ended_at).is_(None)
    )
    if keep is not None:
        statement = statement.where(col(LoginSession.id) != keep)
    await session.exec(statement.values(ended_at=now).execution_options(synchronize_session=False))
