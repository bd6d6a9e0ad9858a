"""Compose the sandbox: an ASGI app and its background tasks."""

import asyncio
import logging
import secrets
import string
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from webdev_certs.sandbox.stripe import billing, seeds
from webdev_certs.sandbox.stripe.account import Config, WebhookEndpoint
from webdev_certs.sandbox.stripe.api import Api
from webdev_certs.sandbox.stripe.context import Context
from webdev_certs.sandbox.stripe.pages import dashboard, script
from webdev_certs.sandbox.stripe.pages.checkout_page import CheckoutPages
from webdev_certs.sandbox.stripe.pages.invoice_page import InvoicePages
from webdev_certs.sandbox.stripe.resources import (
    charges,
    checkout_sessions,
    customers,
    disputes,
    events,
    invoice_actions,
    invoice_payments,
    invoices,
    payment_intents,
    payment_methods,
    prices,
    products,
    refunds,
    subscription_operations,
    test_clocks,
)
from webdev_certs.sandbox.stripe.store import StoreThread
from webdev_certs.sandbox.stripe.webhooks import RETRY_SECONDS, WebhookSender, keep_delivering
from webdev_certs.shared.clock import Clock, utc_now

log = logging.getLogger(__name__)

_RESOURCES = (
    charges,
    checkout_sessions,
    customers,
    disputes,
    events,
    invoice_actions,
    invoice_payments,
    invoices,
    payment_intents,
    payment_methods,
    prices,
    products,
    refunds,
    subscription_operations,
    test_clocks,
)
OPERATIONS = tuple(operation for resource in _RESOURCES for operation in resource.OPERATIONS)
"""All operations of the API."""

_ASSETS = Path(__file__).parent / "pages" / "assets"
_ID_CHARACTERS = string.ascii_letters + string.digits
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
        self._thread = StoreThread(data_file)
        self._changed = asyncio.Event()
        self._sender = WebhookSender(config, self._thread, retry_seconds, transport)
        self._context = Context(config, self._thread, self._changed.set)
        api = Api(config, self._thread, OPERATIONS, self._changed.set)
        self._app = Starlette(
            routes=[
                *api.routes,
                Route("/v1/{path:path}", api.unknown, methods=["GET", "POST", "DELETE", "PUT", "PATCH"]),
                *CheckoutPages(self._context).routes,
                *InvoicePages(self._context).routes,
                *dashboard.Dashboard(self._context).routes,
                *script.ROUTES,
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
        await self._context.run(seeds.add_plans)
        tasks = [
            asyncio.create_task(keep_delivering(self._sender, self._changed)),
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

    async def deliver_due(self) -> int:
        """Send each due webhook once and return how many were sent; for tests that move a clock."""
        return await self._sender.deliver_due()

    async def _keep_time(self) -> None:
        while True:
            try:
                await self._context.run(lambda account: billing.advance(account, account.now()))
            except Exception:
                log.exception("The Stripe sandbox could not advance its time")
            await asyncio.sleep(_TIME_CHECK_SECONDS)


def create_stripe_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    secret_key: str,
    publishable_key: str,
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
        publishable_key: The key for the script in the browser, `pk_test_…`.
        webhooks: The endpoints that receive events.
        clock: The clock.
        retry_seconds: The pause after each failed delivery of a webhook. After the last one it is given up.
        transport: How webhooks are sent; by default over the network.
    """
    config = Config(public_base.rstrip("/"), secret_key, publishable_key, webhooks, clock, _new_id)
    return StripeSandbox(config, data_file, retry_seconds, transport)


def _new_id(prefix: str) -> str:
    return f"{prefix}_{''.join(secrets.choice(_ID_CHARACTERS) for _ in range(24))}"
