"""Products and prices."""

import uuid

import pytest
import stripe

from tests.contract.stripe.sdk import Sdk


@pytest.mark.about("catalog")
async def test_a_product_has_prices(sdk: Sdk):
    product = await sdk.v1.products.create_async({"name": "Lifetime access"})
    created = await sdk.v1.prices.create_async(
        {"product": product.id, "currency": "eur", "unit_amount": 14_900}
    )

    price = await sdk.v1.prices.retrieve_async(created.id)
    assert (price.product, price.currency, price.unit_amount) == (product.id, "eur", 14_900)
    assert (price.type, price.active) == ("one_time", True)
    listed = await sdk.v1.prices.list_async({"product": product.id})
    assert [item.id for item in listed.data] == [price.id]


@pytest.mark.about("catalog")
async def test_a_price_can_be_recurring(sdk: Sdk):
    product = await sdk.v1.products.create_async({"name": "Monthly access"})
    price = await sdk.v1.prices.create_async(
        {
            "product": product.id,
            "currency": "eur",
            "unit_amount": 1400,
            "recurring": {"interval": "month"},
        }
    )

    assert price.type == "recurring"


@pytest.mark.about("catalog")
async def test_an_unknown_price_is_not_found(sdk: Sdk):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.prices.retrieve_async("price_unknown")

    assert (refusal.value.http_status, refusal.value.code) == (404, "resource_missing")


@pytest.mark.about("lookup keys")
async def test_a_price_is_found_by_its_lookup_key(sdk: Sdk):
    key = uuid.uuid4().hex
    price = await sdk.v1.prices.create_async(
        {"product_data": {"name": "X"}, "currency": "eur", "unit_amount": 500, "lookup_key": key}
    )

    listed = await sdk.v1.prices.list_async({"lookup_keys": [key], "expand": ["data.product"]})

    assert [item.id for item in listed.data] == [price.id]
    product = listed.data[0].product
    assert isinstance(product, stripe.Product)
    assert product.name == "X"


@pytest.mark.about("lookup keys")
async def test_a_lookup_key_is_transferred_only_on_request(sdk: Sdk):
    key = uuid.uuid4().hex
    first = await sdk.v1.prices.create_async(
        {"product_data": {"name": "X"}, "currency": "eur", "unit_amount": 500, "lookup_key": key}
    )
    again = {"product": first.product, "currency": "eur", "unit_amount": 600, "lookup_key": key}

    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.prices.create_async(again)  # pyright: ignore[reportArgumentType]
    second = await sdk.v1.prices.create_async({**again, "transfer_lookup_key": True})  # pyright: ignore[reportArgumentType]

    listed = await sdk.v1.prices.list_async({"lookup_keys": [key]})
    assert [item.id for item in listed.data] == [second.id]
