"""Subscriptions: first payment, and ending at once or with the period."""

import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.dialects import subscribed
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("subscriptions")


@pytest.fixture
async def subscription(sdk: Sdk, backend: Backend) -> stripe.Subscription:
    return await subscribed(sdk, backend)


async def listed(sdk: Sdk, subscription: stripe.Subscription, **more: str) -> list[str]:
    parameters = {"customer": subscription.customer, **more}
    found = await sdk.v1.subscriptions.list_async(parameters)  # pyright: ignore[reportArgumentType]
    return [item.id for item in found.data]


async def test_a_subscription_begins_with_a_paid_invoice(sdk: Sdk, subscription: stripe.Subscription):
    assert subscription.status == "active"
    invoice = await sdk.v1.invoices.retrieve_async(str(subscription.latest_invoice))
    assert (invoice.status, invoice.amount_paid, invoice.currency) == ("paid", 1400, "usd")
    assert await listed(sdk, subscription) == [subscription.id]


async def test_a_subscription_can_end_with_its_period(sdk: Sdk, subscription: stripe.Subscription):
    await sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": True})

    found = await sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert (found.status, found.cancel_at_period_end) == ("active", True)

    await sdk.v1.subscriptions.update_async(subscription.id, {"cancel_at_period_end": False})
    found = await sdk.v1.subscriptions.retrieve_async(subscription.id)
    assert not found.cancel_at_period_end


async def test_a_subscription_can_end_at_once(sdk: Sdk, subscription: stripe.Subscription):
    ended = await sdk.v1.subscriptions.cancel_async(subscription.id)

    assert ended.status == "canceled"
    assert ended.ended_at
    assert await listed(sdk, subscription) == []
    assert await listed(sdk, subscription, status="all") == [subscription.id]
