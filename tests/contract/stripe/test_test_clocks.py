"""Test clocks."""

import time

import pytest

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.dialects import customer_with_card, subscribed
from tests.contract.stripe.sdk import Sdk
from tests.waiting import until

pytestmark = pytest.mark.about("test clocks")

DAY = 86_400
_WAIT_SECONDS = 120


async def advance(sdk: Sdk, clock: str, to: int) -> None:
    """Move a clock and wait until everything that is due has happened."""
    await sdk.v1.test_helpers.test_clocks.advance_async(clock, {"frozen_time": to})

    async def is_ready() -> bool:
        return (await sdk.v1.test_helpers.test_clocks.retrieve_async(clock)).status == "ready"

    await until(is_ready, seconds=_WAIT_SECONDS, pause=0.1)


async def test_a_subscription_is_renewed_and_paid_after_a_month(sdk: Sdk, backend: Backend):
    start = int(time.time())
    clock = await sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": start})
    subscription = await subscribed(sdk, backend, await customer_with_card(sdk, backend, clock.id))
    first_end = subscription.items.data[0].current_period_end

    await advance(sdk, clock.id, first_end + DAY)

    found = await sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert found.status == "active"
    assert found.items.data[0].current_period_start == first_end
    assert found.items.data[0].current_period_end > first_end
    invoices = await sdk.v1.invoices.list_async({"subscription": subscription.id})
    assert [(item.status, item.billing_reason) for item in invoices.data] == [
        ("paid", "subscription_cycle"),
        ("paid", "subscription_create"),
    ]


async def test_a_canceled_subscription_ends_with_its_period(sdk: Sdk, backend: Backend):
    clock = await sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": int(time.time())})
    subscription = await subscribed(sdk, backend, await customer_with_card(sdk, backend, clock.id))
    await sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": True})
    end = subscription.items.data[0].current_period_end

    await advance(sdk, clock.id, end + DAY)

    found = await sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.ended_at) == ("canceled", end)


async def test_a_test_clock_cannot_go_back(sdk: Sdk):
    now = int(time.time())
    clock = await sdk.v1.test_helpers.test_clocks.create_async({"frozen_time": now})

    with pytest.raises(Exception, match="frozen_time"):
        await sdk.v1.test_helpers.test_clocks.advance_async(clock.id, {"frozen_time": now - DAY})
