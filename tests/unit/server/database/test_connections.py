"""Connections to PostgreSQL that were closed, or that have rested."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tests.conftest import needs_postgres
from tests.postgres import Cluster
from tests.round_trips import RoundTrips
from webdev_certs.server.database import engine
from webdev_certs.server.database.engine import Database

pytestmark = needs_postgres
_TERMINATE = text("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid = :pid")


@pytest.fixture
def round_trips(postgres_cluster: Cluster) -> RoundTrips:
    return RoundTrips(postgres_cluster.folder)


@pytest.fixture
async def database(round_trips: RoundTrips, tmp_path: Path) -> AsyncIterator[Database]:
    async with round_trips.serving(tmp_path):
        database = Database(f"postgresql+asyncpg://postgres@/postgres?host={tmp_path}")
        await database.read(backend)
        yield database
        await database.dispose()


def backend(connection: Connection) -> int:
    """Return the number of the process that serves the connection."""
    return connection.execute(text("SELECT pg_backend_pid()")).scalar_one()


async def test_a_query_is_one_round_trip(database: Database, round_trips: RoundTrips):
    before = round_trips.count
    await database.read(backend)
    assert round_trips.count - before == 1


async def test_a_connection_that_has_rested_is_asked_first(
    database: Database, round_trips: RoundTrips, monkeypatch: pytest.MonkeyPatch
):
    first, before = await database.read(backend), round_trips.count
    monkeypatch.setattr(engine, "_REST_SECONDS", 0)
    assert await database.read(backend) == first
    assert round_trips.count - before == 2


@pytest.mark.parametrize("rest", [0, 1000])
async def test_a_connection_that_postgresql_has_closed_is_replaced(
    database: Database, postgres_cluster: Cluster, rest: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(engine, "_REST_SECONDS", rest)
    first = await database.read(backend)
    other = Database(postgres_cluster.url("postgres"))
    await other.run(lambda connection: connection.execute(_TERMINATE, {"pid": first}).all())
    await other.dispose()
    assert await database.read(backend) != first
