"""The API for synchronous tests: those that Hypothesis calls repeatedly."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any, TypeVar

import httpx
from argon2.profiles import CHEAPEST

from tests.api_client import ApiClient
from tests.conftest import FakeClock
from tests.finished_jobs import store_finished_jobs
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

T = TypeVar("T")


class World:
    """An API with a clock, for synchronous code."""

    def __init__(self, settings: Settings, bank: Bank) -> None:
        self.clock = FakeClock()
        self._runner = asyncio.Runner()
        hasher = PasswordHasher(1, CHEAPEST)
        self.app = create_api(
            settings, clock=self.clock, rng=random.Random(1), bank=bank, password_hasher=hasher
        )
        self._runner.run(store_finished_jobs(self.app))
        self._exits = AsyncExitStack()
        self._runner.run(self._exits.enter_async_context(lifespan_resources(self.app)))
        self._api = ApiClient(self.app)
        self._exits.push_async_callback(self._api.aclose)

    def run(self, work: Callable[[httpx.AsyncClient], Coroutine[Any, Any, T]]) -> T:
        """Run asynchronous work with a client of the API."""
        return self._runner.run(work(self._api))

    def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, token: str = ""
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else None
        return self.run(lambda api: api.request(method, f"/api/{path}", json=body, headers=headers))

    def close(self) -> None:
        self._runner.run(self._exits.aclose())
        self._runner.close()
