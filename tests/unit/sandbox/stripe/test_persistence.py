"""The sandbox stores everything across restarts."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import stripe

from tests.conftest import FakeClock
from tests.stripe_shop import running_shop


@pytest.fixture
def data_file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "stripe.db"


async def test_everything_is_stored_across_restarts(clock: FakeClock, data_file: Path):
    async with running_shop(clock, data_file) as shop:
        bought = await shop.buy("monthly")
        first = await shop.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
        await shop.advance("day")
        opened = await shop.open_checkout_session("lifetime")

    async with running_shop(clock, data_file) as shop:
        subscription = await shop.sdk.v1.subscriptions.retrieve_async(bought.subscription)
        assert subscription.status == "active"
        assert (await shop.pay(opened, "4242424242424242")).status_code == 303
        again = await shop.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
        assert again.id == first.id
        # The sandbox's clock is still ahead by a day, so the renewal is due after 30 days.
        clock.advance(days=30, hours=2)
        await shop.advance("hour")
        assert len((await shop.sdk.v1.invoices.list_async({"customer": bought.customer})).data) == 2


async def test_the_plans_are_added_only_once(clock: FakeClock, data_file: Path):
    for _ in range(2):
        async with running_shop(clock, data_file) as shop:
            found = await shop.sdk.v1.prices.list_async()
            assert {price.lookup_key: price.unit_amount for price in found.data} == {
                "lifetime": 24_900, "monthly": 1400, "yearly": 9900
            }  # fmt: skip
            assert len(found.data) == 3


async def test_objects_of_an_earlier_format_are_removed(clock: FakeClock, data_file: Path):
    async with running_shop(clock, data_file) as shop:
        await shop.sdk.v1.customers.create_async({})
    with closing(sqlite3.connect(data_file)) as database:
        database.execute("PRAGMA user_version = 0")

    async with running_shop(clock, data_file) as shop:
        assert (await shop.sdk.v1.customers.list_async()).data == []
        assert await shop.price("lifetime")


async def test_undelivered_events_are_delivered_after_a_restart(clock: FakeClock, data_file: Path):
    async with running_shop(clock, data_file) as shop:
        shop.listener.status = 500
        customer = await shop.sdk.v1.customers.create_async({})
        await shop.sandbox.deliver_due()
    clock.advance(seconds=10)

    async with running_shop(clock, data_file) as shop:
        await shop.sandbox.deliver_due()
        delivered = [event.data.object["id"] for event in shop.listener.events]

    assert customer.id in delivered


async def test_a_refused_request_changes_nothing(clock: FakeClock):
    """The customer that was created before the refusal is gone, and so is its event."""
    async with running_shop(clock) as shop:
        before = await shop.recorded()
        with pytest.raises(stripe.InvalidRequestError, match="cannot be expanded"):
            await shop.sdk.v1.customers.create_async({"name": "A", "expand": ["subscriptions"]})

        assert await shop.recorded() == before
        assert (await shop.sdk.v1.customers.list_async()).data == []
