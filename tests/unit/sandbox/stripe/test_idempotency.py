"""One key, one happening."""

import asyncio

import pytest
import stripe

from tests.stripe_shop import PUBLIC_BASE, SECRET_KEY, World

KEYED = {"Authorization": f"Bearer {SECRET_KEY}", "Idempotency-Key": "k"}


async def test_two_at_once_make_one(world: World):
    async def create() -> str:
        try:
            return (await world.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})).id
        except stripe.StripeError as error:
            return str(error.http_status)

    answers = await asyncio.gather(*(create() for _ in range(5)))

    assert len((await world.sdk.v1.customers.list_async()).data) == 1
    assert sum(answer.startswith("cus_") for answer in answers) == 1
    assert set(answers) - {"409"} == {await create()}


async def test_a_conflict_is_answered_with_409(world: World):
    """So that the SDK tries again by itself."""
    requests = [
        world.browser.post(f"{PUBLIC_BASE}/v1/customers", data={"name": "A"}, headers=KEYED) for _ in range(2)
    ]

    done, refused = sorted(await asyncio.gather(*requests), key=lambda answer: answer.status_code)

    assert (done.status_code, refused.status_code) == (200, 409)
    assert refused.json()["error"]["code"] == "idempotency_key_in_use"


async def test_the_order_of_parameters_does_not_matter(world: World):
    bodies = ["name=A&email=a%40b.test", "email=a%40b.test&name=A"]
    headers = {**KEYED, "Content-Type": "application/x-www-form-urlencoded"}

    answers = [
        await world.browser.post(f"{PUBLIC_BASE}/v1/customers", content=body, headers=headers)
        for body in bodies
    ]

    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["idempotent-replayed"] == "true"
    assert answers[0].headers["idempotency-key"] == "k"
    assert answers[0].headers["request-id"] != answers[1].headers["request-id"]


async def test_a_key_is_for_one_path_alone(world: World):
    await world.sdk.v1.customers.create_async({}, {"idempotency_key": "k"})

    with pytest.raises(stripe.IdempotencyError):
        await world.sdk.v1.products.create_async({"name": "A"}, {"idempotency_key": "k"})


async def test_a_request_with_mistakes_does_not_use_the_key_up(world: World):
    with pytest.raises(stripe.InvalidRequestError):
        await world.sdk.v1.products.create_async({}, {"idempotency_key": "k"})  # pyright: ignore[reportArgumentType]

    product = await world.sdk.v1.products.create_async({"name": "A"}, {"idempotency_key": "k"})

    assert product.name == "A"


async def test_a_refusal_of_the_operation_does(world: World):
    asked = {"charge": "ch_unknown"}
    for _ in range(2):
        with pytest.raises(stripe.InvalidRequestError):
            await world.sdk.v1.refunds.create_async(asked, {"idempotency_key": "k"})  # pyright: ignore[reportArgumentType]

    assert world.sdk.last_answer.headers["idempotent-replayed"] == "true"


async def test_a_key_is_forgotten_after_a_day(world: World):
    first = await world.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
    world.clock.advance(hours=24, seconds=1)

    second = await world.sdk.v1.customers.create_async({"name": "B"}, {"idempotency_key": "k"})

    assert second.id != first.id


async def test_a_key_has_255_characters_at_most(world: World):
    await world.sdk.v1.customers.create_async({}, {"idempotency_key": "k" * 255})

    with pytest.raises(stripe.IdempotencyError):
        await world.sdk.v1.customers.create_async({}, {"idempotency_key": "k" * 256})


async def test_reading_takes_no_key(world: World):
    customer = await world.sdk.v1.customers.create_async({"name": "A"})
    address = f"{PUBLIC_BASE}/v1/customers/{customer.id}"
    await world.browser.get(address, headers=KEYED)
    await world.sdk.v1.customers.update_async(customer.id, {"name": "B"})

    assert (await world.browser.get(address, headers=KEYED)).json()["name"] == "B"
