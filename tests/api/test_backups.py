"""Backups of real data over the command line: restored, compared row by row, and refused where needed."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import pytest
from alembic.script import ScriptDirectory
from click.testing import CliRunner, Result
from sqlalchemy import Connection, make_url, select
from sqlmodel import SQLModel

from tests.answering import pass_exam, report, take_exam
from tests.conftest import alembic_config
from tests.factories import register
from tests.postgres import Cluster
from tests.practicing import finish
from tests.waiting import WAIT_SECONDS, until
from tests.world import World
from webdev_certs.cli.main import cli
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.settings import Settings, get_settings

Rows = dict[str, list[str]]
Command = Callable[..., Result]


@pytest.fixture
def other_url(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> Iterator[str]:
    """Return the URL of a database without tables, of the same kind as the test's own."""
    if database_url.startswith("sqlite"):
        yield f"sqlite+aiosqlite:///{tmp_path / 'other' / 'other.db'}"
        return
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    with cluster.new_database("other") as url:
        yield url


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Command]:
    """Return a function that runs `webdev-certs db` with a database."""

    def run(url: str, *arguments: str | Path) -> Result:
        monkeypatch.setenv("DATABASE_URL", url)
        monkeypatch.setenv("DATA_DIR", str(tmp_path))
        get_settings.cache_clear()
        return CliRunner().invoke(cli, ["db", *map(str, arguments)])

    yield run
    get_settings.cache_clear()


@pytest.fixture
def identity(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let backups be encrypted, and return the file with the private key."""
    file = tmp_path / "backups.key"
    file.write_text(CliRunner().invoke(cli, ["keys", "generate", "--backups"]).stdout)
    monkeypatch.setenv("BACKUP_RECIPIENTS", file.read_text().split()[3])
    return file


def _rows(connection: Connection) -> Rows:
    tables = SQLModel.metadata.sorted_tables
    found = {table.name: connection.execute(select(table)).all() for table in tables}
    return {name: sorted(map(repr, lines)) for name, lines in found.items()}


async def rows(url: str) -> Rows:
    """Return all rows of all tables."""
    database = Database(url)
    try:
        return await database.read(_rows)
    finally:
        await database.dispose()


def read(url: str) -> Rows:
    return asyncio.run(rows(url))


@pytest.fixture
def filled(settings: Settings, bank: Bank, database_url: str) -> Rows:
    """Fill the database as people do, end the process that did it, and return its rows."""
    world = World(settings, bank)

    async def fill(api: httpx.AsyncClient) -> None:
        ada, bert = await register(api, name="Ada ‘Λ’ 😀"), await register(api)
        await finish(ada)
        await pass_exam(ada)
        state = await take_exam(bert, items=3)
        assert (await report(bert, state)).status_code == 201
        assert (await ada.get("/api/certificates")).status_code == 200

    try:
        world.run(fill)
    finally:
        world.close()
    found = read(database_url)
    assert sum(map(bool, found.values())) >= 12, {name for name, lines in found.items() if lines}
    return found


def made(result: Result) -> Path:
    """Return the file of a backup that was made."""
    assert result.exit_code == 0, result.output
    return Path(result.stdout.split()[0])


def test_a_restored_backup_has_all_rows(
    database_url: str, other_url: str, command: Command, identity: Path, filled: Rows, tmp_path: Path
):
    backup = made(command(database_url, "backup", tmp_path / "backups"))
    assert backup.name.endswith(f"{make_url(database_url).get_backend_name()}.age")
    assert backup.stat().st_mode & 0o777 == 0o600
    assert backup.read_bytes().startswith(b"age-encryption.org/v1\n")
    checked = command(database_url, "check", backup, "--identity", identity)
    assert checked.exit_code == 0, checked.output
    assert f"rows: {sum(map(len, filled.values())) + 1}\n" in checked.stdout
    restored = command(other_url, "restore", backup, "--identity", identity)
    assert restored.stdout == "The backup is restored.\n", restored.output
    assert read(other_url) == filled
    assert command(other_url, "check").exit_code == 0
    # Nothing temporary is left.
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [backup.name]
    assert not [*tmp_path.glob("backup-*"), *tmp_path.glob("restore-*")]


_KILLED = """
import os, sys
from pathlib import Path
from sqlalchemy import create_engine, make_url
from webdev_certs.server.database.backups import postgres

def load_half(backup, content, identity):
    content.write(backup.read_bytes()[: int(sys.argv[3])])
    content.flush()
    os._exit(9)

postgres.load = load_half
postgres.restore(make_url(sys.argv[1]), Path(sys.argv[2]), None, sys.argv[4:])
"""


def test_a_restore_that_is_killed_changes_nothing(
    database_url: str, command: Command, filled: Rows, tmp_path: Path
):
    if database_url.startswith("sqlite"):
        pytest.skip("SQLite's file is replaced as a whole")
    backup = made(command(database_url, "backup", tmp_path))
    names = list(SQLModel.metadata.tables)
    for share in (0.3, 0.9):
        half = str(int(backup.stat().st_size * share))
        script = [sys.executable, "-c", _KILLED, database_url, str(backup), half, *names, "alembic_version"]
        assert subprocess.run(script).returncode == 9
        assert read(database_url) == filled


@asynccontextmanager
async def locked(url: str) -> AsyncIterator[None]:
    """Lock what a backup reads, so that it waits in the middle."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(make_url(url).database or "")) as lock:
            lock.execute("PRAGMA locking_mode=EXCLUSIVE")
            lock.execute("BEGIN EXCLUSIVE")
            yield
        return
    database = Database(url)
    try:
        async with database.engine.begin() as connection:
            await connection.exec_driver_sql("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
            yield
    finally:
        await database.dispose()


async def test_a_backup_that_is_stopped_leaves_nothing(database_url: str, filled: Rows, tmp_path: Path):
    def has_begun() -> bool:
        return any(tmp_path.glob("backup-*")) or any(tmp_path.glob("backups/*"))

    program = Path(sys.executable).with_name("webdev-certs")
    environment = os.environ | {"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path)}
    async with locked(database_url):
        arguments = ("db", "backup", tmp_path / "backups")
        backup = await asyncio.create_subprocess_exec(program, *arguments, env=environment)
        await until(has_begun)
        backup.terminate()
        assert await asyncio.wait_for(backup.wait(), WAIT_SECONDS) == 128 + signal.SIGTERM
    assert not has_begun()


def test_a_backup_while_people_write_is_of_one_moment(
    settings: Settings, bank: Bank, database_url: str, other_url: str, command: Command, tmp_path: Path
):
    world = World(settings, bank)

    async def write(api: httpx.AsyncClient) -> tuple[Result, int, int]:
        for _ in range(5):
            await register(api)
        backing_up = asyncio.create_task(
            asyncio.to_thread(command, database_url, "backup", tmp_path / "backups")
        )
        count = 5
        while not backing_up.done():
            await register(api)
            count += 1
        return await backing_up, 5, count

    try:
        result, before, after = world.run(write)
    finally:
        world.close()
    assert "not encrypted" in result.stderr
    assert command(other_url, "restore", made(result)).exit_code == 0
    restored = read(other_url)
    # A registration commits an account with its login session at once.
    assert len(restored["users"]) == len(restored["login_sessions"])
    assert before <= len(restored["users"]) <= after
    assert after > before


def test_only_replace_replaces_and_all_of_it_or_nothing(
    database_url: str, command: Command, identity: Path, filled: Rows, settings: Settings, tmp_path: Path
):
    backup = made(command(database_url, "backup", tmp_path / "backups"))
    world = World(settings, Bank([]))
    try:
        world.run(register)
        used = command(database_url, "restore", backup, "--identity", identity, "--replace")
    finally:
        world.close()
    assert used.exit_code == 1
    assert "Stop" in used.stderr
    later = read(database_url)
    assert len(later["users"]) == len(filled["users"]) + 1
    refused = command(database_url, "restore", backup, "--identity", identity)
    assert "--replace" in refused.stderr
    cut = tmp_path / "cut.age"
    cut.write_bytes(backup.read_bytes()[:-100])
    damaged = command(database_url, "restore", cut, "--identity", identity, "--replace")
    assert damaged.stderr == "Error: The backup is damaged: it was changed or cut.\n"
    assert read(database_url) == later
    restored = command(database_url, "restore", backup, "--identity", identity, "--replace")
    assert restored.exit_code == 0, restored.output
    assert read(database_url) == filled


@pytest.mark.one_database
@pytest.mark.parametrize("damaged", ["backup", "database"])
def test_a_damaged_header_of_sqlite_changes_nothing(
    database_url: str, other_url: str, command: Command, tmp_path: Path, damaged: str
):
    backup = made(command(database_url, "backup", tmp_path / "backups"))
    assert command(other_url, "restore", backup).exit_code == 0
    other = tmp_path / "other" / "other.db"
    broken = backup if damaged == "backup" else other
    # The size of the pages; what comes before it says only that this is a database of SQLite.
    content = broken.read_bytes()
    broken.write_bytes(content[:16] + b"\x00\x07" + content[18:])
    before = {path: path.read_bytes() for path in other.parent.iterdir()}
    result = command(other_url, "restore", backup, "--replace")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: The {damaged} is damaged (")
    assert {path: path.read_bytes() for path in other.parent.iterdir()} == before
    other.unlink()
    restored = command(other_url, "restore", backup)
    assert (restored.exit_code, other.exists()) == ((1, False) if damaged == "backup" else (0, True))


@pytest.mark.one_database
def test_an_encrypted_backup_needs_its_key(
    database_url: str, other_url: str, command: Command, identity: Path, tmp_path: Path
):
    backup = made(command(database_url, "backup", tmp_path / "backups"))
    assert "--identity" in command(other_url, "restore", backup).stderr
    identity.write_text(CliRunner().invoke(cli, ["keys", "generate", "--backups"]).stdout)
    assert "cannot be decrypted" in command(other_url, "restore", backup, "--identity", identity).stderr
    assert not (tmp_path / "other" / "other.db").exists()


async def execute(url: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own, and without SQLite's checks of references."""
    database = Database(url)
    try:
        async with database.engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            for statement in statements:
                await connection.exec_driver_sql(statement)
    finally:
        await database.dispose()


@pytest.mark.changes_tables
def test_damage_is_found(database_url: str, command: Command, filled: Rows):
    """SQLite: a row refers to nothing. PostgreSQL: an index is not in the order of what it indexes."""
    if database_url.startswith("sqlite"):
        assert "damage: none found\n" in command(database_url, "check").stdout
        asyncio.run(execute(database_url, "PRAGMA foreign_keys=OFF", "DELETE FROM users"))
        damage = "damage: login_sessions: row 1 refers to a missing row of users\n"
    else:
        assert "damage: not looked for" in command(database_url, "check").stdout
        function = "CREATE OR REPLACE FUNCTION turned(t text) RETURNS text IMMUTABLE LANGUAGE sql AS"
        index = "CREATE INDEX turned_emails ON users (turned(email))"
        before = (f"{function} 'SELECT t'", index, "CREATE EXTENSION amcheck")
        asyncio.run(execute(database_url, *before))
        assert "damage: none found\n" in command(database_url, "check").stdout
        asyncio.run(execute(database_url, f"{function} 'SELECT reverse(t)'"))
        damage = "damage: turned_emails: "
    found = command(database_url, "check")
    assert found.exit_code == 1
    assert damage in found.stdout


def test_a_missing_key_and_missing_migrations_are_found(
    database_url: str, command: Command, filled: Rows, tmp_path: Path
):
    assert "credential key: number 1, here\n" in command(database_url, "check").stdout
    (tmp_path / "credential-keys").rename(tmp_path / "lost")
    lost = command(database_url, "check")
    assert lost.exit_code == 1
    assert "credential key: " in lost.stdout
    head = ScriptDirectory.from_config(alembic_config(database_url)).get_current_head()
    asyncio.run(execute(database_url, "DELETE FROM alembic_version"))
    try:
        assert "migrations: pending" in command(database_url, "check").stdout
    finally:
        asyncio.run(execute(database_url, f"INSERT INTO alembic_version VALUES ('{head}')"))


def test_what_cannot_be_backed_up_or_restored_is_one_line(
    database_url: str, other_url: str, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    junk = tmp_path / "junk"
    junk.write_text("no backup")
    result = command(other_url, "restore", junk)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    monkeypatch.setenv("BACKUP_RECIPIENTS", "age1typo")
    assert "BACKUP_RECIPIENTS: must be public keys" in str(
        command(database_url, "backup", tmp_path).exception
    )
    monkeypatch.delenv("BACKUP_RECIPIENTS")
    if database_url.startswith("postgresql"):
        monkeypatch.setenv("PATH", str(tmp_path))
        missing = command(database_url, "backup", tmp_path / "backups")
        assert missing.stderr.startswith("Error: pg_dump is not installed")
        assert list((tmp_path / "backups").iterdir()) == []
