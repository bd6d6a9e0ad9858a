"""Whether PostgreSQL allows the connections that the settings allow."""

import logging

from sqlalchemy import text
from sqlmodel.ext.asyncio.session import AsyncSession

log = logging.getLogger(__name__)

BESIDE_POOLS = 3
"""Connections outside of the pools: of the leader (`database.leader`), a migration and a command."""
# `reserved_connections` exists since PostgreSQL 16.
_LIMIT = text("""
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
""")


async def check_connection_limit(db: AsyncSession, connections: int, processes: int) -> None:
    """Log a warning if all processes together may open more connections than PostgreSQL allows.

    It is no error, because behind a pooler the limit is another, and because a changed limit must not keep
    every process from starting again.

    Args:
        db: The transaction.
        connections: The most connections of one process.
        processes: The most processes that share the database.
    """
    if db.get_bind().dialect.name != "postgresql":
        return
    allowed = (await (await db.connection()).execute(_LIMIT)).scalar_one()
    needed = processes * connections + BESIDE_POOLS
    if needed > allowed:
        log.warning(
            "Up to %d connections to PostgreSQL (%d processes × DATABASE_CONNECTIONS=%d, and %d), "
            "but it allows %d: lower DATABASE_CONNECTIONS, or raise max_connections in PostgreSQL",
            needed,
            processes,
            connections,
            BESIDE_POOLS,
            allowed,
        )
