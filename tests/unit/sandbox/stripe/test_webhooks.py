"""Events are sent to the webhook endpoint with a signature, and again until it accepts them."""

import pytest
import stripe

from tests.stripe_shop import Shop


async def create_customer_with_status(shop: Shop, status: int = 200) -> stripe.Customer:
    """Create a customer after earlier events were delivered; the listener will answer with `status`."""
    await shop.sandbox.deliver_due()
    shop.listener.requests.clear()
    shop.listener.status = status
    return await shop.sdk.v1.customers.create_async({"email": "ada@example.com"})


@pytest.fixture
async def customer(shop: Shop) -> stripe.Customer:
    return await create_customer_with_status(shop)


def ids(shop: Shop) -> list[str]:
    return [event.id for event in shop.listener.events]


async def pending(shop: Shop, event_id: str) -> int:
    return (await shop.sdk.v1.events.retrieve_async(event_id)).pending_webhooks


async def test_an_accepted_event_is_not_sent_again(shop: Shop, customer: stripe.Customer):
    await shop.sandbox.deliver_due()
    shop.clock.advance(days=30)

    assert await shop.sandbox.deliver_due() == 0
    assert len(shop.listener.requests) == 1


@pytest.mark.parametrize("status", [400, 302])
async def test_a_refused_event_is_sent_again_with_the_same_id(shop: Shop, status: int):
    await create_customer_with_status(shop, status)
    await shop.sandbox.deliver_due()
    assert await shop.sandbox.deliver_due() == 0
    (event_id,) = ids(shop)
    assert await pending(shop, event_id) == 1

    shop.clock.advance(seconds=10)
    await shop.sandbox.deliver_due()
    shop.clock.advance(seconds=59)
    assert await shop.sandbox.deliver_due() == 0
    shop.clock.advance(seconds=1)
    shop.listener.status = 200
    await shop.sandbox.deliver_due()

    assert ids(shop) == [event_id] * 3
    assert await pending(shop, event_id) == 0


async def test_an_event_is_given_up_after_the_last_attempt(shop: Shop):
    await create_customer_with_status(shop, 500)
    for _ in range(5):
        await shop.sandbox.deliver_due()
        shop.clock.advance(days=1)

    assert len(shop.listener.requests) == 3
    assert await shop.sandbox.deliver_due() == 0


async def test_a_purchase_records_its_events_in_order(shop: Shop):
    await shop.buy("monthly")

    types = await shop.recorded()

    assert types == [
        "customer.created",
        "charge.succeeded",
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "invoice.paid",
        "checkout.session.completed",
    ]
