"""Processes that start together migrate one database, also beside requests; a killed one does no harm."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect
from sqlmodel import SQLModel

from tests.conftest import DATABASES, ROOT, needs_postgres
from tests.postgres import Cluster
from tests.unit.server.database.asking import ask, drift
from webdev_certs.server.database.engine import Database

_AT_ONCE = 3
_PATIENCE_SECONDS = 120
_ALEMBIC = (sys.executable, "-m", "alembic")
_WAITING = "SELECT 1 FROM pg_locks WHERE NOT granted"
# Time, level, request id (there is none) and logger, as in all log lines of the product.
_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [A-Z]+ - [\w.]+: .+")


@pytest.fixture(params=DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of a database without tables."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/new/empty.db"
        return
    cluster: Cluster = request.getfixturevalue("postgres_cluster")
    with cluster.new_database("empty") as url:
        yield url


def test_three_processes_migrate_one_database(empty_url: str):
    command = [*_ALEMBIC, "upgrade", "head"]
    environment = os.environ | {"DATABASE_URL": empty_url}
    started = [
        subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for _ in range(_AT_ONCE)
    ]
    outputs = [process.communicate(timeout=_PATIENCE_SECONDS)[0] for process in started]
    assert [process.returncode for process in started] == [0] * _AT_ONCE, "\n".join(outputs)
    assert sum("Running upgrade  -> 0001" in output for output in outputs) == 1
    unlike = [line for output in outputs for line in output.splitlines() if not _LINE.fullmatch(line)]
    assert unlike == []
    assert asyncio.run(ask(empty_url, _tables)) == {*SQLModel.metadata.tables, "alembic_version"}


_KILLED = """
import os, signal, sys
from alembic.config import main
from sqlalchemy import Engine, event

left = int(sys.argv[1])

def kill(*_statement):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "after_cursor_execute", kill)
main(["upgrade", "head"])
"""


def test_migrations_that_are_killed_go_on_at_the_next_start(empty_url: str):
    environment = os.environ | {"DATABASE_URL": empty_url}

    def migrate(*command: str) -> int:
        return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment).returncode

    # The first number is in the middle of the first migration.
    for statements in (9, 60, 90):
        assert migrate("-c", _KILLED, str(statements)) == -signal.SIGKILL
    assert migrate("-m", "alembic", "upgrade", "head") == 0
    assert asyncio.run(ask(empty_url, drift)) == []


@needs_postgres
def test_a_migration_gives_way_to_a_request_that_needs_what_it_has_locked(postgres_cluster: Cluster):
    with postgres_cluster.new_database("busy") as url:
        asyncio.run(_migrate_beside_a_request(url))


async def _migrate_beside_a_request(url: str) -> None:
    async def migrate(revision: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *_ALEMBIC, "upgrade", revision, cwd=ROOT, env=os.environ | {"DATABASE_URL": url}
        )

    assert await (await migrate("0036")).wait() == 0
    database = Database(url)
    async with database.engine.begin() as request:
        await request.exec_driver_sql("LOCK TABLE item_versions IN ROW EXCLUSIVE MODE")
        # It locks `users` and then waits for `item_versions`.
        migrating = await migrate("0037")
        while not (await request.exec_driver_sql(_WAITING)).all():
            assert migrating.returncode is None
            await asyncio.sleep(0.01)
        await request.exec_driver_sql("SELECT count(*) FROM users")
    assert await asyncio.wait_for(migrating.wait(), _PATIENCE_SECONDS) == 0
    await database.dispose()


def _tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())
