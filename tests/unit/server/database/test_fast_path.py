"""Transactions of plain statements: `Database.run` and `Database.read`."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from tests.waiting import until
from webdev_certs.server.database.engine import Database

pytestmark = pytest.mark.changes_tables


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    table = text("CREATE TABLE marks (n INTEGER PRIMARY KEY)")
    await database.run(lambda connection: connection.execute(table))
    yield database
    await database.dispose()


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with opened(database_url) as database:
        yield database


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Database]:
    """A SQLite database, for what only SQLite needs."""
    async with opened(f"sqlite+aiosqlite:///{tmp_path}/marks.db") as database:
        yield database


def mark(connection: Connection, n: int) -> int:
    connection.execute(text("INSERT INTO marks VALUES (:n)"), {"n": n})
    return n


def count(connection: Connection) -> int:
    return connection.execute(text("SELECT count(*) FROM marks")).scalar_one()


async def marks(database: Database) -> list[int]:
    def read(connection: Connection) -> list[int]:
        return list(connection.execute(text("SELECT n FROM marks ORDER BY n")).scalars())

    return await database.run(read)


async def test_each_call_gets_its_own_result(database: Database):
    answers = await asyncio.gather(*(database.run(lambda c, n=n: mark(c, n)) for n in range(50)))
    assert answers == list(range(50))
    assert await marks(database) == list(range(50))


async def test_only_the_failing_transaction_is_rolled_back(database: Database):
    def failing(connection: Connection) -> None:
        mark(connection, 100)
        raise LookupError("no")

    works: list[Any] = [lambda c: mark(c, 1), failing, lambda c: mark(c, 1), lambda c: mark(c, 2)]
    outcomes = await asyncio.gather(*map(database.run, works), return_exceptions=True)
    assert isinstance(outcomes[1], LookupError)
    # Only the first of the two equal inserts succeeds; either may come first.
    assert sum(isinstance(outcome, IntegrityError) for outcome in (outcomes[0], outcomes[2])) == 1
    assert outcomes[3] == 2
    assert await marks(database) == [1, 2]


async def test_on_sqlite_a_transaction_completes_after_its_caller_is_canceled(sqlite: Database):
    begun, canceled = threading.Event(), threading.Event()

    def held(connection: Connection) -> int:
        begun.set()
        canceled.wait(30)
        return mark(connection, 0)

    asked = asyncio.create_task(sqlite.run(held))
    await until(begun.is_set)
    asked.cancel()
    canceled.set()
    (outcome,) = await asyncio.gather(asked, return_exceptions=True)
    assert isinstance(outcome, asyncio.CancelledError)
    assert await marks(sqlite) == [0]


async def test_on_sqlite_a_write_that_waits_for_a_lock_delays_no_query(sqlite: Database):
    assert sqlite.sqlite_engine
    with sqlite.sqlite_engine.connect() as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        writing = asyncio.create_task(sqlite.run(lambda c: mark(c, 1)))
        async with asyncio.timeout(5):
            assert await sqlite.read(count) == 0
            assert not writing.done()
        other.rollback()
    assert await writing == 1
    assert await sqlite.read(count) == 1
