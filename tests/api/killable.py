"""The API in a separate process, so that a test can kill it.

Processes are forked from one that has imported everything, because imports take seconds.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from multiprocessing.process import BaseProcess

import httpx
from argon2.profiles import CHEAPEST

from tests import factories
from tests.ports import free_port
from tests.serving import served
from tests.waiting import until
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

_START_SECONDS = 60
_processes = get_context("forkserver")
_processes.set_forkserver_preload([__name__])


class Server:
    """The API in its own process, and a client of it."""

    def __init__(self, process: BaseProcess, client: httpx.AsyncClient) -> None:
        self._process = process
        self.client = client

    async def has_started(self) -> bool:
        """Whether the server answers, or has ended without an answer."""
        try:
            await self.client.get("/api/health")
        except httpx.TransportError:
            return not self._process.is_alive()
        return True

    async def kill(self) -> None:
        """Kill the process at once, without any cleanup."""
        self._process.kill()
        await asyncio.to_thread(self._process.join)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Server]:
    """Run the API with these settings; kill it at the end."""
    port = free_port()
    process = await asyncio.to_thread(_start, port, settings)
    server = Server(process, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30))
    try:
        await until(server.has_started, seconds=_START_SECONDS)
        yield server
    finally:
        await server.kill()
        await server.client.aclose()


def _start(port: int, settings: Settings) -> ForkServerProcess:
    """Start a process that serves the API until it is killed."""
    process = _processes.Process(target=_serve, args=(port, settings), daemon=True)
    process.start()
    return process


def _serve(port: int, settings: Settings) -> None:
    asyncio.run(_serve_until_killed(port, settings))


async def _serve_until_killed(port: int, settings: Settings) -> None:
    api = create_api(settings, bank=factories.bank(), password_hasher=PasswordHasher(1, CHEAPEST))
    async with lifespan_resources(api), served(api, port):
        await asyncio.Event().wait()
