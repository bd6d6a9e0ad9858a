"""A user who buys over HTTP."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
from sqlmodel import col, select

from tests.api.payments.provider import GOOD_CARD, Provider, deliver, deliver_all
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import OutboxMail, Purchase

SUCCESS_URL = "https://certs.example/payment/success?session_id={CHECKOUT_SESSION_ID}"
CANCEL_URL = "https://certs.example/payment/canceled"
RECEIPT = "Your receipt from WebDev Certs"
"""The subject of the mail about a payment."""


def order(product_type: str = "lifetime", **changes: Any) -> dict[str, Any]:
    """Return a checkout request that the API accepts, with some fields changed."""
    return {"product_type": product_type, "success_url": SUCCESS_URL, "cancel_url": CANCEL_URL} | changes


@dataclass
class Shop:
    """One user, with the API and the provider."""

    api: httpx.AsyncClient
    provider: Provider
    resources: Resources
    account: Account

    async def post(self, call: str, body: Any = None) -> httpx.Response:
        return await self.account.post(f"/api/payments/{call}", json=body)

    async def get(self, call: str) -> httpx.Response:
        return await self.account.get(f"/api/payments/{call}")

    async def read(self, call: str) -> Any:
        return await self.account.read(f"/api/payments/{call}")

    async def begin(self, product_type: str = "lifetime", **changes: Any) -> dict[str, Any]:
        """Start a checkout."""
        response = await self.post("create-checkout-session", order(product_type, **changes))
        assert response.status_code == 200, response.text
        return response.json()

    async def verify(self, checkout_session: dict[str, Any]) -> httpx.Response:
        return await self.post("verify-payment", {"session_id": checkout_session["sessionId"]})

    async def buy(self, product_type: str = "lifetime", card: str = GOOD_CARD) -> dict[str, Any]:
        """Start a checkout, pay, and return to the success page."""
        checkout_session = await self.begin(product_type)
        paid = await self.provider.pay(checkout_session, card)
        assert paid.status_code == 303, paid.text
        verified = await self.verify(checkout_session)
        assert (verified.status_code, verified.json()["success"]) == (200, True), verified.text
        return checkout_session

    async def deliver_latest(self, kind: str) -> None:
        """Deliver the latest event of a kind to the product's webhook."""
        response = await deliver(self.api, await self.provider.event(kind))
        assert response.status_code == 200, response.text

    def once_before(self, calls: str, act: Callable[[], Awaitable[object]]) -> None:
        """Do something before the next call to the provider that matches a regular expression."""

        async def act_first(call: str) -> None:
            if re.fullmatch(calls, call):
                self.provider.proxy.before = None
                await act()

        self.provider.proxy.before = act_first

    async def deliver_all(self) -> None:
        await deliver_all(self.api, self.provider)

    async def renew(self) -> None:
        """Let the period end, and tell the product of the renewal, or that it failed."""
        await self.provider.pass_period()
        await self.deliver_all()

    async def pay_failed_renewal(self) -> None:
        pay_url = (await self.billing())["subscription"]["pay_url"]
        paid = await self.provider.pay({"url": pay_url})
        assert paid.status_code == 303, paid.text

    async def refund(self, **part: int) -> None:
        """Give the latest payment back, or a part of it, and tell the product."""
        charge: Any = {"charge": await self.provider.charge_id(), **part}
        await self.provider.api.refunds.create_async(charge)
        await self.deliver_latest("charge.refunded")

    async def has_paid(self) -> bool:
        return (await self.get("status")).json()["has_paid"]

    async def billing(self) -> dict[str, Any]:
        return await self.read("subscription")

    async def history(self) -> list[dict[str, Any]]:
        return await self.read("history")

    async def subscription_statuses(self) -> list[str]:
        """Return the status of every subscription at the provider."""
        subscriptions = (await self.provider.api.subscriptions.list_async({"status": "all"})).data
        return [subscription.status for subscription in subscriptions]

    async def purchases(self) -> list[Purchase]:
        """Return all stored purchases."""
        async with self.resources.database.transaction() as db:
            return list((await db.exec(select(Purchase))).all())


def assert_refused(response: httpx.Response, status: int, code: str) -> None:
    """Assert that an answer is an error with this status and code, and with a text for users."""
    problem = response.json()
    assert (response.status_code, problem["code"]) == (status, code), response.text
    assert problem["detail"]


async def renewal_is_stopped(shop: Shop) -> bool:
    """Return whether the user's subscription ends with its period at the provider."""
    subscription = await shop.provider.api.subscriptions.retrieve_async(await shop.provider.subscription_id())
    return subscription.cancel_at_period_end


async def mail_subjects(shop: Shop) -> list[str]:
    """Return the subjects of the user's mails, without the one after registration and receipts."""
    async with shop.resources.database.transaction() as db:
        found = await db.exec(
            select(OutboxMail.subject).where(
                OutboxMail.recipient == shop.account.user["email"],
                col(OutboxMail.subject).not_in(["Confirm your email", RECEIPT]),
            )
        )
        return list(found.all())


async def receipts(shop: Shop) -> list[str]:
    """Return the texts of the user's receipts, oldest first, each on one line."""
    async with shop.resources.database.transaction() as db:
        found = await db.exec(
            select(OutboxMail.text)
            .where(OutboxMail.recipient == shop.account.user["email"], OutboxMail.subject == RECEIPT)
            .order_by(col(OutboxMail.created_at))
        )
        return [" ".join(text.split()) for text in found.all()]
