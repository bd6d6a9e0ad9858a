"""Migrations: which of them a database lacks, and how they run beside other processes."""

import asyncio
import fcntl
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from webdev_certs.server.database.engine import Database

ROOT = Path(__file__).parents[3]
"""The folder of `alembic.ini`."""
_LOCK = 7_239_841
"""The number of the lock in PostgreSQL; any that nothing else uses in this database."""
_LOCK_MILLISECONDS = 500
"""Less than PostgreSQL's `deadlock_timeout`, which is a second."""
_TRY_SECONDS, _PAUSE_SECONDS = 300, (0.5, 1.5)
_LOCK_NOT_AVAILABLE = "55P03"
log = logging.getLogger(__name__)


@asynccontextmanager
async def migrating(database: Database) -> AsyncIterator[AsyncConnection]:
    """Connect for migrations, after every other process that migrates the same database has finished.

    PostgreSQL has a lock for this, which ends with the connection. For SQLite a file beside the database is
    locked, which the operating system unlocks even if the process is killed.
    """
    if database.engine.dialect.name == "sqlite":
        event.listen(database.engine.sync_engine, "connect", _keep_referring_rows)
        event.listen(database.engine.sync_engine, "begin", _begin)
    if database.sqlite_file:
        # Blocks the event loop, which has nothing else to do.
        with database.sqlite_file.with_name(f"{database.sqlite_file.name}.migrating").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            async with database.engine.connect() as connection:
                yield connection
        return
    async with database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCK})")
            await connection.commit()
        yield connection


def _keep_referring_rows(connection: Any, _record: object) -> None:
    """Let a migration replace a table: dropping the old one would delete the rows that refer to it."""
    connection.execute("PRAGMA foreign_keys=OFF")


def _begin(connection: Connection) -> None:
    """Begin a transaction, which Python's driver would do only before it changes rows, not tables."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def run_beside_requests(connection: AsyncConnection, migrate: Callable[[Connection], None]) -> None:
    """Run migrations while other processes serve.

    While a migration waits for a table, everybody waits who needs that table or one that it has locked. If
    two wait for each other, PostgreSQL ends one of them, perhaps a learner's request. So there a migration
    gives way soon, and is tried again.

    Args:
        connection: From `migrating`.
        migrate: Runs the migrations, each in a transaction of its own.

    Raises:
        DBAPIError: A migration failed, or a table was in use at each try for five minutes.
    """
    if connection.dialect.name == "postgresql":
        await connection.exec_driver_sql(f"SET lock_timeout = {_LOCK_MILLISECONDS}")
        await connection.commit()
    end = time.monotonic() + _TRY_SECONDS
    while True:
        try:
            await connection.run_sync(migrate)
            await connection.commit()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", "") != _LOCK_NOT_AVAILABLE or time.monotonic() > end:
                raise
            await connection.rollback()
            log.info("A table is in use; the migration is tried again")
            await asyncio.sleep(random.uniform(*_PAUSE_SECONDS))
        else:
            return


def are_pending(connection: Connection) -> bool:
    """Return whether the database lacks migrations of this program.

    A newer database counts as migrated: during an upgrade, the old version serves until the new one starts.
    """
    current = MigrationContext.configure(connection).get_current_revision()
    head, known = _revisions()
    return current is None or (current != head and current in known)


@cache
def _revisions() -> tuple[str | None, frozenset[str]]:
    script = ScriptDirectory.from_config(Config(ROOT / "alembic.ini"))
    return script.get_current_head(), frozenset(revision.revision for revision in script.walk_revisions())
