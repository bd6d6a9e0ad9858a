"""Prices and their products."""

import uuid
from typing import Literal

import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.dialects import AMOUNTS, price
from tests.contract.stripe.sdk import Sdk


@pytest.mark.about("catalog")
@pytest.mark.parametrize(("plan", "kind"), [("lifetime", "one_time"), ("monthly", "recurring")])
async def test_a_price_is_retrieved(
    sdk: Sdk, backend: Backend, plan: Literal["lifetime", "monthly"], kind: str
):
    found = await sdk.v1.prices.retrieve_async(await price(sdk, backend, plan))

    assert (found.currency, found.unit_amount) == ("usd", AMOUNTS[plan])
    assert (found.type, found.active) == (kind, True)
    assert str(found.product).startswith("prod_")


@pytest.mark.about("catalog")
async def test_an_unknown_price_is_not_found(sdk: Sdk):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.prices.retrieve_async("price_unknown")

    assert (refusal.value.http_status, refusal.value.code) == (404, "resource_missing")


@pytest.mark.about("lookup keys")
async def test_a_price_is_found_by_its_lookup_key(sdk: Sdk, backend: Backend):
    created, key = await price(sdk, backend), "lifetime"
    if backend.name != "sandbox":
        key = uuid.uuid4().hex
        await sdk.v1.prices.update_async(created, {"lookup_key": key})

    listed = await sdk.v1.prices.list_async({"lookup_keys": [key], "expand": ["data.product"]})

    assert [item.id for item in listed.data] == [created]
    assert isinstance(listed.data[0].product, stripe.Product)
