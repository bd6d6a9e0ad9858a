"""Requests with the same idempotency key run once."""

import asyncio

import pytest
import stripe

from tests.stripe_shop import PUBLIC_BASE, SECRET_KEY, Shop

KEYED = {"Authorization": f"Bearer {SECRET_KEY}", "Idempotency-Key": "k"}


async def test_concurrent_requests_with_one_key_run_once(shop: Shop):
    async def create() -> str:
        try:
            return (await shop.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})).id
        except stripe.StripeError as error:
            return str(error.http_status)

    answers = await asyncio.gather(*(create() for _ in range(5)))

    assert len((await shop.sdk.v1.customers.list_async()).data) == 1
    assert sum(answer.startswith("cus_") for answer in answers) == 1
    assert set(answers) - {"409"} == {await create()}


async def test_the_order_of_parameters_does_not_matter(shop: Shop):
    bodies = ["name=A&email=a%40b.test", "email=a%40b.test&name=A"]
    headers = {**KEYED, "Content-Type": "application/x-www-form-urlencoded"}

    answers = [
        await shop.browser.post(f"{PUBLIC_BASE}/v1/customers", content=body, headers=headers)
        for body in bodies
    ]

    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["idempotent-replayed"] == "true"
    assert answers[0].headers["idempotency-key"] == "k"
    assert answers[0].headers["request-id"] != answers[1].headers["request-id"]


async def test_a_key_can_be_used_again_after_a_validation_error(shop: Shop):
    with pytest.raises(stripe.InvalidRequestError):
        await shop.sdk.v1.customers.create_async({"name": ""}, {"idempotency_key": "k"})

    customer = await shop.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})

    assert customer.name == "A"


async def test_a_refusal_by_the_operation_is_replayed(shop: Shop):
    parameters = {"charge": "ch_unknown"}
    for _ in range(2):
        with pytest.raises(stripe.InvalidRequestError):
            await shop.sdk.v1.refunds.create_async(parameters, {"idempotency_key": "k"})  # pyright: ignore[reportArgumentType]

    assert shop.sdk.last_answer.headers["idempotent-replayed"] == "true"


async def test_a_key_is_forgotten_after_a_day(shop: Shop):
    first = await shop.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
    shop.clock.advance(hours=24, seconds=1)

    second = await shop.sdk.v1.customers.create_async({"name": "B"}, {"idempotency_key": "k"})

    assert second.id != first.id
