"""Callers from different IP addresses, and their limits."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest
from fastapi import FastAPI

from tests.api.limits.calling import Caller
from tests.api_client import ApiClient
from tests.factories import generous_limits
from webdev_certs.settings import Settings
from webdev_certs.settings.limits import LimitSettings


@pytest.fixture
def limits(request: pytest.FixtureRequest) -> LimitSettings:
    """Return the limits of the test's parameter; by default so wide that no test reaches them."""
    return getattr(request, "param", generous_limits())


@pytest.fixture
def settings(settings: Settings, limits: LimitSettings) -> Settings:
    return settings.model_copy(update={"limits": limits})


@pytest.fixture
async def caller(api_app: FastAPI) -> AsyncIterator[Caller]:
    """Return a function that makes a client with a given IP address."""
    async with AsyncExitStack() as clients:
        opened: list[httpx.AsyncClient] = []

        def call_from(ip: str) -> httpx.AsyncClient:
            client = ApiClient(api_app, ip=ip)
            clients.push_async_callback(client.aclose)
            opened.append(client)
            return client

        yield call_from
