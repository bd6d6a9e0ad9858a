"""Requests with the same idempotency key run once."""

import uuid

import pytest
import stripe

from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("idempotency")


@pytest.fixture
def key() -> str:
    return uuid.uuid4().hex


async def test_a_repeated_request_with_the_same_key_is_replayed(sdk: Sdk, key: str):
    first = await sdk.v1.customers.create_async({"name": "Ada"}, {"idempotency_key": key})
    assert "idempotent-replayed" not in sdk.last_answer.headers
    again = await sdk.v1.customers.create_async({"name": "Ada"}, {"idempotency_key": key})

    assert again.id == first.id
    assert sdk.last_answer.headers["idempotent-replayed"] == "true"


async def test_a_different_request_with_the_same_key_is_refused(sdk: Sdk, key: str):
    await sdk.v1.customers.create_async({"name": "Ada"}, {"idempotency_key": key})

    with pytest.raises(stripe.IdempotencyError) as refusal:
        await sdk.v1.customers.create_async({"name": "Grace"}, {"idempotency_key": key})

    assert refusal.value.http_status == 400
    assert key in str(refusal.value)


async def test_another_key_creates_another_object(sdk: Sdk, key: str):
    first = await sdk.v1.customers.create_async({"name": "Ada"}, {"idempotency_key": key})
    other = await sdk.v1.customers.create_async({"name": "Ada"}, {"idempotency_key": f"{key}2"})

    assert other.id != first.id
