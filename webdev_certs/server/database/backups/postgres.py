"""Back up and restore PostgreSQL with its own programs, pg_dump, pg_restore and psql."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from tempfile import TemporaryFile
from typing import IO, Any

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from webdev_certs.server.database.backups.files import BackupFailed, load, new_file, store

_REASON_SECONDS = 1
# Owners and grants are the server's, not the data's.
_WHAT = ("--no-owner", "--no-privileges")
_TABLES = text("SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public'")
_OTHERS = text(
    """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() 
    AND coalesce(backend_type, 'client backend') = 'client backend'"""
)
_HAS_AMCHECK = text("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'amcheck')")
_INDEXES = text(
    """SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    JOIN pg_am ON pg_am.oid = relam
    WHERE amname = 'btree' AND indisvalid AND relnamespace = 'public'::regnamespace"""
)
_CHECK_INDEX = text("SELECT bt_index_check(CAST(CAST(:name AS text) AS regclass), true)")
_CHECK_TABLE = text("SELECT msg FROM verify_heapam(CAST(CAST(:name AS text) AS regclass)) LIMIT 5")


def tables(connection: Connection) -> list[str]:
    """Return the tables of the database, quoted for SQL."""
    return list(connection.execute(_TABLES).scalars())


def other_connections(connection: Connection) -> int:
    """Return how many other connections of clients the database has."""
    return connection.execute(_OTHERS).scalar_one()


def back_up(url: URL, backup: Path, recipients: Sequence[str]) -> None:
    """Write a dump of one moment in the custom format; the database serves meanwhile.

    Args:
        url: The database.
        backup: The file to write. The dump goes into it as it comes, so nothing unencrypted is on the disk.
        recipients: Public keys to encrypt for; without any, the backup is not encrypted.

    Raises:
        BackupFailed: The program pg_dump is missing or fails.
    """
    with (
        new_file(backup) as file,
        _program("pg_dump", "--format=custom", *_WHAT, url=url, stdout=PIPE) as dump,
    ):
        assert dump.process.stdout
        store(dump.process.stdout, file, recipients)
        dump.finish()


def restore(url: URL, backup: Path, identity: Path | None, replaced: Sequence[str]) -> None:
    """Restore a dump in one transaction: all of it or nothing.

    Args:
        url: The database.
        backup: The file of the backup.
        identity: A file with the private key, for an encrypted backup.
        replaced: Tables that are dropped first, quoted for SQL.

    Raises:
        BackupFailed: A program is missing or fails, or the backup cannot be decrypted.
    """
    drop = ["--command", f"DROP TABLE {', '.join(replaced)} CASCADE"] if replaced else []
    # `--single-transaction` would commit at the end of the input, also if this process has died.
    sql = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--command", "BEGIN", *drop, "--file=-")
    # Without the extensions, which are in no schema: only a superuser may create them.
    script_only = ("--file=-", "--schema=public", *_WHAT)
    with (
        _program("psql", *sql, url=url, stdin=PIPE, stdout=DEVNULL) as psql,
        _program("pg_restore", *script_only, url=url, stdin=PIPE, stdout=psql.process.stdin) as script,
    ):
        assert psql.process.stdin
        assert script.process.stdin
        try:
            load(backup, script.process.stdin, identity)
            script.process.stdin.close()
            script.finish()
            # Only now is the script known to be whole. If its end comes without this, psql rolls back.
            psql.process.stdin.write(b"\nCOMMIT;\n")
            psql.process.stdin.close()
        except (BrokenPipeError, BackupFailed) as error:
            # If psql has ended, it has the reason. If it has not, it is killed and rolls back.
            with suppress(subprocess.TimeoutExpired):
                psql.finish(_REASON_SECONDS)
            if isinstance(error, BrokenPipeError):
                script.finish(_REASON_SECONDS)
            raise
        psql.finish()


async def find_damage(connection: AsyncConnection) -> list[str] | None:
    """Return which tables and indexes are damaged; None if the extension amcheck is not installed.

    Args:
        connection: A connection that commits each statement, because a failed one ends a transaction.
    """
    if not (await connection.execute(_HAS_AMCHECK)).scalar_one():
        return None
    named = [(_CHECK_TABLE, name) for name in await connection.run_sync(tables)]
    named += [(_CHECK_INDEX, name) for name in (await connection.execute(_INDEXES)).scalars().all()]
    found = []
    for check, name in named:
        try:
            messages = (await connection.execute(check, {"name": name})).scalars().all()
        except DBAPIError as error:
            messages = [str(error.orig)]
        # `bt_index_check` returns an empty value, and raises if it finds something.
        found += [f"{name}: {message}" for message in messages if message]
    return found


class _Program:
    """One of PostgreSQL's programs, and what it says on standard error."""

    def __init__(self, name: str, process: subprocess.Popen[Any], said: IO[bytes]) -> None:
        self.name, self.process, self._said = name, process, said

    def finish(self, patience_seconds: float | None = None) -> None:
        """Wait until it ends.

        Raises:
            BackupFailed: It fails. The message is the first error that it names.
        """
        if self.process.wait(patience_seconds):
            self._said.seek(0)
            lines = self._said.read().decode(errors="replace").splitlines()
            errors = [line for line in lines if "error" in line.lower()] or lines
            raise BackupFailed(f"{self.name} fails: {errors[0] if errors else 'without a message'}")


@contextmanager
def _program(name: str, *arguments: str, url: URL, **streams: Any) -> Iterator[_Program]:
    """Run a program of PostgreSQL; kill it if it has not ended when the block ends."""
    with TemporaryFile() as said:
        try:
            # The password is in the environment, because others can read the arguments of a process.
            process = subprocess.Popen([name, *arguments], env=_environment(url), stderr=said, **streams)
        except FileNotFoundError:
            raise BackupFailed(f"{name} is not installed: install PostgreSQL's client programs.") from None
        try:
            yield _Program(name, process, said)
        finally:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream:
                    # What is left to write is for a process that has ended.
                    with suppress(BrokenPipeError):
                        stream.close()


def _environment(url: URL) -> dict[str, str]:
    """Return the environment in which PostgreSQL's programs connect to a database."""
    given = {
        "PGHOST": url.host or url.query.get("host"),
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
        "PGSSLMODE": url.query.get("ssl"),
    }
    # libpq would prefer these, and with them reach another database.
    others = ("PGSERVICE", "PGSERVICEFILE", "PGHOSTADDR")
    around = {name: value for name, value in os.environ.items() if name not in others}
    return around | {name: str(value) for name, value in given.items() if value}
