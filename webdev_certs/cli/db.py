"""`webdev-certs db`: back up, restore and check the database."""

import signal
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from webdev_certs.cli.transactions import with_database
from webdev_certs.server.database.backups import files, postgres, sqlite
from webdev_certs.server.database.backups.checking import Finding, check_backup, check_database
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.migrations import are_pending, migrating
from webdev_certs.server.services.certificates.issuer_keys import IssuerKeys, MissingKey, newest_key
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import utc_now

T = TypeVar("T")
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
identity_option = click.option(
    "--identity", type=_file, metavar="FILE", help="The file with the private key, for an encrypted backup."
)


@click.group()
def db() -> None:
    """Back up, restore and check the database."""


@db.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--keep", type=click.IntRange(1), metavar="N", help="Then remove all but the N newest backups.")
@click.option(
    "--keep-days", type=click.IntRange(1), metavar="N", help="Then remove backups older than N days."
)
def backup(folder: Path, keep: int | None, keep_days: int | None) -> None:
    """Write a backup to FOLDER while the product runs, encrypted for BACKUP_RECIPIENTS.

    With --keep and --keep-days, a backup that one of them keeps stays. Keys are not in a backup.
    """
    now = utc_now()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    async def write(settings: Settings, database: Database) -> Path:
        recipients = settings.backup_recipients
        name = files.backup_name(database.url.get_backend_name(), now, encrypted=bool(recipients))
        if database.sqlite_file:
            sqlite.back_up(database.sqlite_file, folder / name, recipients)
        else:
            postgres.back_up(database.url, folder / name, recipients)
        if not recipients:
            click.echo("The backup is not encrypted, because BACKUP_RECIPIENTS is not set.", err=True)
        return folder / name

    click.echo(_run(write))
    for path in files.remove_old(folder, now, count=keep, days=keep_days):
        click.echo(f"removed {path}")


@db.command()
@click.argument("file", type=_file)
@identity_option
@click.option("--replace", is_flag=True, help="Replace what is in the database.")
def restore(file: Path, identity: Path | None, replace: bool) -> None:
    """Restore the backup FILE into the database that DATABASE_URL names: all of it or nothing.

    Refused if the database has tables, unless with --replace, and while a process is connected to it.
    """

    async def run(_settings: Settings, database: Database) -> bool:
        if database.sqlite_file:
            if database.sqlite_file.exists() and not replace:
                raise files.BackupFailed(
                    f"{database.sqlite_file} exists: use --replace to replace its content."
                )
            with sqlite.unpacked(file, identity, database.sqlite_file.parent) as copy:
                sqlite.restore(copy, database.sqlite_file)
        else:
            async with migrating(database) as connection:
                found = await connection.run_sync(postgres.tables)
                if found and not replace:
                    raise files.BackupFailed("The database has tables: use --replace to replace them.")
                if others := await connection.run_sync(postgres.other_connections):
                    raise files.BackupFailed(f"The database has {others} other connections. Stop them first.")
                await connection.rollback()
                postgres.restore(database.url, file, identity, found)
                await connection.exec_driver_sql("ANALYZE")
        return await database.read(are_pending)

    pending = _run(run)
    click.echo("The backup is restored." + (" It lacks migrations: run `make migrate`." if pending else ""))


@db.command()
@click.argument("file", type=_file, required=False)
@identity_option
def check(file: Path | None, identity: Path | None) -> None:
    """Check the database, or the backup FILE by restoring it into a temporary database beside it.

    Looks for damage, missing migrations, and for keys that the data needs and this machine lacks.
    """

    async def run(settings: Settings, database: Database) -> list[Finding]:
        if file:
            return await check_backup(database, file, identity)
        findings = await check_database(database)
        if not any(finding.is_fault for finding in findings):
            findings.append(await _check_key(settings, database))
        return findings

    findings = _run(run)
    for finding in findings:
        click.echo(f"{finding.what}: {finding.outcome}")
    if any(finding.is_fault for finding in findings):
        raise click.ClickException("Something is wrong.")


async def _check_key(settings: Settings, database: Database) -> Finding:
    """Check that the private key that signs credentials now is on this machine."""
    async with database.transaction() as db:
        if await newest_key(db) is None:
            return Finding("credential key", "none yet")
        try:
            number, _ = await IssuerKeys(settings).signing_key(db)
        except MissingKey as error:
            return Finding("credential key", str(error), True)
    return Finding("credential key", f"number {number}, here")


def _run(work: Callable[[Settings, Database], Awaitable[T]]) -> T:
    # A copy that SIGTERM leaves behind would not be encrypted. Only the main thread can have a handler.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _exit)
    try:
        return with_database(work, as_it_is=True)
    except files.BackupFailed as error:
        raise click.ClickException(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(f"{type(error).__name__}: {error}") from None


def _exit(number: int, _frame: object) -> None:
    """Exit on a signal as if nothing had handled it, but with all cleaning up."""
    sys.exit(128 + number)
