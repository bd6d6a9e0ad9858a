"""Noticing login sessions that end, so that their access tokens are refused at once (decision 0014)."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import event
from sqlalchemy.orm import Session
from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.gateways.ended_sessions import EndedSessions
from webdev_certs.server.models.accounts import LoginSession
from webdev_certs.server.services.accounts.access_tokens import CLOCK_SKEW
from webdev_certs.server.services.shared.background_tasks import in_background, pause
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import Clock

log = logging.getLogger(__name__)
_ENDED = "ended_login_sessions"
_PAUSE_SECONDS = 0.5


def ended_sessions(settings: Settings, clock: Clock) -> EndedSessions:
    """Return the list of ended login sessions of one process, still empty."""
    redis_url = settings.redis_url.get_secret_value() if settings.redis_url else ""
    return EndedSessions(clock, _lifetime(settings), redis_url)


async def recall_ended(db: AsyncSession, ended: EndedSessions, settings: Settings, now: datetime) -> None:
    """Fill the list with the ended login sessions whose access tokens may still be valid.

    Args:
        db: The transaction.
        ended: The list.
        settings: How long access tokens are valid.
        now: The current time.
    """
    recent = col(LoginSession.ended_at) > now - _lifetime(settings)
    ended.recall((await db.exec(select(LoginSession.id).where(recent))).all())


def note_ended(db: AsyncSession, login_session_ids: Collection[UUID]) -> None:
    """Note login sessions that end with this transaction; a rollback discards the note."""
    db.info.setdefault(_ENDED, set()).update(login_session_ids)


@asynccontextmanager
async def noticing(database: Database, ended: EndedSessions) -> AsyncIterator[None]:
    """Keep the list up to date until the block ends: from this process and, through Redis, from others.

    Args:
        database: Whose transactions end login sessions.
        ended: The list.
    """
    woken = asyncio.Event()

    def on_commit(db: Session) -> None:
        if noted := db.info.pop(_ENDED, None):
            ended.add(noted)
            woken.set()

    def on_rollback(db: Session) -> None:
        db.info.pop(_ENDED, None)

    event.listen(database.session_class, "after_commit", on_commit)
    event.listen(database.session_class, "after_rollback", on_rollback)
    try:
        if ended.is_shared:
            await _try(ended)
            stopping = asyncio.Event()
            work = _exchange(ended, woken, stopping)

            def stop() -> None:
                stopping.set()
                woken.set()

            async with in_background(work, "ended sessions", stop):
                yield
        else:
            yield
    finally:
        event.remove(database.session_class, "after_commit", on_commit)
        event.remove(database.session_class, "after_rollback", on_rollback)
        await ended.close()


async def _exchange(ended: EndedSessions, woken: asyncio.Event, stopping: asyncio.Event) -> None:
    while not stopping.is_set():
        await pause(_PAUSE_SECONDS, woken)
        woken.clear()
        await _try(ended)


async def _try(ended: EndedSessions) -> None:
    try:
        await ended.exchange()
    except DatabaseUnavailable:
        # Until it has told the time, no access token is accepted.
        pass
    except Exception:
        log.exception("Ended login sessions could not be exchanged")


def _lifetime(settings: Settings) -> timedelta:
    return timedelta(minutes=settings.access_token_minutes) + CLOCK_SKEW
