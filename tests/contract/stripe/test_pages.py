"""Pagination of lists."""

import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.dialects import customer
from tests.contract.stripe.sdk import Sdk


@pytest.fixture
async def customers(sdk: Sdk) -> set[str]:
    """Create five customers; return their ids."""
    return {await customer(sdk) for _ in range(5)}


@pytest.mark.about("pages")
async def test_pages_follow_each_other(sdk: Sdk, backend: Backend, customers: set[str]):
    first = await sdk.v1.customers.list_async({"limit": 2})
    second = await sdk.v1.customers.list_async({"limit": 3, "starting_after": first.data[-1].id})

    assert [len(first.data), first.has_more, len(second.data)] == [2, True, 3]
    # The stateful mock does not list the newest customers first.
    if backend.name != "stripe-stateful-mock":
        assert {item.id for item in [*first.data, *second.data]} == customers
    together = await sdk.v1.customers.list_async({"limit": len(customers)})
    assert [item.id for item in [*first.data, *second.data]] == [item.id for item in together.data]


@pytest.mark.about("pages")
async def test_a_page_says_whether_there_are_more(sdk: Sdk, customers: set[str]):
    listed = await sdk.v1.customers.list_async({"limit": 100})
    while listed.has_more:
        listed = await sdk.v1.customers.list_async({"limit": 100, "starting_after": listed.data[-1].id})

    after = await sdk.v1.customers.list_async({"limit": 100, "starting_after": listed.data[-1].id})
    assert after.data == []


@pytest.mark.about("list URLs")
async def test_the_sdk_iterates_over_all_pages(sdk: Sdk, customers: set[str]):
    found = list[stripe.Customer]()
    async for item in (await sdk.v1.customers.list_async({"limit": 2})).auto_paging_iter():
        found.append(item)
        if len(found) == len(customers):
            break

    assert {item.id for item in found} == customers
