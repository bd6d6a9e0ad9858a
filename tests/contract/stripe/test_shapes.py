"""The sandbox's objects have the shapes of the SDK's API version, in events and in answers."""

from collections.abc import AsyncIterator

import pytest
import stripe

from tests.conftest import FakeClock
from tests.contract.stripe.shapes import faults
from tests.stripe_world import World, running_world
from webdev_certs.sandbox.stripe.account import API_VERSION

KINDS = {
    "charge",
    "checkout.session",
    "customer",
    "dispute",
    "event",
    "invoice",
    "invoice_payment",
    "payment_intent",
    "payment_method",
    "price",
    "product",
    "refund",
    "subscription",
    "test_helpers.test_clock",
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


async def test_every_object_has_the_declared_shape(eventful: World):
    page = await eventful.sdk.v1.events.list_async({"limit": 100})
    seen: dict[str, int] = {}
    found: set[str] = set()
    async for event in page.auto_paging_iter():
        for item in (event.to_dict(), event.data.object):
            plain = item if isinstance(item, dict) else item.to_dict()
            seen[plain["object"]] = seen.get(plain["object"], 0) + 1
            found.update(faults(plain))

    assert not found, "\n".join(sorted(found))
    assert set(seen) == KINDS
