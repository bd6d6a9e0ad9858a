"""Callers from many addresses, and the limits that they meet."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
from fastapi import FastAPI

from tests.api.limits.calling import Caller
from tests.factories import generous_limits
from webdev_certs.limit_settings import LimitSettings
from webdev_certs.settings.settings import Settings


@pytest.fixture
def limits(request: pytest.FixtureRequest) -> LimitSettings:
    """What the test's parameter says; otherwise none that is met by chance."""
    return getattr(request, "param", generous_limits())


@pytest.fixture
def settings(settings: Settings, limits: LimitSettings) -> Settings:
    return settings.model_copy(update={"limits": limits})


@pytest.fixture
async def caller(api_app: FastAPI) -> AsyncIterator[Caller]:
    """Gives a client that calls from an address of the test's choice."""
    async with AsyncExitStack() as clients:
        opened: list[httpx.AsyncClient] = []

        def call_from(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(api_app, raise_app_exceptions=False, client=(address, 50000))
            client = httpx.AsyncClient(transport=transport, base_url="http://api.test")
            clients.push_async_callback(client.aclose)
            opened.append(client)
            return client

        yield call_from
