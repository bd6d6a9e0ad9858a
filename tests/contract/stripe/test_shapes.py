"""The fields of the sandbox's objects are those of the SDK's API version, with the same types."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import stripe

from tests.conftest import FakeClock
from tests.contract.stripe.shapes import shape_errors
from tests.stripe_shop import PUBLIC_BASE, Shop, running_shop
from webdev_certs.sandbox.stripe.account import API_VERSION


@pytest.fixture
async def busy_shop(clock: FakeClock) -> AsyncIterator[Shop]:
    """Return a shop in which almost everything has happened once."""
    async with running_shop(clock) as shop:
        await shop.buy("lifetime", invoice_creation={"enabled": True})
        charge = (await shop.charges())[0]
        await shop.browser.post(f"{PUBLIC_BASE}/refund", data={"charge": charge.id})
        await shop.buy("lifetime", "4000000000000259")
        refused = await shop.open_checkout_session("lifetime")
        await shop.pay(refused, "4000000000000002")
        await shop.pay(refused, "4000002500003155")
        await shop.sdk.v1.checkout.sessions.expire_async(refused.id)
        await shop.buy("monthly", "4000000000000341")
        kept = await shop.buy("yearly")
        await shop.sdk.v1.subscriptions.update_async(kept.subscription, {"cancel_at_period_end": True})
        await shop.advance("year")
        yield shop


def test_the_sandbox_has_the_api_version_of_the_sdk():
    assert stripe.api_version == API_VERSION


async def objects(shop: Shop) -> list[dict[str, Any]]:
    """Return all events and the objects in them, and the expanded answers that the product reads."""
    page = await shop.sdk.v1.events.list_async({"limit": 100})
    events = [event.to_dict() async for event in page.auto_paging_iter()]
    bought = await shop.buy("lifetime")
    prices = await shop.sdk.v1.prices.list_async({"expand": ["data.product"]})
    expanded = [bought, *prices.data, *await shop.invoices()]
    return [*events, *(event["data"]["object"] for event in events), *(item.to_dict() for item in expanded)]


async def test_every_object_has_the_declared_fields(busy_shop: Shop):
    found = await objects(busy_shop)

    wrong = {error for item in found for error in shape_errors(item)}
    assert not wrong, "\n".join(sorted(wrong))
    assert {item["object"] for item in found} == {
        "charge", "checkout.session", "customer", "dispute", "event", "invoice", "payment_intent", "price",
        "subscription",
    }  # fmt: skip
