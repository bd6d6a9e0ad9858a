"""The Stripe sandbox with a seller, a buyer and a webhook listener, all in the process of the tests."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import stripe
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from stripe.params.checkout import SessionCreateParams

from tests.conftest import FakeClock
from tests.contract.stripe.sdk import Sdk
from webdev_certs.sandbox.stripe import StripeSandbox, WebhookEndpoint, create_stripe_sandbox

ORIGIN = "http://localhost"
PUBLIC_BASE = f"{ORIGIN}/sandbox/stripe"
SECRET_KEY = "sk_test_world0123456789"
WEBHOOK_SECRET = "whsec_world"
RETRY_SECONDS = (10.0, 60.0)
_WAIT_SECONDS = 20


class Listener:
    """Receives webhooks as the product does: answers with `status` and stores the requests."""

    def __init__(self) -> None:
        self.status = 200
        self.requests: list[tuple[bytes, str]] = []
        self._arrived = asyncio.Condition()
        self.app = Starlette(routes=[Route("/webhook", self._receive, methods=["POST"])])

    @property
    def events(self) -> list[stripe.Event]:
        """The received events, their signature checked by the SDK, but not their age by its own clock."""
        return [
            stripe.Webhook.construct_event(payload, signature, WEBHOOK_SECRET, tolerance=2**40)
            for payload, signature in self.requests
        ]

    @property
    def types(self) -> list[str]:
        """The types of the received events, in order."""
        return [event.type for event in self.events]

    async def wait_for(self, event_type: str) -> None:
        """Wait until an event of this type was received.

        Raises:
            TimeoutError: None was received in time.
        """
        async with asyncio.timeout(_WAIT_SECONDS), self._arrived:
            await self._arrived.wait_for(lambda: event_type in self.types)

    async def _receive(self, request: Request) -> Response:
        self.requests.append((await request.body(), request.headers["stripe-signature"]))
        async with self._arrived:
            self._arrived.notify_all()
        return Response(status_code=self.status)


class Shop:
    """A shop that sells through the sandbox; `sdk` is the seller's client, `browser` the buyer's."""

    def __init__(self, sandbox: StripeSandbox, clock: FakeClock, listener: Listener) -> None:
        self.sandbox = sandbox
        self.clock = clock
        self.listener = listener
        app = Starlette(routes=[Mount("/sandbox/stripe", sandbox)])
        self.browser = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN)
        self._network = httpx.AsyncClient(transport=httpx.ASGITransport(app))
        self.sdk = Sdk(SECRET_KEY, PUBLIC_BASE, self._network)

    async def close(self) -> None:
        """Close both clients."""
        await self.browser.aclose()
        await self._network.aclose()

    async def price(self, lookup_key: str) -> stripe.Price:
        """Return one of the prices that the sandbox starts with."""
        return (await self.sdk.v1.prices.list_async({"lookup_keys": [lookup_key]})).data[0]

    async def open_checkout_session(self, lookup_key: str, **more: Any) -> stripe.checkout.Session:
        """Create a checkout session for one of those prices."""
        price = await self.price(lookup_key)
        customer = await self.sdk.v1.customers.create_async({"email": "ada@example.com", "name": "Ada"})
        parameters: SessionCreateParams = {
            "mode": "subscription" if price.recurring else "payment",
            "customer": customer.id,
            "line_items": [{"price": price.id, "quantity": 1}],
            "success_url": "http://shop.test/success?session_id={CHECKOUT_SESSION_ID}",
            "cancel_url": "http://shop.test/canceled",
        }
        parameters.update(more)  # pyright: ignore[reportArgumentType, reportCallIssue]
        return await self.sdk.v1.checkout.sessions.create_async(parameters)

    async def pay(
        self, checkout_session: stripe.checkout.Session, number: str, **typed: str
    ) -> httpx.Response:
        """Fill in and submit the pay page."""
        form = {"name": "Ada Lovelace", "expiry": "12 / 34", "cvc": "123"}
        assert checkout_session.url
        return await self.browser.post(checkout_session.url, data={**form, "number": number, **typed})

    async def buy(self, lookup_key: str, number: str = "4242424242424242", **more: Any) -> Any:
        """Pay a checkout session and return it with its payment intent and line items expanded."""
        checkout_session = await self.open_checkout_session(lookup_key, **more)
        answer = await self.pay(checkout_session, number)
        assert answer.status_code == 303, answer.text
        parts = ["payment_intent", "line_items"]
        return await self.sdk.v1.checkout.sessions.retrieve_async(checkout_session.id, {"expand": parts})

    async def advance(self, by: str) -> None:
        """Click the button of the dashboard that moves the clock ahead."""
        answer = await self.browser.post("/sandbox/stripe/advance", data={"by": by})
        assert answer.status_code == 303, answer.text

    async def recorded(self, *types: str) -> list[str]:
        """Return the types of all recorded events, or of those with the given types, oldest first."""
        page = await self.sdk.v1.events.list_async({"limit": 100})
        recorded = [event.type async for event in page.auto_paging_iter()][::-1]
        return [event for event in recorded if not types or event in types]

    async def subscription(self) -> stripe.Subscription:
        """Return the latest subscription."""
        return (await self.sdk.v1.subscriptions.list_async({"limit": 1, "status": "all"})).data[0]

    async def charges(self) -> list[stripe.Charge]:
        """Return all charges, newest first."""
        return (await self.sdk.v1.charges.list_async({"limit": 100})).data

    async def invoices(self) -> list[stripe.Invoice]:
        """Return all invoices with their payments, newest first."""
        return (await self.sdk.v1.invoices.list_async({"limit": 100, "expand": ["data.payments"]})).data


@asynccontextmanager
async def running_shop(
    clock: FakeClock, data_file: Path | None = None, retry_seconds: Sequence[float] = RETRY_SECONDS
) -> AsyncIterator[Shop]:
    """Run a shop and its sandbox for the duration of the block."""
    listener = Listener()
    sandbox = create_stripe_sandbox(
        PUBLIC_BASE,
        data_file=data_file,
        secret_key=SECRET_KEY,
        webhooks=[WebhookEndpoint("http://product.test/webhook", WEBHOOK_SECRET)],
        clock=clock,
        retry_seconds=retry_seconds,
        transport=httpx.ASGITransport(listener.app),
    )
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(sandbox.running())
        shop = Shop(sandbox, clock, listener)
        stack.push_async_callback(shop.close)
        yield shop
