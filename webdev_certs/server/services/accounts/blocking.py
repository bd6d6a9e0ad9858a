"""Blocked accounts, which can neither sign in nor use the API."""

import time
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from sqlalchemy import Connection
from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.domain.errors import Forbidden
from webdev_certs.server.models.accounts import User
from webdev_certs.shared.translation import _

_BLOCKED = select(User.id, User.block_reason).where(col(User.blocked_at).is_not(None))
FRESH_SECONDS = 5
"""How long a process may go on serving an account after it was blocked."""


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
                self._reasons = await self._database.read(_read)
        if user_id in self._reasons:
            raise blocked(self._reasons[user_id])


def _read(connection: Connection) -> dict[UUID, str]:
    return {user_id: reason or "" for user_id, reason in connection.execute(_BLOCKED)}


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
