"""The payment provider in tests: paying on its pages, its API, and the webhooks that it sends."""

import hashlib
import hmac
import json
import time
from datetime import timedelta
from typing import Any

import httpx
from stripe import HTTPXClient, StripeClient

from tests.api.payments.faults import ProviderProxy
from tests.conftest import FakeClock
from tests.factories import bearer
from webdev_certs.sandbox.stripe import StripeSandbox
from webdev_certs.sandbox.stripe.account import Account

SECRET_KEY = "sk_test_tests"
PUBLISHABLE_KEY = "pk_test_tests"
WEBHOOK_SECRET = "whsec_tests"
GOOD_CARD = "4242424242424242"
NO_RENEWAL_CARD = "4000000000000341"
DISPUTED_CARD = "4000000000000259"
WEBHOOK = "/api/payments/webhook"
_MONTH = timedelta(days=31)


def pay_form(card: str = GOOD_CARD) -> dict[str, str]:
    """Return the form of Stripe's pay page, filled in."""
    return {"number": card, "expiry": "12 / 44", "cvc": "123", "name": "Ada Lovelace"}


class Provider:
    """The Stripe sandbox, served at `base`.

    Attributes:
        base: Its URL.
        sandbox: The sandbox itself.
        proxy: Stands between the product and the sandbox.
        pages: a browser on its pages.
        api: The seller's client of its API.
    """

    def __init__(self, base: str, sandbox: StripeSandbox, proxy: ProviderProxy, clock: FakeClock) -> None:
        self.base = base
        self.sandbox = sandbox
        self.proxy = proxy
        self._clock = clock
        # No HTTPS: reading the authorities that a client trusts takes longer than most tests' calls.
        self.pages = httpx.AsyncClient(base_url=base, follow_redirects=False, timeout=30, verify=False)
        self._http = HTTPXClient(timeout=30)
        self.api = StripeClient(SECRET_KEY, base_addresses={"api": base}, http_client=self._http).v1

    async def close(self) -> None:
        await self.pages.aclose()
        await self._http.close_async()

    async def pay(self, checkout_session: dict[str, Any], card: str = GOOD_CARD) -> httpx.Response:
        """Fill in the pay page and send it."""
        return await self.pages.post(checkout_session["url"], data=pay_form(card))

    async def pass_month(self) -> None:
        """Move both clocks, the product's and the provider's, a month ahead."""
        response = await self.pages.post("/advance", data={"by": "month"})
        assert response.status_code == 303, response.text
        self._clock.advance(seconds=_MONTH.total_seconds())

    async def pass_period(self) -> None:
        """Let the month end, and give Stripe the time to charge the renewal."""
        await self.pass_month()
        await self.pass_day()

    async def pass_day(self) -> None:
        """Move both clocks, the product's and the provider's, a day ahead."""
        response = await self.pages.post("/advance", data={"by": "day"})
        assert response.status_code == 303, response.text
        self._clock.advance(days=1)

    async def retire_price(self, price_id: str) -> None:
        """Take a price from sale."""

        def retire(account: Account) -> None:
            account.save(account.get("price", price_id), active=False)

        await self.sandbox.run(retire)

    async def charge_id(self) -> str:
        """Return the id of the latest charge."""
        return (await self.api.charges.list_async({"limit": 1})).data[0].id

    async def subscription_id(self) -> str:
        """Return the id of the latest subscription."""
        return (await self.api.subscriptions.list_async({"limit": 1, "status": "all"})).data[0].id

    async def events(self, **wanted: Any) -> list[dict[str, Any]]:
        """Return all events, oldest first, as webhooks deliver them."""
        listing = await self.pages.get(
            "/v1/events", params={"limit": 100, **wanted}, headers=bearer(SECRET_KEY)
        )
        assert listing.status_code == 200, listing.text
        return listing.json()["data"][::-1]

    async def event(self, kind: str) -> dict[str, Any]:
        """Return the latest event of a kind."""
        (latest,) = await self.events(type=kind, limit=1)
        return latest


def signed(payload: bytes, *, secret: str = WEBHOOK_SECRET, seconds_ago: int = 0) -> dict[str, str]:
    """Return the headers of a webhook: time and HMAC-SHA256, scheme v1 (docs.stripe.com/webhooks)."""
    timestamp = int(time.time()) - seconds_ago
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + payload, hashlib.sha256).hexdigest()
    return {"Stripe-Signature": f"t={timestamp},v1={digest}", "Content-Type": "application/json"}


async def deliver(api: httpx.AsyncClient, event: dict[str, Any]) -> httpx.Response:
    """Send one event to the product's webhook, as the provider does."""
    payload = json.dumps(event).encode()
    return await api.post(WEBHOOK, content=payload, headers=signed(payload))


async def deliver_all(api: httpx.AsyncClient, provider: Provider) -> None:
    """Send all events to the product's webhook, oldest first."""
    for event in await provider.events():
        response = await deliver(api, event)
        assert response.status_code == 200, response.text
