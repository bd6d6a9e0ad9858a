"""The sandbox's objects have the shapes of the SDK's API version, in events and in answers."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import stripe

from tests.conftest import FakeClock
from tests.contract.stripe.backends import Backend
from tests.contract.stripe.shapes import LEFT_OUT, faults
from tests.stripe_shop import World, running_world
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
async def eventful(clock: FakeClock) -> AsyncIterator[World]:
    """A sandbox in which about everything has happened once."""
    async with running_world(clock) as world:
        paid = await world.buy("lifetime", invoice_creation={"enabled": True})
        await world.sdk.v1.refunds.create_async({"payment_intent": paid.payment_intent.id, "amount": 100})
        await world.buy("lifetime", "4000000000000259")
        refused = await world.open_session("lifetime")
        await world.pay(refused, "4000000000000002")
        await world.pay(refused, "4000002500003155")
        await world.sdk.v1.checkout.sessions.expire_async(refused.id)
        await world.buy("monthly", "4000000000000341")
        kept = await world.buy("yearly")
        await world.sdk.v1.subscriptions.update_async(kept.subscription.id, {"cancel_at_period_end": True})
        for _ in range(13):
            await world.advance("month")
        clock_id = (await world.sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": 1})).id
        await world.sdk.v1.test_helpers.test_clocks.advance_async(clock_id, {"frozen_time": 2})
        yield world


def test_the_sandbox_speaks_the_version_of_the_sdk():
    assert stripe.api_version == API_VERSION


async def objects(world: World) -> list[dict[str, Any]]:
    """All events and what they are about."""
    page = await world.sdk.v1.events.list_async({"limit": 100})
    events = [event.to_dict() async for event in page.auto_paging_iter()]
    return [*events, *(event["data"]["object"] for event in events)]


async def test_every_object_has_the_declared_shape(eventful: World):
    found = await objects(eventful)

    wrong = {fault for item in found for fault in faults(item)}
    assert not wrong, "\n".join(sorted(wrong))
    assert {item["object"] for item in found} == set(PATHS)


@pytest.mark.about("schema")
async def test_no_field_is_left_out(backend: Backend, eventful: World):
    """Null fields too: a client that reads one must not stumble in the sandbox alone."""
    headers = {"Authorization": f"Bearer {backend.key}"}
    async with httpx.AsyncClient(base_url=f"{backend.base}/v1/", headers=headers) as client:
        expected = {kind: (await client.get(f"{path}/x_1")).json() for kind, path in PATHS.items()}

    missing = {
        f"{item['object']}.{field}"
        for item in await objects(eventful)
        for field in expected[item["object"]].keys() - item.keys()
        if (item["object"], field) not in LEFT_OUT
    }
    assert not missing, "\n".join(sorted(missing))
