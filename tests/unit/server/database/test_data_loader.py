"""Loading rows by key, one and many at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, event, insert, select
from sqlalchemy.exc import DBAPIError

from tests.waiting import until
from webdev_certs.server.database.data_loader import DataLoader
from webdev_certs.server.database.engine import Database

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
def loader(database: Database) -> Iterator[DataLoader]:
    loader = DataLoader(database, select(NOTES.c.key, NOTES.c.value))
    yield loader
    loader.close()


async def test_each_call_gets_the_row_of_its_key(loader: DataLoader):
    keys = [str(number) for number in (*range(50), *range(40, 60))]
    rows = await asyncio.gather(*map(loader.load, keys))
    assert [(row.key, row.value) for row in rows if row] == [(key, int(key)) for key in keys]


async def test_a_missing_row_is_none(loader: DataLoader):
    rows = await asyncio.gather(*map(loader.load, ["7", "none", "8"]))
    assert [row and row.value for row in rows] == [7, None, 8]


async def test_concurrent_loads_share_queries(database: Database, loader: DataLoader):
    if database.sqlite_engine:
        pytest.skip("SQLite has no round trips that queries could share")
    queries: list[str] = []

    def watch(connection: Any, *_: object) -> None:
        connection.driver_connection.add_query_logger(lambda record: queries.append(record.query))

    event.listen(database.engine.sync_engine, "checkout", watch)
    await asyncio.gather(*(loader.load(str(number)) for number in range(100)))
    # asyncpg tells of a query a little later.
    await until(lambda: any("FROM notes" in query for query in queries))
    assert len([query for query in queries if "FROM notes" in query]) <= 2


async def test_concurrent_loads_open_one_connection(database: Database, loader: DataLoader):
    opened: list[object] = []
    engine = database.sqlite_engine or database.engine.sync_engine
    event.listen(engine, "checkout", lambda *_: opened.append(1))
    await asyncio.gather(*(loader.load(str(number)) for number in range(100)))
    assert len(opened) == 1


async def test_canceling_one_load_does_not_affect_the_others(loader: DataLoader):
    tasks = [asyncio.create_task(loader.load(str(number))) for number in range(3)]
    # In this step each task runs until it waits for its row.
    await asyncio.sleep(0)
    tasks[1].cancel()
    first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(second, asyncio.CancelledError)
    assert [row.value for row in (first, third) if row and not isinstance(row, BaseException)] == [0, 2]


async def test_an_error_reaches_every_waiting_call_and_no_later_one(database: Database, loader: DataLoader):
    await database.run(NOTES.drop)
    failures = await asyncio.gather(*map(loader.load, "123"), return_exceptions=True)
    assert all(isinstance(failure, DBAPIError) for failure in failures)
    await database.run(NOTES.create)
    assert await loader.load("1") is None


async def test_rows_are_read_over_a_new_connection_after_the_old_one_was_ended(
    database: Database, loader: DataLoader
):
    if database.sqlite_engine:
        pytest.skip("SQLite has no server that could end a connection")
    assert await loader.load("1")
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    where = " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    await database.run(lambda connection: connection.exec_driver_sql(others + where))
    rows = await asyncio.gather(*map(loader.load, ["2", "3"]))
    assert [row.value for row in rows] == [2, 3]


async def test_rows_are_read_after_the_table_has_changed(database: Database, loader: DataLoader):
    assert await loader.load("1")
    if database.sqlite_engine:
        await database.run(
            lambda connection: connection.exec_driver_sql("ALTER TABLE notes ADD COLUMN more TEXT")
        )
    else:
        change = "ALTER TABLE notes ALTER COLUMN value TYPE BIGINT"
        await database.run(lambda connection: connection.exec_driver_sql(change))
    assert (await loader.load("2")).value == 2
