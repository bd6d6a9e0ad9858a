"""Not one message of the provider arrives: what is overdue is asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from fastapi import FastAPI

from tests.api.payments.faults import Fault
from tests.api.payments.provider import NO_RENEWAL_CARD
from tests.api.payments.shop import Shop
from tests.conftest import FakeClock
from tests.factories import register
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.services.payments.reconciliation import ASK_AGAIN, Reconciler
from webdev_certs.settings.settings import Settings


@pytest.fixture
def reconciler(shop: Shop) -> Reconciler:
    return Reconciler(shop.resources.payment_desk)


async def renews_at(shop: Shop) -> datetime:
    return datetime.fromisoformat((await shop.billing())["subscription"]["renews_at"])


async def pass_month_and_day(shop: Shop) -> None:
    """The period is over, and the provider has had its hours to collect."""
    await shop.provider.pass_month()
    await shop.provider.pass_day()


async def test_a_renewal_nobody_told_of_gives_access(shop: Shop, reconciler: Reconciler, clock: FakeClock):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await pass_month_and_day(shop)
    await reconciler.settle_overdue()
    assert await renews_at(shop) > before
    clock.advance(days=8)
    assert await shop.has_paid(), "the grace period of the first month is over"
    assert len(await shop.history()) == 2


async def test_a_failed_renewal_nobody_told_of_is_seen_and_so_is_its_payment(
    shop: Shop, reconciler: Reconciler, clock: FakeClock
):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await pass_month_and_day(shop)
    await reconciler.settle_overdue()
    failed = (await shop.billing())["subscription"]
    assert failed["status"] == "past_due"
    await shop.provider.pay({"url": failed["pay_url"]})
    clock.advance(seconds=ASK_AGAIN.total_seconds() + 1)
    await reconciler.settle_overdue()
    assert (await shop.billing())["subscription"]["status"] == "active"


async def test_an_end_nobody_told_of_is_seen(shop: Shop, reconciler: Reconciler):
    await shop.buy("monthly")
    await shop.post("cancel-subscription")
    await pass_month_and_day(shop)
    await reconciler.settle_overdue()
    assert (await shop.billing())["subscription"]["status"] == "ended"


async def test_who_paid_and_never_came_back_has_access(shop: Shop, reconciler: Reconciler, clock: FakeClock):
    await shop.provider.pay(await shop.begin())
    await reconciler.settle_overdue()
    assert not await shop.has_paid(), "the provider is given time to tell"
    clock.advance(hours=3)
    await reconciler.settle_overdue()
    assert await shop.has_paid()


async def test_nobody_is_asked_about_twice_in_a_while(shop: Shop, clock: FakeClock, reconciler: Reconciler):
    await shop.buy("monthly")
    shop.provider.line.calls.clear()
    await reconciler.settle_overdue()
    assert shop.provider.line.calls == [], "nothing is overdue"
    clock.advance(days=32)
    for _ in range(3):
        await reconciler.settle_overdue()
    assert shop.provider.line.count("GET /v1/subscriptions") == 1


async def test_a_provider_that_is_away_takes_nothing_away(
    shop: Shop, clock: FakeClock, reconciler: Reconciler
):
    """Every answer is what it was, and the next attempt finds what there is."""
    await shop.buy("monthly")
    await pass_month_and_day(shop)
    books = await shop.billing()
    shop.provider.line.fault = Fault(".*", "fails")
    await reconciler.settle_overdue()
    assert await shop.billing() == books
    assert await shop.has_paid()
    shop.provider.line.fault = None
    clock.advance(seconds=ASK_AGAIN.total_seconds() + 1)
    await reconciler.settle_overdue()
    assert len(await shop.history()) == 2


async def test_one_customer_whom_the_provider_has_lost_keeps_nobody_waiting(
    shop: Shop, reconciler: Reconciler
):
    grace = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    for buyer in (shop, grace):
        await buyer.buy("monthly")
    await pass_month_and_day(shop)
    first = (await shop.provider.api.customers.list_async()).data[-1]
    await shop.provider.api.customers.delete_async(first.id)
    await reconciler.settle_overdue()
    assert len(await grace.history()) == 2


async def until_renewed(shop: Shop, before: datetime) -> None:
    async with asyncio.timeout(30):
        while True:
            if await renews_at(shop) > before:
                return
            await asyncio.sleep(0.01)


@asynccontextmanager
async def another_process(settings: Settings, clock: FakeClock, bank: Bank) -> AsyncIterator[FastAPI]:
    api = create_api(settings, clock=clock, bank=bank)
    async with lifespan_resources(api):
        yield api


async def test_every_process_looks_into_it_by_itself(
    shop: Shop, settings: Settings, clock: FakeClock, bank: Bank
):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await pass_month_and_day(shop)
    async with another_process(settings, clock, bank), another_process(settings, clock, bank):
        await until_renewed(shop, before)
    assert len(await shop.history()) == 2
