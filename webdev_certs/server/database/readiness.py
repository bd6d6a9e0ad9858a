"""Whether the database can serve: its limit of connections at the start, and the readiness check."""

import logging
import os
import shutil
from asyncio import timeout
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, text
from sqlmodel.ext.asyncio.session import AsyncSession

from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.migrations import are_pending
from webdev_certs.server.database.outage import DatabaseOverloaded, DatabaseUnavailable

MIN_FREE_BYTES = 64 * 1024 * 1024
"""Below this much free space, saving answers may soon fail."""
# Well below the ten seconds that load balancers usually wait.
_TIMEOUT_SECONDS = 3
log = logging.getLogger(__name__)

BESIDE_POOLS = 3
"""Connections outside of the pools: of the leader (`database.leader`), a migration and a command."""
# `reserved_connections` exists since PostgreSQL 16.
_LIMIT = text("""
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
""")


class Trouble(NamedTuple):
    """One reason not to serve.

    Attributes:
        code: Stable name, e.g. `migrations_pending`.
        message: One sentence for the operator, without secrets.
    """

    code: str
    message: str


_UNAVAILABLE = Trouble("database_unavailable", "The database does not answer or cannot be written.")
_MIGRATIONS = Trouble("migrations_pending", "The database lacks migrations: run `make migrate`.")


async def find_trouble(
    database: Database, data_dir: Path, *, min_free: int = MIN_FREE_BYTES
) -> Trouble | None:
    """Return the first reason why the database cannot serve, or None.

    Args:
        database: The database; one row is written unchanged, because a full disk still answers queries.
            A write that waits for a lock for three seconds cannot serve either: no answer would be saved.
        data_dir: The folder for data; checked, like the folder of SQLite, for free space.
        min_free: How many bytes must be free there.
    """
    if trouble := await _ask(database):
        return trouble
    for folder in _folders(database, data_dir):
        if shutil.disk_usage(folder).free < min_free:
            return Trouble("disk_full", "The disk of the database or of DATA_DIR is full.")
        if not os.access(folder, os.W_OK):
            return Trouble("disk_read_only", "The folder of the database or DATA_DIR cannot be written.")
    return None


async def _ask(database: Database) -> Trouble | None:
    try:
        with database.outage.watch():
            async with timeout(_TIMEOUT_SECONDS):
                return await database.run(_look)
    except DatabaseOverloaded:
        # Without this process the others would be overloaded sooner. Connections that are in use because
        # the database does not answer are an outage.
        return _UNAVAILABLE if database.outage.lasts else None
    except DatabaseUnavailable:
        return _UNAVAILABLE


def _look(connection: Connection) -> Trouble | None:
    """Look and write with one connection, because two that are waited for would take too long together."""
    if are_pending(connection):
        return _MIGRATIONS
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    return None


def _folders(database: Database, data_dir: Path) -> list[Path]:
    own = [database.sqlite_file.parent] if database.sqlite_file else []
    return [folder for folder in (*own, data_dir) if folder.is_dir()]


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
