"""Looking up rows by their keys, alone and many at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, event, insert, select
from sqlalchemy.exc import DBAPIError

from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.lookups import Lookups

NOTES = Table("notes", MetaData(), Column("key", String, primary_key=True), Column("value", Integer))


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = Database(database_url)
    await database.run(NOTES.create)
    rows = [{"key": str(number), "value": number} for number in range(100)]
    await database.run(lambda connection: connection.execute(insert(NOTES), rows))
    yield database
    await database.run(lambda connection: NOTES.drop(connection, checkfirst=True))
    await database.dispose()


@pytest.fixture
def lookups(database: Database) -> Iterator[Lookups]:
    lookups = Lookups(database, select(NOTES.c.key, NOTES.c.value))
    yield lookups
    lookups.close()


async def test_each_gets_the_row_it_asks_for(lookups: Lookups):
    keys = [str(number) for number in (*range(50), *range(40, 60))]
    rows = await asyncio.gather(*map(lookups.get, keys))
    assert [(row.key, row.value) for row in rows if row] == [(key, int(key)) for key in keys]


async def test_what_is_not_there_is_nobody_elses_row(lookups: Lookups):
    rows = await asyncio.gather(*map(lookups.get, ["7", "none", "8"]))
    assert [row and row.value for row in rows] == [7, None, 8]


async def test_many_at_once_are_few_queries(database: Database, lookups: Lookups):
    queries: list[str] = []
    event.listen(
        database.engine.sync_engine, "before_cursor_execute", lambda *execution: queries.append(execution[2])
    )
    if database.sqlite_engine:
        event.listen(
            database.sqlite_engine, "checkout", lambda driver, *_: driver.set_trace_callback(queries.append)
        )
    await asyncio.gather(*(lookups.get(str(number)) for number in range(100)))
    assert 1 <= len([query for query in queries if "FROM notes" in query]) <= 2


async def test_one_who_stops_waiting_disturbs_nobody(lookups: Lookups):
    tasks = [asyncio.create_task(lookups.get(str(number))) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(second, asyncio.CancelledError)
    assert [row.value for row in (first, third) if row and not isinstance(row, BaseException)] == [0, 2]


async def test_a_fault_reaches_all_who_wait_and_nobody_later(database: Database, lookups: Lookups):
    await database.run(NOTES.drop)
    failures = await asyncio.gather(*map(lookups.get, "123"), return_exceptions=True)
    assert all(isinstance(failure, DBAPIError) for failure in failures)
    await database.run(NOTES.create)
    assert await lookups.get("1") is None
