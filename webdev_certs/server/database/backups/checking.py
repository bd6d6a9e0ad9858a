"""Check a database, or a backup by restoring it into a temporary database."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, func, select
from sqlalchemy.engine import URL

from webdev_certs.server.database.backups import postgres, sqlite
from webdev_certs.server.database.backups.files import BackupFailed
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.migrations import are_pending


class Finding(NamedTuple):
    """The outcome of one check.

    Attributes:
        what: What was checked.
        outcome: What was found, in a few words.
        is_fault: Whether something is wrong.
    """

    what: str
    outcome: str
    is_fault: bool = False


async def check_database(database: Database) -> list[Finding]:
    """Look for damage, rows and missing migrations.

    Args:
        database: The database; it may be in use.
    """
    if database.sqlite_file and not database.sqlite_file.exists():
        raise BackupFailed(f"There is no database {database.sqlite_file}.")
    damage = await _find_damage(database)
    if damage:
        return damage
    pending = await database.read(are_pending)
    return [
        Finding("damage", "none found" if damage == [] else "not looked for: CREATE EXTENSION amcheck"),
        Finding("migrations", "pending: run `make migrate`" if pending else "complete", pending),
        Finding("rows", str(await database.read(_count_rows))),
    ]


async def check_backup(database: Database, backup: Path, identity: Path | None) -> list[Finding]:
    """Restore a backup into a temporary database beside the real one, and check that.

    On PostgreSQL, restoring it builds all indexes and checks all references.

    Args:
        database: The real database, which stays as it is. On PostgreSQL its user must be allowed to create
            databases.
        backup: The file of the backup.
        identity: A file with the private key, for an encrypted backup.

    Raises:
        BackupFailed: It cannot be restored.
    """
    if database.sqlite_file:
        with sqlite.unpacked(backup, identity, database.sqlite_file.parent) as copy:
            return await _check_copy(database.url.set(database=str(copy)))
    async with _temporary_database(database) as url:
        postgres.restore(url, backup, identity, ())
        return await _check_copy(url)


async def _check_copy(url: URL) -> list[Finding]:
    copy = Database(url.render_as_string(hide_password=False), patience_seconds=None)
    try:
        return await check_database(copy)
    finally:
        await copy.dispose()


@asynccontextmanager
async def _temporary_database(database: Database) -> AsyncIterator[URL]:
    name = f"webdev_certs_check_{secrets.token_hex(4)}"
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield database.url.set(database=name)
        finally:
            await connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


async def _find_damage(database: Database) -> list[Finding] | None:
    if database.sqlite_file:
        faults = sqlite.find_damage(database.sqlite_file)
    else:
        async with database.engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            faults = await postgres.find_damage(connection)
    return None if faults is None else [Finding("damage", fault, True) for fault in faults]


def _count_rows(connection: Connection) -> int:
    found = MetaData()
    found.reflect(connection)
    counts = (connection.execute(select(func.count()).select_from(table)) for table in found.tables.values())
    return sum(count.scalar_one() for count in counts)
