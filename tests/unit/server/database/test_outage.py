"""What the log says about a database that does not answer, or has no connection left."""

import asyncio
import logging

import pytest
from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.conftest import needs_postgres
from tests.postgres import Cluster
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.outage import (
    QUIET_SECONDS,
    DatabaseOverloaded,
    DatabaseUnavailable,
    Outage,
)


class Seconds:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def refuse(outage: Outage) -> None:
    with pytest.raises(DatabaseOverloaded), outage.watch():
        raise exc.TimeoutError("QueuePool limit of size 2 overflow 0 reached")


def test_an_overload_begins_and_ends_with_one_line_each(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING)
    seconds = Seconds()
    outage = Outage(seconds)
    for _ in range(80):
        refuse(outage)
        outage.end()
        seconds.now += QUIET_SECONDS - 1
    assert outage.is_overloaded
    assert len(caplog.records) == 1
    seconds.now += 1
    outage.end()
    assert not outage.is_overloaded
    assert len(caplog.records) == 2
    refuse(outage)
    assert len(caplog.records) == 3


def test_an_overload_is_no_outage(caplog: pytest.LogCaptureFixture):
    outage = Outage(Seconds())
    refuse(outage)
    assert not outage.lasts
    with pytest.raises(DatabaseUnavailable), outage.watch():
        raise ConnectionRefusedError
    assert outage.lasts
    outage.end()
    assert not outage.lasts
    assert outage.is_overloaded


@needs_postgres
def test_what_a_deadlock_ends_can_be_tried_again(postgres_cluster: Cluster):
    with postgres_cluster.new_database("deadlock") as url:
        outcomes = asyncio.run(_deadlock(url))
    assert [type(outcome) for outcome in outcomes if outcome] == [DatabaseUnavailable]


async def _deadlock(url: str) -> list[BaseException | None]:
    """Let two transactions wait for each other, and return how each ended."""
    database, outage = Database(url), Outage(Seconds())
    async with database.engine.connect() as one, database.engine.connect() as other:

        async def lock(connection: AsyncConnection, number: int) -> None:
            with outage.watch():
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({number})")

        await lock(one, 1)
        await lock(other, 2)
        ended = await asyncio.gather(lock(one, 2), lock(other, 1), return_exceptions=True)
    await database.dispose()
    return [*ended]
