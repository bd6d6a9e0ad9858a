"""The API as its clients meet it: over HTTP, in this process, on every kind of database."""

import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from argon2.profiles import CHEAPEST
from fastapi import FastAPI
from pydantic import SecretStr

from tests import factories
from tests.api_client import ApiClient
from tests.conftest import FakeClock
from tests.finished_jobs import store_finished_jobs
from tests.world import World
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings


@pytest.fixture(scope="session")
def bank() -> Bank:
    return factories.bank()


@pytest.fixture(scope="session")
def plain_settings() -> Settings:
    """Development settings that no `.env` file changes, with wide limits, and no mail server but a test's."""
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        smtp_host="",
        limits=factories.generous_limits(),
        # Answers of tests come at once.
        hold_attempts=False,
    )


@pytest.fixture
def settings(plain_settings: Settings, database_url: str, tmp_path: Path) -> Settings:
    """The plain settings with a database and a folder of this test's own."""
    # A copy, because reading the environment takes as long as a request.
    own = {"data_dir": tmp_path, "database_url": SecretStr(database_url)}
    return plain_settings.model_copy(update=own)


@pytest.fixture
async def api_app(settings: Settings, clock: FakeClock, bank: Bank) -> AsyncIterator[FastAPI]:
    """The API with a clock to move, a seeded choice of items, and passwords hashed in no time."""
    app = create_api(
        settings, clock=clock, rng=random.Random(1), bank=bank, password_hasher=PasswordHasher(2, CHEAPEST)
    )
    await store_finished_jobs(app)
    async with lifespan_resources(app):
        yield app


@pytest.fixture
def world(settings: Settings, bank: Bank) -> Iterator[World]:
    """The same API for tests that are not asynchronous."""
    world = World(settings, bank)
    yield world
    world.close()


@pytest.fixture
def resources(api_app: FastAPI) -> Resources:
    """The API's database, clock and gateways, so that tests can check or change them directly."""
    return api_app.state.resources


@pytest.fixture
async def api(api_app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client that has not signed in."""
    async with ApiClient(api_app) as client:
        yield client


@pytest.fixture
async def account(api: httpx.AsyncClient) -> factories.Account:
    """Ada, who has just registered."""
    return await factories.register(api, email=factories.ADA)
