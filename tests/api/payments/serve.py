"""The API as a process of its own, so that it can be killed: `python -m tests.api.payments.serve PORT`."""

import asyncio
import sys

from argon2.profiles import CHEAPEST

from tests import factories
from tests.serving import served
from webdev_certs.api.app import create_api, lifespan_resources
from webdev_certs.gateways.passwords import PasswordHasher
from webdev_certs.settings import get_settings


async def serve(port: int) -> None:
    """Serves until the process ends; what else it needs is in the environment."""
    api = create_api(get_settings(), bank=factories.bank(), password_hasher=PasswordHasher(1, CHEAPEST))
    async with lifespan_resources(api), served(api, port):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
