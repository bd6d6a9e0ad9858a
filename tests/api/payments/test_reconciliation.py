"""No webhook arrives: overdue users are synced in the background."""

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
from tests.waiting import until
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.context import new_context
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.services.payments.reconciliation import RETRY_AFTER, Reconciler
from webdev_certs.settings import Settings


@pytest.fixture
def reconciler(shop: Shop) -> Reconciler:
    return Reconciler(new_context(shop.resources))


async def renews_at(shop: Shop) -> datetime:
    return datetime.fromisoformat((await shop.billing())["subscription"]["renews_at"])


async def pass_month_and_day(shop: Shop) -> None:
    """Let the period end, and give Stripe the time to charge the renewal."""
    await shop.provider.pass_month()
    await shop.provider.pass_day()


async def test_a_renewal_without_webhook_gives_access(shop: Shop, reconciler: Reconciler, clock: FakeClock):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await pass_month_and_day(shop)
    await reconciler.sync_overdue()
    assert await renews_at(shop) > before
    clock.advance(days=8)
    assert await shop.has_paid(), "the grace period of the first month is over"
    assert len(await shop.history()) == 2


async def test_a_failed_renewal_without_webhook_is_found_and_so_is_its_payment(
    shop: Shop, reconciler: Reconciler, clock: FakeClock
):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await pass_month_and_day(shop)
    await reconciler.sync_overdue()
    failed = (await shop.billing())["subscription"]
    assert failed["status"] == "past_due"
    await shop.provider.pay({"url": failed["pay_url"]})
    clock.advance(seconds=RETRY_AFTER.total_seconds() + 1)
    await reconciler.sync_overdue()
    assert (await shop.billing())["subscription"]["status"] == "active"


async def test_an_ended_subscription_without_webhook_is_found(shop: Shop, reconciler: Reconciler):
    await shop.buy("monthly")
    await shop.post("cancel-subscription")
    await pass_month_and_day(shop)
    await reconciler.sync_overdue()
    assert (await shop.billing())["subscription"]["status"] == "ended"


async def test_a_payment_without_return_gives_access(shop: Shop, reconciler: Reconciler, clock: FakeClock):
    await shop.provider.pay(await shop.begin())
    await reconciler.sync_overdue()
    assert not await shop.has_paid(), "the webhook is not overdue yet"
    clock.advance(hours=3)
    await reconciler.sync_overdue()
    assert await shop.has_paid()


async def test_a_user_is_not_synced_again_within_hours(shop: Shop, clock: FakeClock, reconciler: Reconciler):
    await shop.buy("monthly")
    shop.provider.proxy.calls.clear()
    await reconciler.sync_overdue()
    assert shop.provider.proxy.calls == [], "nothing is overdue"
    clock.advance(days=32)
    for _ in range(3):
        await reconciler.sync_overdue()
    assert shop.provider.proxy.count("GET /v1/subscriptions") == 1


async def test_access_stays_while_the_provider_is_down(shop: Shop, clock: FakeClock, reconciler: Reconciler):
    await shop.buy("monthly")
    await pass_month_and_day(shop)
    before = await shop.billing()
    shop.provider.proxy.fault = Fault(".*", "fails")
    await reconciler.sync_overdue()
    assert await shop.billing() == before
    assert await shop.has_paid()
    shop.provider.proxy.fault = None
    clock.advance(seconds=RETRY_AFTER.total_seconds() + 1)
    await reconciler.sync_overdue()
    assert len(await shop.history()) == 2


async def test_a_customer_deleted_at_the_provider_does_not_stop_the_others(
    shop: Shop, reconciler: Reconciler
):
    grace = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    for buyer in (shop, grace):
        await buyer.buy("monthly")
    await pass_month_and_day(shop)
    first = (await shop.provider.api.customers.list_async()).data[-1]
    await shop.provider.api.customers.delete_async(first.id)
    await reconciler.sync_overdue()
    assert len(await grace.history()) == 2


async def until_renewed(shop: Shop, before: datetime) -> None:
    async def renewed() -> bool:
        return await renews_at(shop) > before

    await until(renewed)


@asynccontextmanager
async def another_process(settings: Settings, clock: FakeClock, bank: Bank) -> AsyncIterator[FastAPI]:
    api = create_api(settings, clock=clock, bank=bank)
    async with lifespan_resources(api):
        yield api


async def test_every_process_runs_the_reconciliation(
    shop: Shop, settings: Settings, clock: FakeClock, bank: Bank
):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await pass_month_and_day(shop)
    async with another_process(settings, clock, bank), another_process(settings, clock, bank):
        await until_renewed(shop, before)
    assert len(await shop.history()) == 2
