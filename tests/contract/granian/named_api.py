"""The product's API; each answer names the process that gave it. Served by a process of its own."""

import os
import sys

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests import factories
from webdev_certs.server.api.app import create_api
from webdev_certs.settings import get_settings
from webdev_certs.web.connections import serve


def create() -> ASGIApp:
    """Return the app, as Granian's factory."""
    api = create_api(get_settings(), bank=factories.bank())

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        async def name(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["X-Worker"] = str(os.getpid())
            await send(message)

        await api(scope, receive, name)

    return named


if __name__ == "__main__":
    target = "tests.contract.granian.named_api:create"
    serve(target, "127.0.0.1", int(sys.argv[1]), max_connections=1000, workers=get_settings().workers)
