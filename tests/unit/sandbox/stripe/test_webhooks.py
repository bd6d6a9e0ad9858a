"""Events reach whoever listens: signed, and again until they are taken."""

import json
import time

import pytest
import stripe

from tests.conftest import FakeClock
from tests.stripe_shop import WEBHOOK_SECRET, World, running_world
from webdev_certs.sandbox.stripe.webhooks import signature


async def something_happens(world: World, status: int = 200) -> stripe.Customer:
    """A customer is made after everything before was delivered; whoever is told of it answers `status`."""
    await world.sandbox.deliver_due()
    world.listener.requests.clear()
    world.listener.status = status
    return await world.sdk.v1.customers.create_async({"email": "ada@example.com"})


@pytest.fixture
async def customer(world: World) -> stripe.Customer:
    return await something_happens(world)


def ids(world: World) -> list[str]:
    return [event.id for event in world.listener.events]


async def pending(world: World, event_id: str) -> int:
    return (await world.sdk.v1.events.retrieve_async(event_id)).pending_webhooks


async def test_an_event_arrives_as_it_was_recorded(world: World, customer: stripe.Customer):
    await world.sandbox.deliver_due()

    (event,) = world.listener.events
    recorded = await world.sdk.v1.events.retrieve_async(event.id)
    assert event.type == "customer.created"
    assert event.data.object["id"] == customer.id
    assert event.request is not None
    assert event.request.id == world.sdk.transport.answers[-2].headers["request-id"]
    assert (event.id, event.data.to_dict()) == (recorded.id, recorded.data.to_dict())
    assert recorded.pending_webhooks == 0


async def test_the_signature_holds_for_the_payload_the_time_and_the_secret(
    world: World, customer: stripe.Customer
):
    await world.sandbox.deliver_due()
    payload, signed = world.listener.requests[0]
    now = int(world.clock().timestamp())

    assert signed == stripe.WebhookSignature.generate_signature_header(payload.decode(), WEBHOOK_SECRET, now)
    for body, secret in ((payload, "whsec_other"), (payload.replace(b"ada", b"eve"), WEBHOOK_SECRET)):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, signed, secret, tolerance=2**40)


def test_a_fresh_signature_satisfies_the_sdk():
    payload = json.dumps({"id": "evt_1", "object": "event", "type": "invoice.paid", "data": {"object": {}}})
    now = time.time()

    event = stripe.Webhook.construct_event(
        payload.encode(), signature("whsec_1", payload, int(now)), "whsec_1"
    )

    assert event.id == "evt_1"


async def test_what_is_taken_is_not_sent_again(world: World, customer: stripe.Customer):
    await world.sandbox.deliver_due()
    world.clock.advance(days=30)

    assert await world.sandbox.deliver_due() == 0
    assert len(world.listener.requests) == 1


@pytest.mark.parametrize("status", [400, 404, 500, 302])
async def test_what_is_not_taken_comes_again_later_with_the_same_id(world: World, status: int):
    await something_happens(world, status)
    await world.sandbox.deliver_due()
    assert await world.sandbox.deliver_due() == 0
    (event_id,) = ids(world)
    assert await pending(world, event_id) == 1

    world.clock.advance(seconds=10)
    await world.sandbox.deliver_due()
    world.clock.advance(seconds=59)
    assert await world.sandbox.deliver_due() == 0
    world.clock.advance(seconds=1)
    world.listener.status = 200
    await world.sandbox.deliver_due()

    assert ids(world) == [event_id] * 3
    assert await pending(world, event_id) == 0


async def test_every_attempt_is_signed_afresh(world: World):
    await something_happens(world, 500)
    await world.sandbox.deliver_due()
    world.clock.advance(seconds=10)
    await world.sandbox.deliver_due()

    first, second = (signed.split(",")[0] for _payload, signed in world.listener.requests)
    assert int(second[2:]) - int(first[2:]) == 10


async def test_in_the_end_it_is_given_up(world: World):
    await something_happens(world, 500)
    for _ in range(5):
        await world.sandbox.deliver_due()
        world.clock.advance(days=1)

    assert len(world.listener.requests) == 3
    assert await world.sandbox.deliver_due() == 0


async def test_nothing_has_to_be_asked_for(clock: FakeClock):
    """Whoever runs the sandbox gets its events by themselves."""
    async with running_world(clock) as world:
        await world.sdk.v1.customers.create_async({"email": "ada@example.com"})
        for _ in range(500):
            if "customer.created" in world.listener.types:
                break
            await world.browser.get("/sandbox/stripe/v3/")

    assert "customer.created" in world.listener.types


async def test_a_purchase_tells_its_story_in_order(world: World):
    await world.buy("monthly")

    story = await world.recorded()

    assert story[story.index("customer.created") :] == [
        "customer.created",
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "payment_method.attached",
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "invoice_payment.paid",
        "invoice.paid",
        "invoice.payment_succeeded",
        "checkout.session.completed",
    ]
