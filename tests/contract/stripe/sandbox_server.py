"""The sandbox as an app for granian; environment variables configure it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from webdev_certs.sandbox.stripe import WebhookEndpoint, create_stripe_sandbox

_PATH = "/sandbox/stripe"
_sandbox = create_stripe_sandbox(
    os.environ["SANDBOX_ORIGIN"] + _PATH,
    data_file=None,
    secret_key=os.environ["SANDBOX_KEY"],
    webhooks=[WebhookEndpoint(os.environ["SANDBOX_WEBHOOK"], os.environ["SANDBOX_WEBHOOK_SECRET"])],
)


async def _landing(_request: object) -> PlainTextResponse:
    """Answer for the shop's success and cancel URLs."""
    return PlainTextResponse("back at the shop")


@asynccontextmanager
async def _lifespan(_app: Starlette) -> AsyncIterator[None]:
    async with _sandbox.running():
        yield


app = Starlette(
    routes=[Mount(_PATH, _sandbox), Route("/shop/{path:path}", _landing)],
    lifespan=_lifespan,
)
