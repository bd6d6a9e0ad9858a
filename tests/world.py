"""The API for tests that are not asynchronous, because Hypothesis calls them again and again."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import httpx
from argon2.profiles import CHEAPEST

from tests.conftest import FakeClock
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings.settings import Settings

T = TypeVar("T")


class World:
    """An API with a clock, used from code that is not asynchronous."""

    def __init__(self, settings: Settings, bank: Bank) -> None:
        self.clock = FakeClock()
        self._runner = asyncio.Runner()
        hasher = PasswordHasher(1, CHEAPEST)
        self.app = create_api(
            settings, clock=self.clock, rng=random.Random(1), bank=bank, password_hasher=hasher
        )
        self._lifespan = lifespan_resources(self.app)
        self._runner.run(self._lifespan.__aenter__())
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self._api = httpx.AsyncClient(transport=transport, base_url="http://api.test")

    def run(self, work: Callable[[httpx.AsyncClient], Coroutine[Any, Any, T]]) -> T:
        """Does with a client of the API what is asynchronous."""
        return self._runner.run(work(self._api))

    def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str = ""
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else None
        return self.run(lambda api: api.request(method, f"/api/{path}", json=body, headers=headers))

    def close(self) -> None:
        self._runner.run(self._api.aclose())
        self._runner.run(self._lifespan.__aexit__(None, None, None))
        self._runner.close()
