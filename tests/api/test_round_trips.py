"""How many round trips to PostgreSQL the most frequent calls need: each costs the way there and back."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2.profiles import CHEAPEST
from pydantic import SecretStr

from tests import factories
from tests.answering import advance, pass_exam, save, start_exam
from tests.api_client import ApiClient
from tests.conftest import FakeClock, needs_postgres
from tests.mailbox import set_confirmed
from tests.postgres import Cluster
from tests.practicing import give
from tests.practicing import start as start_practice
from tests.round_trips import RoundTrips
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

pytestmark = needs_postgres
_TRIES = 4
"""The least of so many counts is checked: jobs use the database too, and a connection prepares statements."""


@pytest.fixture
def counted(postgres_cluster: Cluster) -> Iterator[RoundTrips]:
    with postgres_cluster.new_database("counted", migrated=True):
        yield RoundTrips(postgres_cluster.folder)


@pytest.fixture
async def api(
    counted: RoundTrips, plain_settings: Settings, clock: FakeClock, bank: Bank, tmp_path: Path
) -> AsyncIterator[ApiClient]:
    url = f"postgresql+asyncpg://postgres@/counted?host={tmp_path}"
    settings = plain_settings.model_copy(update={"data_dir": tmp_path, "database_url": SecretStr(url)})
    app = create_api(
        settings, clock=clock, rng=random.Random(1), bank=bank, password_hasher=PasswordHasher(2, CHEAPEST)
    )
    async with counted.serving(tmp_path), lifespan_resources(app), ApiClient(app) as client:
        yield client


Call = Callable[[], Awaitable[httpx.Response]]


async def least(counted: RoundTrips, calls: AsyncIterator[Call]) -> int:
    """Return the smallest number of round trips of calls that do the same."""
    counts = []
    async for call in calls:
        before = counted.count
        response = await call()
        assert response.is_success, response.text
        counts.append(counted.count - before)
    return min(counts)


async def running_exams(api: ApiClient) -> AsyncIterator[tuple[factories.Account, dict[str, Any]]]:
    for _ in range(_TRIES):
        account = await factories.register(api)
        yield account, await start_exam(account)


async def test_starting_an_exam(api: ApiClient, counted: RoundTrips):
    async def calls() -> AsyncIterator[Call]:
        for _ in range(_TRIES):
            account = await factories.register(api)
            await set_confirmed(account, True)
            yield partial(api.post, "/api/tests", json={"technology": "react"}, headers=account.headers)

    assert await least(counted, calls()) <= 17


async def test_saving_an_answer(api: ApiClient, counted: RoundTrips):
    async def calls() -> AsyncIterator[Call]:
        async for account, state in running_exams(api):
            yield partial(save, account, state)

    assert await least(counted, calls()) <= 2


async def test_going_on_to_the_next_question(api: ApiClient, counted: RoundTrips):
    async def calls() -> AsyncIterator[Call]:
        async for account, state in running_exams(api):
            await save(account, state)
            yield partial(advance, account, state)

    assert await least(counted, calls()) <= 13


async def test_answering_a_practice_question(api: ApiClient, counted: RoundTrips):
    async def calls() -> AsyncIterator[Call]:
        for _ in range(_TRIES):
            account = await factories.register(api)
            yield partial(give, account, await start_practice(account))

    assert await least(counted, calls()) <= 14


async def test_verifying_a_certificate(api: ApiClient, counted: RoundTrips):
    async def calls() -> AsyncIterator[Call]:
        for _ in range(_TRIES):
            account = await factories.register(api)
            result = await pass_exam(account)
            yield partial(api.get, f"/api/verify/{result['certificate_number']}")

    assert await least(counted, calls()) <= 1
