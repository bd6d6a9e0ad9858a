"""Limits of values, and lists by time of creation."""

from typing import Any

import pytest
import stripe

from tests.contract.stripe.sdk import Sdk


@pytest.mark.about("limits")
async def test_metadata_is_limited_after_an_update_too(sdk: Sdk):
    metadata = {f"key{number}": "x" for number in range(50)}
    customer = await sdk.v1.customers.create_async({"metadata": metadata})

    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.customers.update_async(customer.id, {"metadata": {"one_more": "x"}})
    changed = await sdk.v1.customers.update_async(customer.id, {"metadata": {"key0": "", "one_more": "x"}})

    assert len(changed.to_dict()["metadata"]) == 50


@pytest.mark.about("limits")
@pytest.mark.parametrize("currency", ["xyz", "eu", "euro", ""])
async def test_an_unknown_currency_is_refused(sdk: Sdk, currency: str):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.prices.create_async(
            {"product_data": {"name": "X"}, "currency": currency, "unit_amount": 500}
        )

    assert refusal.value.http_status == 400
    assert refusal.value.param == "currency"


@pytest.mark.about("limits")
async def test_currencies_may_be_in_capitals(sdk: Sdk):
    price = await sdk.v1.prices.create_async(
        {"product_data": {"name": "X"}, "currency": "EUR", "unit_amount": 500}
    )
    assert price.currency == "eur"


@pytest.mark.about("limits")
async def test_a_list_can_be_filtered_by_time(sdk: Sdk):
    customer = await sdk.v1.customers.create_async({"email": "dated@example.com"})

    async def found(**created: int) -> bool:
        filters: Any = {"created": created, "limit": 100}
        listed = await sdk.v1.customers.list_async(filters)
        return customer.id in {item.id for item in listed.data}

    at = customer.created
    assert [await found(gte=at), await found(lte=at), await found(gt=at - 1, lt=at + 1)] == [True] * 3
    assert [await found(gt=at), await found(lt=at), await found(gte=at + 1, lte=at + 2)] == [False] * 3
    exact = await sdk.v1.customers.list_async({"created": at, "email": "dated@example.com"})
    assert customer.id in {item.id for item in exact.data}
    unknown: Any = {"created": {"after": at}}
    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.customers.list_async(unknown)
