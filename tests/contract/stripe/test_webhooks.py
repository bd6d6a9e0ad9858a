"""Signed webhooks."""

import asyncio

import pytest

from tests.contract.stripe.receiver import Receiver
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("webhooks")


async def test_a_new_customer_is_sent_as_a_signed_event(sdk: Sdk, receiver: Receiver):
    customer = await sdk.v1.customers.create_async({"email": "ada@example.com"})

    event = await asyncio.to_thread(receiver.wait_for, "customer.created", customer.id)

    assert event.data.object["email"] == "ada@example.com"
    assert receiver.errors == []
