"""The sandbox's objects have the fields and types of the SDK's API version."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import stripe

from tests.conftest import FakeClock
from tests.contract.stripe.backends import Backend
from tests.contract.stripe.shapes import LEFT_OUT, shape_errors
from tests.stripe_shop import Shop, running_shop
from webdev_certs.sandbox.stripe.account import API_VERSION

PATHS = {
    "charge": "charges",
    "checkout.session": "checkout/sessions",
    "customer": "customers",
    "dispute": "disputes",
    "event": "events",
    "invoice": "invoices",
    "invoice_payment": "invoice_payments",
    "payment_intent": "payment_intents",
    "payment_method": "payment_methods",
    "price": "prices",
    "product": "products",
    "refund": "refunds",
    "subscription": "subscriptions",
    "test_helpers.test_clock": "test_helpers/test_clocks",
}


@pytest.fixture
async def busy_shop(clock: FakeClock) -> AsyncIterator[Shop]:
    """Return a shop in which almost everything has happened once."""
    async with running_shop(clock) as shop:
        paid = await shop.buy("lifetime", invoice_creation={"enabled": True})
        await shop.sdk.v1.refunds.create_async({"payment_intent": paid.payment_intent.id, "amount": 100})
        await shop.buy("lifetime", "4000000000000259")
        refused = await shop.open_checkout_session("lifetime")
        await shop.pay(refused, "4000000000000002")
        await shop.pay(refused, "4000002500003155")
        await shop.sdk.v1.checkout.sessions.expire_async(refused.id)
        await shop.buy("monthly", "4000000000000341")
        kept = await shop.buy("yearly")
        await shop.sdk.v1.subscriptions.update_async(kept.subscription.id, {"cancel_at_period_end": True})
        for _ in range(13):
            await shop.advance("month")
        clock_id = (await shop.sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": 1})).id
        await shop.sdk.v1.test_helpers.test_clocks.advance_async(clock_id, {"frozen_time": 2})
        yield shop


def test_the_sandbox_has_the_api_version_of_the_sdk():
    assert stripe.api_version == API_VERSION


async def objects(shop: Shop) -> list[dict[str, Any]]:
    """Return all events and the objects in them."""
    page = await shop.sdk.v1.events.list_async({"limit": 100})
    events = [event.to_dict() async for event in page.auto_paging_iter()]
    return [*events, *(event["data"]["object"] for event in events)]


async def test_every_object_has_the_declared_shape(busy_shop: Shop):
    found = await objects(busy_shop)

    wrong = {error for item in found for error in shape_errors(item)}
    assert not wrong, "\n".join(sorted(wrong))
    assert {item["object"] for item in found} == set(PATHS)


@pytest.mark.about("schema")
async def test_no_field_is_missing(backend: Backend, busy_shop: Shop):
    """Null fields are included too, so that reading one does not fail only in the sandbox."""
    headers = {"Authorization": f"Bearer {backend.key}"}
    async with httpx.AsyncClient(base_url=f"{backend.base}/v1/", headers=headers) as client:
        expected = {kind: (await client.get(f"{path}/x_1")).json() for kind, path in PATHS.items()}

    missing = {
        f"{item['object']}.{field}"
        for item in await objects(busy_shop)
        for field in expected[item["object"]].keys() - item.keys()
        if (item["object"], field) not in LEFT_OUT
    }
    assert not missing, "\n".join(sorted(missing))
