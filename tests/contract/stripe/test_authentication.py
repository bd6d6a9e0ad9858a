"""Calls need the secret key."""

import httpx
import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("authentication")


async def test_a_call_without_a_key_is_refused(backend: Backend):
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{backend.base}/v1/customers")

    assert answer.status_code == 401


async def test_a_call_with_a_wrong_key_is_refused(backend: Backend):
    async with httpx.AsyncClient() as client:
        stranger = Sdk("not_a_key", backend.base, client)
        with pytest.raises(stripe.AuthenticationError):
            await stranger.v1.customers.list_async()
