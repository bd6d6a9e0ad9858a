"""Composes the sandbox: an ASGI app, and what runs beside it."""

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

from webdev_certs.sandbox.clock import Clock, utc_now
from webdev_certs.sandbox.stripe import billing, seeds
from webdev_certs.sandbox.stripe import webhooks as hooks
from webdev_certs.sandbox.stripe.account import Config, WebhookEndpoint
from webdev_certs.sandbox.stripe.api import Api
from webdev_certs.sandbox.stripe.context import Desk
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
    subscribing,
    test_clocks,
)
from webdev_certs.sandbox.stripe.store import StoreThread

_log = logging.getLogger(__name__)

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
    subscribing,
    test_clocks,
)
OPERATIONS = tuple(operation for resource in _RESOURCES for operation in resource.OPERATIONS)
"""Everything that the API can do."""

_ASSETS = Path(__file__).parent / "pages" / "assets"
_ID_CHARACTERS = string.ascii_letters + string.digits
_TIME_CHECK_SECONDS = 60.0
"""How often is looked whether something is due in the sandbox's own time."""


class StripeSandbox:
    """The sandbox as an ASGI app to mount; it works inside of `running()`."""

    def __init__(
        self,
        config: Config,
        data_file: Path | None,
        retry_seconds: Sequence[float],
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._thread = StoreThread(data_file)
        self._wake = asyncio.Event()
        self._courier = hooks.Courier(config, self._thread, retry_seconds, transport)
        self._desk = Desk(config, self._thread, self._wake.set)
        api = Api(config, self._thread, OPERATIONS, self._wake.set)
        self._app = Starlette(
            routes=[
                *api.routes,
                Route("/v1/{path:path}", api.unknown, methods=["GET", "POST", "DELETE", "PUT", "PATCH"]),
                *CheckoutPages(self._desk).routes,
                *InvoicePages(self._desk).routes,
                *dashboard.Dashboard(self._desk).routes,
                *script.ROUTES,
                Mount("/assets", StaticFiles(directory=_ASSETS)),
            ]
        )

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """All that it serves, its pages among them."""
        return self._app.routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Fills an empty store, then delivers webhooks and lets time pass until the end; then closes all."""
        await self._desk.do(seeds.plant)
        tasks = [
            asyncio.create_task(hooks.keep_delivering(self._courier, self._wake)),
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
        """Sends each webhook that is due once and returns how many, for tests that move a clock."""
        return await self._courier.deliver_due()

    async def _keep_time(self) -> None:
        while True:
            try:
                await self._desk.do(lambda account: billing.advance(account, account.now()))
            except Exception:
                _log.exception("The Stripe sandbox could not let time pass")
            await asyncio.sleep(_TIME_CHECK_SECONDS)


def create_stripe_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    secret_key: str,
    publishable_key: str,
    webhooks: Sequence[WebhookEndpoint] = (),
    clock: Clock = utc_now,
    retry_seconds: Sequence[float] = hooks.RETRY_SECONDS,
    transport: httpx.AsyncBaseTransport | None = None,
) -> StripeSandbox:
    """Builds the sandbox; whoever serves it runs `running()` around it.

    Args:
        public_base: where browsers reach it, e.g. `http://localhost:8000/sandbox/stripe`.
        data_file: the SQLite file that it lives in; none for memory.
        secret_key: what callers of the API authenticate with, `sk_test_…`.
        publishable_key: what the script in the browser is given, `pk_test_…`.
        webhooks: who is told of events.
        clock: the time.
        retry_seconds: how long to wait after each failed delivery of a webhook; then it is given up.
        transport: how webhooks are sent; by default over the network.
    """
    config = Config(public_base.rstrip("/"), secret_key, publishable_key, webhooks, clock, _new_id)
    return StripeSandbox(config, data_file, retry_seconds, transport)


def _new_id(prefix: str) -> str:
    return f"{prefix}_{''.join(secrets.choice(_ID_CHARACTERS) for _ in range(24))}"
