"""The API in a separate process, so that a test can kill it.

Processes are forked from one that has imported everything, because imports take seconds.
"""

import asyncio
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess

from argon2.profiles import CHEAPEST

from tests import factories
from tests.serving import served
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

_processes = get_context("forkserver")
_processes.set_forkserver_preload([__name__])


def start(port: int, settings: Settings) -> ForkServerProcess:
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
