"""Processes whose clocks differ have one time, and one that differs too much says that it is not ready."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from argon2.profiles import CHEAPEST
from pydantic import SecretStr
from sqlmodel import select

from tests import factories
from tests.answering import save, start_exam
from tests.api.accounts.test_auth import problem
from tests.api_client import ApiClient
from tests.conftest import needs_postgres
from tests.outbox import rows
from tests.postgres import Cluster
from tests.smtp import MailServer
from tests.waiting import WAIT_SECONDS
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.api.gauges import read_gauges
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import LoginSession
from webdev_certs.server.services.accounts.login_sessions import remove_old_login_sessions
from webdev_certs.server.services.exams.closing import close_some_overdue
from webdev_certs.server.services.mail.outbox import MailWorker, queue_mail
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import utc_now

pytestmark = needs_postgres
TWO_HOURS = timedelta(hours=2)


class MachineClock:
    """A running clock that is wrong by `ahead`."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead

    def __call__(self) -> datetime:
        return utc_now() + self.ahead


@pytest.fixture
def settings(plain_settings: Settings, postgres_cluster: Cluster, tmp_path: Path) -> Iterator[Settings]:
    url = postgres_cluster.url("shared")
    yield plain_settings.model_copy(update={"data_dir": tmp_path, "database_url": SecretStr(url)})
    postgres_cluster.empty("shared")


@asynccontextmanager
async def process(settings: Settings, bank: Bank, clock: MachineClock) -> AsyncIterator[ApiClient]:
    """Run the API as on a machine with this clock."""
    hasher = PasswordHasher(1, CHEAPEST)
    app = create_api(settings, machine_clock=clock, bank=bank, password_hasher=hasher)
    async with lifespan_resources(app), ApiClient(app) as api:
        yield api


@pytest.fixture
async def right(settings: Settings, bank: Bank) -> AsyncIterator[ApiClient]:
    """A process whose machine has the database's time."""
    async with process(settings, bank, MachineClock()) as api:
        yield api


@pytest.fixture
def machine_clock() -> MachineClock:
    """The clock of the machine of `fast`."""
    return MachineClock(TWO_HOURS)


@pytest.fixture
async def fast(settings: Settings, bank: Bank, machine_clock: MachineClock) -> AsyncIterator[ApiClient]:
    """A process of the same installation on a machine whose clock is two hours fast."""
    async with process(settings, bank, machine_clock) as api:
        yield api


def resources_of(api: ApiClient) -> Resources:
    return api.app.state.resources


async def test_a_fast_process_does_not_end_a_running_test(right: ApiClient, fast: ApiClient):
    account = await factories.register(right)
    state = await start_exam(account)
    await close_some_overdue(new_context(resources_of(fast)), 20)
    signed_in = await factories.sign_in(account.through(fast))
    for api in (fast, right):
        found = await signed_in.through(api).get(f"/api/tests/{state['test_id']}")
        assert (found.status_code, found.json()["status"]) == (200, "open")
        assert (await save(signed_in.through(api), state)).status_code == 200


async def test_a_fast_process_does_not_send_a_mail_that_another_one_is_sending(
    right: ApiClient, fast: ApiClient
):
    def worker(api: ApiClient) -> MailWorker:
        resources = resources_of(api)
        return MailWorker(resources.database, server.mailer(), resources.clock, resources.rng)

    async with MailServer() as server, asyncio.timeout(WAIT_SECONDS):
        database = resources_of(right).database
        async with database.transaction() as db:
            message = Message("ada@example.com", "Hello", "text", "html")
            await queue_mail(db, message, resources_of(right).clock())
        server.opened.clear()
        sending = asyncio.create_task(worker(right).send_due())
        await server.arrived.wait()
        looking = asyncio.create_task(worker(fast).send_due())
        await asyncio.wait({looking}, timeout=1)
        server.opened.set()
        assert (await looking, await sending) == (0, 1)
        assert len(server.taken) == 1
        assert [row.tries for row in await rows(database)] == [1]


async def test_processes_with_different_clocks_accept_each_others_tokens(right: ApiClient, fast: ApiClient):
    account = await factories.register(right)
    for one, other in ((right, fast), (fast, right)):
        account = await factories.sign_in(account.through(one))
        assert (await account.through(other).get("/api/profile")).status_code == 200
        renewed = await other.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
        assert renewed.status_code == 200


async def test_a_fast_process_removes_no_login_session(
    settings: Settings, right: ApiClient, bank: Bank, machine_clock: MachineClock
):
    account = await factories.register(right)
    machine_clock.ahead = timedelta(days=settings.refresh_token_days + 30)
    async with process(settings, bank, machine_clock) as fast:
        context = new_context(resources_of(fast))
        await remove_old_login_sessions(context.database, context.now)
        async with context.database.transaction() as db:
            assert len((await db.exec(select(LoginSession))).all()) == 1
        renewed = await fast.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
        assert renewed.status_code == 200


async def test_a_process_is_not_ready_while_its_clock_differs(fast: ApiClient, machine_clock: MachineClock):
    for wrong in (TWO_HOURS, -timedelta(seconds=6)):
        machine_clock.ahead = wrong
        problem(await fast.get("/api/ready"), 503, "clock_differs")
        assert (await fast.get("/api/health")).status_code == 200
    machine_clock.ahead = timedelta(seconds=4)
    assert (await fast.get("/api/ready")).status_code == 200


async def test_the_difference_is_shown(fast: ApiClient):
    shown = {sample.name: sample.value for metric in await read_gauges(fast.app) for sample in metric.samples}
    assert round(shown["webdev_certs_clock_difference_seconds"] / 60) == 120
    assert shown["webdev_certs_database_up"] == 1
