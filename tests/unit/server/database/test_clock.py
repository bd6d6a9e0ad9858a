"""The database's time: it follows the database and not the machine, and does not jump without a reason."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ports import free_port
from tests.waiting import until
from webdev_certs.server.database.clock import DatabaseClock, Reading
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.services.shared.keeping_time import keeping_time
from webdev_certs.shared.clock import utc_now

SOON = timedelta(minutes=1)
"""More than a test takes, and less than the clocks in it differ."""
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class WrongClock:
    """The clock of a machine that is two hours fast, until it is set."""

    ahead = timedelta(hours=2)

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


@pytest.fixture
def machine() -> WrongClock:
    return WrongClock()


@pytest.fixture
async def database(database_url: str, machine: WrongClock) -> AsyncIterator[Database]:
    database = Database(database_url, machine_clock=machine)
    yield database
    await database.dispose()


async def test_the_time_is_that_of_the_database_however_the_machines_clock_is_set(
    database: Database, machine: WrongClock
):
    await database.clock.measure()
    if database.sqlite_engine:
        # The database's time is the machine's.
        assert abs(database.clock() - machine()) < SOON
        assert database.clock.difference() == timedelta()
        return
    for machine.ahead in (timedelta(hours=2), -timedelta(days=1)):
        assert abs(database.clock() - utc_now()) < SOON
        difference = database.clock.difference()
        assert difference is not None
        assert abs(difference - machine.ahead) < SOON


async def test_the_time_is_unknown_until_the_database_has_told_it():
    database = Database(f"postgresql+asyncpg://nobody@127.0.0.1:{free_port()}/none")
    with pytest.raises(DatabaseUnavailable):
        await database.clock.measure()
    with pytest.raises(DatabaseUnavailable):
        database.clock()
    assert database.clock.difference() is None
    await database.dispose()


async def test_it_is_measured_until_it_is_known_and_the_log_says_once_that_the_machine_differs(
    caplog: pytest.LogCaptureFixture,
):
    answers = 0

    async def read() -> Reading:
        nonlocal answers
        answers += 1
        if answers == 1:
            raise DatabaseUnavailable("it starts later")
        return Reading(0, NOON, 0)

    clock = DatabaseClock(lambda: NOON + timedelta(days=1), read)
    with caplog.at_level(logging.WARNING):
        async with keeping_time(clock):
            await until(lambda: clock.difference() is not None)
        await clock.measure()
    assert [record.getMessage()[:25] for record in caplog.records] == ["The clock of this machine"]


SECONDS = st.integers(0, 10**6)


@given(st.lists(st.tuples(SECONDS, SECONDS, st.integers(0, 10)), min_size=1))
async def test_a_reading_moves_the_clock_no_further_than_it_must(readings: list[tuple[int, int, int]]):
    """A reading bounds the time; a clock that is within the bounds stays as it is."""
    pending: list[Reading] = []

    async def read() -> Reading:
        return pending.pop()

    clock = DatabaseClock(lambda: NOON, read, monotonic=lambda: 0)
    last = NOON
    for before, shown, took in readings:
        pending.append(Reading(before, NOON + timedelta(seconds=shown), before + took))
        await clock.measure()
        latest = NOON + timedelta(seconds=shown - before)
        earliest = latest - timedelta(seconds=took)
        expected = earliest if last < earliest else latest if last > latest else last
        assert clock() == expected
        last = expected


async def test_a_database_whose_clock_is_set_is_followed():
    pending = [NOON, NOON + timedelta(hours=1), NOON]

    async def read() -> Reading:
        return Reading(0, pending[0], 0)

    clock = DatabaseClock(lambda: NOON, read, monotonic=lambda: 0)
    while pending:
        await clock.measure()
        assert clock() == pending.pop(0)
