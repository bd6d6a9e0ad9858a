"""A user who buys on the screens. What only a browser can do is done as a browser would do it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from tests.api.payments.provider import GOOD_CARD, Provider, deliver_all
from tests.factories import Account
from tests.unit.ui.states.browser import Effect, Tab
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState

ORIGIN = "https://certs.example"
CONFIG = "/api/payments/config"
NOT_CONFIGURED = {
    "type": "about:blank",
    "title": "Service Unavailable",
    "status": 503,
    "detail": "Stripe publishable key not configured",
    "code": "payments_not_configured",
    "errors": [],
}
SESSIONS = "POST /v1/checkout/sessions"


@dataclass
class Buyer:
    """A user's tab, with the API and the provider."""

    tab: Tab
    api: httpx.AsyncClient
    provider: Provider
    account: Account

    @property
    def checkout(self) -> CheckoutState:
        return self.tab.state(CheckoutState)

    @property
    def returned(self) -> PaymentReturnState:
        return self.tab.state(PaymentReturnState)

    def open(self, path: str) -> None:
        """Open a path; loads nothing."""
        self.tab.open(path, origin=ORIGIN)

    async def choose(self, product_type: str = "lifetime") -> None:
        """Choose a plan; Stripe's script loads."""
        await self.tab.fire(CheckoutState.choose, product_type)
        await self.tab.fire(CheckoutState.depart, self.checkout.try_id)

    async def pay(self, product_type: str = "lifetime", card: str = GOOD_CARD) -> str:
        """Choose a plan and pay for it; return the URL that Stripe redirects to."""
        await self.choose(product_type)
        paid = await self.provider.pay({"url": self.checkout.departure}, card)
        assert paid.status_code == 303, paid.text
        return paid.headers["location"]

    async def come_back(self, url: str) -> list[Effect]:
        """Follow Stripe's redirect; return the effects of the success page."""
        parts = urlsplit(url)
        assert f"{parts.scheme}://{parts.netloc}" == ORIGIN
        self.open(f"{parts.path}?{parts.query}")
        return await self.tab.fire(PaymentReturnState.verify)

    async def come_back_unpaid(self) -> str:
        """Choose a plan, and return without a payment; return the id of the checkout session."""
        await self.choose()
        session_id = self.checkout.departure.rpartition("/")[2]
        await self.come_back(f"{ORIGIN}/payment/success?session_id={session_id}")
        return session_id

    async def buy(self, product_type: str = "lifetime", card: str = GOOD_CARD) -> list[Effect]:
        """Choose a plan, pay and return; return the effects of the success page."""
        return await self.come_back(await self.pay(product_type, card))

    async def deliver_all(self) -> None:
        """Deliver all webhook events to the API."""
        await deliver_all(self.api, self.provider)
