"""What happened stays, through a restart and a crash."""

from pathlib import Path

import pytest
import stripe

from tests.conftest import FakeClock
from tests.stripe_shop import running_world


@pytest.fixture
def data_file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "stripe.db"


async def test_everything_is_there_after_a_restart(clock: FakeClock, data_file: Path):
    async with running_world(clock, data_file) as world:
        bought = await world.buy("monthly")
        first = await world.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
        await world.advance("day")
        opened = await world.open_session("lifetime")

    async with running_world(clock, data_file) as world:
        subscription = await world.sdk.v1.subscriptions.retrieve_async(bought.subscription.id)
        assert subscription.status == "active"
        assert (await world.pay(opened, "4242424242424242")).status_code == 303
        again = await world.sdk.v1.customers.create_async({"name": "A"}, {"idempotency_key": "k"})
        assert again.id == first.id
        # The clock stays ahead by a day, so a month is due a day earlier.
        clock.advance(days=30, hours=2)
        await world.advance("hour")
        assert len((await world.sdk.v1.invoices.list_async({"customer": bought.customer})).data) == 2


async def test_the_plans_are_seeded_once(clock: FakeClock, data_file: Path):
    async with running_world(clock, data_file) as world:
        lifetime = await world.price("lifetime")
        await world.sdk.v1.prices.update_async(lifetime.id, {"active": False, "lookup_key": ""})

    async with running_world(clock, data_file) as world:
        found = await world.sdk.v1.prices.list_async()
        assert sorted(str(price.lookup_key) for price in found.data) == ["None", "monthly", "yearly"]


async def test_what_was_not_delivered_is_delivered_after_a_restart(clock: FakeClock, data_file: Path):
    async with running_world(clock, data_file) as world:
        world.listener.status = 500
        customer = await world.sdk.v1.customers.create_async({})
        await world.sandbox.deliver_due()
    clock.advance(seconds=10)

    async with running_world(clock, data_file) as world:
        await world.sandbox.deliver_due()
        told = [event.data.object["id"] for event in world.listener.events]

    assert customer.id in told


async def test_without_a_file_everything_is_forgotten(clock: FakeClock):
    async with running_world(clock) as world:
        customer = await world.sdk.v1.customers.create_async({})

    async with running_world(clock) as world:
        with pytest.raises(stripe.InvalidRequestError):
            await world.sdk.v1.customers.retrieve_async(customer.id)


async def test_a_refused_request_leaves_nothing_behind(clock: FakeClock):
    """The price that was made on the way is gone, and so is its event."""
    async with running_world(clock) as world:
        before = await world.recorded()
        with pytest.raises(stripe.InvalidRequestError):
            await world.sdk.v1.customers.create_async({"name": "A", "payment_method": "pm_unknown"})

        assert await world.recorded() == before
        assert (await world.sdk.v1.customers.list_async()).data == []
