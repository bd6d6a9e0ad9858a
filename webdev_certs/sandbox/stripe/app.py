"""Compose the sandbox: an ASGI app and its background tasks."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from webdev_certs.sandbox.stripe import (
    billing,
    catalog,
    charges,
    checkout,
    checkout_page,
    customers,
    dashboard,
    events,
    invoice_page,
    invoices,
    subscriptions,
)
from webdev_certs.sandbox.stripe.account import Account, AccountThread, Config, WebhookEndpoint
from webdev_certs.sandbox.stripe.api import Api
from webdev_certs.sandbox.stripe.events import RETRY_SECONDS, WebhookSender, keep_delivering
from webdev_certs.shared.clock import Clock, utc_now

log = logging.getLogger(__name__)
T = TypeVar("T")

_RESOURCES = (catalog, charges, checkout, customers, events, invoices, subscriptions)
OPERATIONS = tuple(operation for resource in _RESOURCES for operation in resource.OPERATIONS)
"""All operations of the API."""

_ASSETS = Path(__file__).parent / "assets"
_TIME_CHECK_SECONDS = 60.0
"""How often to check whether something is due at the sandbox's own time."""


class StripeSandbox:
    """The sandbox as an ASGI app to mount; it works only inside `running()`."""

    def __init__(
        self,
        config: Config,
        data_file: Path | None,
        retry_seconds: Sequence[float],
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._thread = AccountThread(config, data_file)
        self._sender = WebhookSender(self._thread, retry_seconds, transport)
        self._app = Starlette(
            routes=[
                *Api(self._thread, OPERATIONS).routes,
                *checkout_page.CheckoutPages(self._thread).routes,
                *invoice_page.InvoicePages(self._thread).routes,
                *dashboard.Dashboard(self._thread).routes,
                # The path of https://js.stripe.com.
                *(Route(path, _stripe_js, methods=["GET"]) for path in ("/v3", "/v3/")),
                Mount("/assets", StaticFiles(directory=_ASSETS)),
            ]
        )

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """All routes: the API, the pages, the script and the assets."""
        return self._app.routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Add the plans to a new store, deliver webhooks and advance time until the end, then close it."""
        await self.run(catalog.add_plans)
        tasks = [
            asyncio.create_task(keep_delivering(self._sender, self._thread.events_queued)),
            asyncio.create_task(self._keep_time()),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await asyncio.to_thread(self._thread.close)

    async def run(self, work: Callable[[Account], T]) -> T:
        """Run work on the account in one transaction, for what the API leaves out, such as new prices."""
        return await self._thread.run(work)

    async def deliver_due(self) -> int:
        """Send each due webhook once and return how many were sent; for tests that move a clock."""
        return await self._sender.deliver_due()

    async def _keep_time(self) -> None:
        while True:
            try:
                await self.run(billing.catch_up)
            except Exception:
                log.exception("The Stripe sandbox could not advance its time")
            await asyncio.sleep(_TIME_CHECK_SECONDS)


def create_stripe_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    secret_key: str,
    webhooks: Sequence[WebhookEndpoint] = (),
    clock: Clock = utc_now,
    retry_seconds: Sequence[float] = RETRY_SECONDS,
    transport: httpx.AsyncBaseTransport | None = None,
) -> StripeSandbox:
    """Create the sandbox; serve it inside `running()`.

    Args:
        public_base: The URL at which browsers reach it, e.g. `http://localhost:8000/sandbox/stripe`.
        data_file: The SQLite file that stores its objects; None keeps them in memory.
        secret_key: The key with which API callers authenticate, `sk_test_…`.
        webhooks: The endpoints that receive events.
        clock: The clock.
        retry_seconds: The pause after each failed delivery of a webhook. After the last one it is given up.
        transport: How webhooks are sent; by default over the network.
    """
    config = Config(public_base.rstrip("/"), secret_key, webhooks, clock)
    return StripeSandbox(config, data_file, retry_seconds, transport)


async def _stripe_js(_request: Request) -> Response:
    headers = {"Cache-Control": "no-cache"}
    return FileResponse(_ASSETS / "stripe.js", media_type="text/javascript", headers=headers)
