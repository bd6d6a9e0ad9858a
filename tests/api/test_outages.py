"""An unavailable or overloaded database, or Redis away: the process lives and says whether it is ready.

No call answers 500.
"""

import asyncio
import gc
import logging
import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from argon2.profiles import CHEAPEST
from pydantic import SecretStr

from tests import factories
from tests.api.accounts.test_auth import problem
from tests.api_client import ApiClient
from tests.conftest import POSTGRES, alembic_config, needs_postgres
from tests.mailbox import set_confirmed
from tests.ports import free_port
from tests.postgres import Cluster
from tests.redis_server import RedisServer
from tests.waiting import until
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.gauges import read_gauges
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.database.leader import Leader
from webdev_certs.server.database.outage import DatabaseOverloaded, DatabaseUnavailable
from webdev_certs.server.database.readiness import find_trouble
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A cluster of its own, which the test may stop."""
    assert POSTGRES
    cluster = Cluster(POSTGRES, durable=True)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()


@contextmanager
def halted(cluster: Cluster) -> Iterator[None]:
    cluster.halt()
    try:
        yield
    finally:
        cluster.launch()


@pytest.fixture
def cluster_url(cluster: Cluster) -> str:
    command.upgrade(alembic_config(cluster.url("postgres")), "head")
    return cluster.url("postgres")


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    (tmp_path / "db").mkdir()
    shutil.copy(sqlite_template, tmp_path / "db" / "test.db")
    return f"sqlite+aiosqlite:///{tmp_path}/db/test.db"


@asynccontextmanager
async def serving(
    url: str, folder: Path, bank: Bank, *, redis: str = "", **settings_: Any
) -> AsyncIterator[ApiClient]:
    settings = Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        smtp_host="",
        data_dir=folder,
        database_url=SecretStr(url),
        limits=factories.generous_limits(),
        redis_url=SecretStr(redis) if redis else None,
        **settings_,
    )
    app = create_api(settings, rng=random.Random(1), bank=bank, password_hasher=PasswordHasher(2, CHEAPEST))
    async with lifespan_resources(app), ApiClient(app) as api:
        yield api


async def assert_away(api: httpx.AsyncClient, account: factories.Account | None = None) -> None:
    """Check that every kind of call answers 503 and nothing answers 500."""
    assert (await api.get("/api/health")).status_code == 200
    problem(await api.get("/api/ready"), 503, "database_unavailable")
    calls = [
        api.post("/api/auth/register", json=factories.registration()),
        api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token if account else "x"}),
        api.get("/api/verify/WDC-RE-7K3M-92QF-Z"),
    ]
    if account:
        calls.append(account.get("/api/tests"))
        calls.append(account.post("/api/practice", json={"technology": "react"}))
    for response in await asyncio.gather(*calls):
        if response.status_code != 422:
            problem(response, 503, "unavailable")
            assert int(response.headers["retry-after"]) > 0


async def until_ready(api: httpx.AsyncClient) -> None:
    async def ready() -> bool:
        return (await api.get("/api/ready")).status_code == 200

    await until(ready)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged as a warning or worse, tracebacks included."""
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    return [line for record in records for line in caplog.handler.format(record).splitlines()]


@needs_postgres
@pytest.mark.parametrize("away", [halted, Cluster.frozen], ids=["halted", "frozen"])
async def test_an_unavailable_postgresql(
    cluster: Cluster,
    cluster_url: str,
    tmp_path: Path,
    bank: Bank,
    away: Callable[[Cluster], AbstractContextManager[None]],
    caplog: pytest.LogCaptureFixture,
):
    async with serving(cluster_url, tmp_path, bank) as api:
        assert (await api.get("/api/ready")).json() == {"status": "ready", "warnings": []}
        account = await factories.register(api)
        caplog.clear()
        with away(cluster):
            await assert_away(api, account)
            assert len(lines(caplog)) == 1
        await until_ready(api)
        await factories.sign_in(account)
        assert len(lines(caplog)) == 2


@needs_postgres
async def test_the_process_starts_without_database_and_redis_and_serves_when_the_database_comes(
    cluster: Cluster, cluster_url: str, tmp_path: Path, bank: Bank
):
    cluster.halt()
    async with serving(cluster_url, tmp_path, bank, redis=f"redis://127.0.0.1:{free_port()}") as api:
        await assert_away(api)
        cluster.launch()
        await until_ready(api)
        account = await factories.register(api)
        await set_confirmed(account, True)
        begun = await account.post("/api/tests", json={"technology": "react"})
        assert begun.status_code == 201


@needs_postgres
async def test_a_leader_whose_connection_is_not_answered_closes_it_and_leads_again(
    cluster_url: str, cluster: Cluster
):
    database = Database(cluster_url, patience_seconds=1)
    leader = Leader(database)
    assert await leader.try_to_lead()
    with cluster.frozen(), pytest.raises(DatabaseUnavailable):
        await leader.try_to_lead()
    await until(leader.try_to_lead)
    await leader.resign()
    await database.dispose()
    # A connection that is still open gives a warning when it is collected, which fails the test.
    gc.collect()


@asynccontextmanager
async def full_pool(api: ApiClient) -> AsyncIterator[None]:
    """Take all connections of the API's pool."""
    database: Database = api.app.state.resources.database
    async with AsyncExitStack() as stack:
        for _ in range(database.pool_use().most):
            await stack.enter_async_context(database.engine.connect())
        yield


def assert_overloaded(response: httpx.Response) -> None:
    problem(response, 503, "overloaded")
    assert int(response.headers["retry-after"]) > 0


@needs_postgres
async def test_a_full_pool_is_no_outage(
    cluster_url: str, tmp_path: Path, bank: Bank, caplog: pytest.LogCaptureFixture
):
    async with serving(cluster_url, tmp_path, bank, database_connections=3) as api:
        account = await factories.register(api)
        caplog.clear()
        for _ in range(2):
            async with full_pool(api):
                calls = [account.get("/api/tests") for _ in range(4)]
                *refused, ready = await asyncio.gather(*calls, api.get("/api/ready"))
                for response in refused:
                    assert_overloaded(response)
                assert ready.status_code == 200
                ready = await api.get("/api/ready")
                assert (ready.status_code, ready.json()["warnings"]) == (200, [{"code": "overloaded"}])
                up = [gauge for gauge in await read_gauges(api.app) if gauge.name.endswith("database_up")]
                assert up[0].samples[0].value == 1
            served = await account.get("/api/tests")
            assert served.status_code == 200
        assert len(lines(caplog)) == 1


@needs_postgres
async def test_readiness_waits_once_for_a_connection(cluster_url: str, tmp_path: Path):
    database = Database(cluster_url, connections=1)

    async def hold() -> None:
        async with database.engine.connect():
            # Two such waits are longer than readiness waits.
            await asyncio.sleep(1.7)

    first = asyncio.create_task(hold())
    await until(lambda: database.pool_use().in_use == 1)
    looking = asyncio.create_task(find_trouble(database, tmp_path))
    await until(lambda: database.pool_use().waiting == 1)
    second = asyncio.create_task(hold())
    assert await looking is None
    assert not database.outage.lasts
    await asyncio.gather(first, second)
    await database.dispose()


@needs_postgres
async def test_a_postgresql_without_free_connections_is_no_outage(tmp_path: Path, bank: Bank):
    assert POSTGRES
    cluster = Cluster(POSTGRES, max_connections=10)
    cluster.start()
    url = cluster.url("postgres")
    try:
        await asyncio.to_thread(command.upgrade, alembic_config(url), "head")
        other = Database(url, connections=10)
        async with serving(url, tmp_path, bank) as api, AsyncExitStack() as stack:
            account = await factories.register(api)
            while not other.outage.is_overloaded:
                with suppress(DatabaseOverloaded), other.outage.watch():
                    await stack.enter_async_context(other.engine.connect())
            calls = [account.get("/api/tests") for _ in range(12)]
            answers = await asyncio.gather(*calls)
            refused = [answer for answer in answers if answer.status_code != 200]
            assert refused
            for response in refused:
                assert_overloaded(response)
            assert (await api.get("/api/ready")).status_code == 200
        await other.dispose()
    finally:
        cluster.stop()


@needs_postgres
@pytest.mark.parametrize(("processes", "warned"), [(6, False), (7, True)])
async def test_connections_beyond_the_limit_of_postgresql_are_warned_of(
    cluster_url: str,
    tmp_path: Path,
    bank: Bank,
    processes: int,
    warned: bool,
    caplog: pytest.LogCaptureFixture,
):
    async with serving(
        cluster_url, tmp_path, bank, database_connections=30, database_processes=processes
    ) as api:
        assert (await api.get("/api/ready")).status_code == 200
    assert [line for line in lines(caplog) if "213" in line and "197" in line] == lines(caplog)
    assert bool(lines(caplog)) == warned


async def test_an_sqlite_whose_folder_is_removed(sqlite_url: str, tmp_path: Path, bank: Bank):
    """SQLite would go on writing to the removed file."""
    async with serving(sqlite_url, tmp_path, bank) as api:
        account = await factories.register(api)
        (tmp_path / "db").rename(tmp_path / "away")
        await assert_away(api, account)
        (tmp_path / "away").rename(tmp_path / "db")
        await until_ready(api)
        await factories.sign_in(account)


async def test_an_sqlite_that_was_replaced_by_a_copy(sqlite_url: str, tmp_path: Path, bank: Bank):
    file = tmp_path / "db" / "test.db"
    async with serving(sqlite_url, tmp_path, bank) as api:
        await factories.register(api)
        shutil.copytree(tmp_path / "db", tmp_path / "copy")
        shutil.rmtree(tmp_path / "db")
        (tmp_path / "copy").rename(tmp_path / "db")
        await until_ready(api)
        assert file.exists()
        await factories.register(api)


async def test_an_sqlite_that_is_read_only(sqlite_url: str, tmp_path: Path, bank: Bank):
    async with serving(sqlite_url, tmp_path, bank) as api:
        account = await factories.register(api)
    read_only = f"sqlite+aiosqlite:///file:{tmp_path}/db/test.db?mode=ro&uri=true"
    async with serving(read_only, tmp_path, bank) as api:
        problem(await api.get("/api/ready"), 503, "database_unavailable")
        credentials = {"email": account.user["email"], "password": account.password}
        problem(await api.post("/api/auth/login", json=credentials), 503, "unavailable")
        assert (await account.through(api).get("/api/tests")).status_code == 200


@pytest.mark.changes_tables
async def test_a_database_without_migrations(database_url: str, tmp_path: Path, bank: Bank):
    await asyncio.to_thread(command.downgrade, alembic_config(database_url), "-1")
    async with serving(database_url, tmp_path, bank) as api:
        assert (await api.get("/api/health")).status_code == 200
        problem(await api.get("/api/ready"), 503, "migrations_pending")
        await asyncio.to_thread(command.upgrade, alembic_config(database_url), "head")
        await until_ready(api)


async def test_an_unavailable_redis(sqlite_url: str, tmp_path: Path, bank: Bank, redis_server: RedisServer):
    async with serving(sqlite_url, tmp_path, bank, redis=redis_server.url) as api:
        assert (await api.get("/api/ready")).status_code == 200
        redis_server.stop()
        away = await api.get("/api/ready")
        assert (away.status_code, away.json()["warnings"]) == (200, [{"code": "redis_unavailable"}])
        assert (await api.get("/api/health")).status_code == 200
        # Limits are then counted in this process.
        await factories.register(api)
        redis_server.start()

        async def without_warnings() -> bool:
            return (await api.get("/api/ready")).json() == {"status": "ready", "warnings": []}

        await until(without_warnings)
