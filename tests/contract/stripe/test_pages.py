"""Pagination of lists."""

import pytest
import stripe

from tests.contract.stripe.sdk import Sdk


@pytest.fixture
async def prices(sdk: Sdk) -> list[stripe.Price]:
    """Create five prices of one product; return them newest first."""
    product = await sdk.v1.products.create_async({"name": "Many prices"})
    created = [
        await sdk.v1.prices.create_async({"product": product.id, "currency": "eur", "unit_amount": amount})
        for amount in range(100, 600, 100)
    ]
    return created[::-1]


@pytest.mark.about("pages")
async def test_a_page_says_whether_there_are_more(sdk: Sdk, prices: list[stripe.Price]):
    product = str(prices[0].product)
    first = await sdk.v1.prices.list_async({"product": product, "limit": 2})
    last = await sdk.v1.prices.list_async(
        {"product": product, "limit": 10, "starting_after": first.data[-1].id}
    )

    assert [len(first.data), first.has_more] == [2, True]
    assert [len(last.data), last.has_more] == [3, False]
    assert {item.id for item in [*first.data, *last.data]} == {price.id for price in prices}


@pytest.mark.about("list URLs")
async def test_the_sdk_iterates_over_all_pages(sdk: Sdk, prices: list[stripe.Price]):
    first = await sdk.v1.prices.list_async({"product": str(prices[0].product), "limit": 2})

    found = [price.id async for price in first.auto_paging_iter()]

    assert sorted(found) == sorted(price.id for price in prices)
