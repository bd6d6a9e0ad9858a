"""Customers are stored."""

import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("customers")


async def test_a_created_customer_can_be_retrieved(sdk: Sdk, backend: Backend):
    created = await sdk.v1.customers.create_async(
        {"email": "ada@example.com", "name": "Ada", "metadata": {"user": "42"}}
    )
    found = await sdk.v1.customers.retrieve_async(created.id)

    assert created.id.startswith("cus_")
    assert found.email == "ada@example.com"
    # The stateful mock keeps no names.
    assert found.name == "Ada" or backend.name == "stripe-stateful-mock"
    assert found.metadata is not None
    assert found.metadata["user"] == "42"
    assert not found.livemode


async def test_a_new_customer_is_listed(sdk: Sdk):
    customer = await sdk.v1.customers.create_async({"email": "newest@example.com"})

    listed = await sdk.v1.customers.list_async({"limit": 100})

    assert customer.id in [item.id for item in listed.data]


async def test_an_unknown_customer_is_not_found(sdk: Sdk):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.customers.retrieve_async("cus_unknown")

    assert refusal.value.http_status == 404
