"""Migrations: which of them a database lacks, and the lock that lets one process at a time run them."""

import fcntl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from webdev_certs.server.database.engine import Database

ROOT = Path(__file__).parents[3]
"""The folder of `alembic.ini`."""
_LOCK = 7_239_841
"""The number of the lock in PostgreSQL; any that nothing else uses in this database."""


@asynccontextmanager
async def migrating(database: Database) -> AsyncIterator[AsyncConnection]:
    """Connect for migrations, after every other process that migrates the same database has finished.

    PostgreSQL has a lock for this, which ends with the connection. For SQLite a file beside the database is
    locked, which the operating system unlocks even if the process is killed.
    """
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
