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
from webdev_certs.server.api.dependencies import new_context
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.services.payments.webhooks import RETRY_AFTER, sync_overdue
from webdev_certs.settings import Settings


async def sync(shop: Shop) -> None:
    await sync_overdue(new_context(shop.resources))


async def renews_at(shop: Shop) -> datetime:
    return datetime.fromisoformat((await shop.billing())["subscription"]["renews_at"])


async def test_a_renewal_without_webhook_gives_access(shop: Shop, clock: FakeClock):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await shop.provider.pass_period()
    await sync(shop)
    assert await renews_at(shop) > before
    clock.advance(days=8)
    assert await shop.has_paid(), "the grace period of the first month is over"
    assert len(await shop.history()) == 2


@pytest.mark.one_database
async def test_a_failed_renewal_without_webhook_is_found_and_so_is_its_payment(shop: Shop, clock: FakeClock):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_period()
    await sync(shop)
    failed = (await shop.billing())["subscription"]
    assert failed["status"] == "past_due"
    await shop.pay_failed_renewal()
    clock.advance(seconds=RETRY_AFTER.total_seconds() + 1)
    await sync(shop)
    assert (await shop.billing())["subscription"]["status"] == "active"


@pytest.mark.one_database
async def test_an_ended_subscription_without_webhook_is_found(shop: Shop):
    await shop.buy("monthly")
    await shop.post("cancel-subscription")
    await shop.provider.pass_period()
    await sync(shop)
    assert (await shop.billing())["subscription"]["status"] == "ended"


async def test_a_payment_without_return_gives_access(shop: Shop, clock: FakeClock):
    await shop.provider.pay(await shop.begin())
    await sync(shop)
    assert not await shop.has_paid(), "the webhook is not overdue yet"
    clock.advance(hours=3)
    await sync(shop)
    assert await shop.has_paid()


@pytest.mark.one_database
async def test_a_user_is_not_synced_again_within_hours(shop: Shop, clock: FakeClock):
    await shop.buy("monthly")
    shop.provider.proxy.calls.clear()
    await sync(shop)
    assert shop.provider.proxy.calls == [], "nothing is overdue"
    clock.advance(days=32)
    for _ in range(3):
        await sync(shop)
    assert shop.provider.proxy.count("GET /v1/subscriptions") == 1


@pytest.mark.one_database
async def test_access_stays_while_the_provider_is_down(shop: Shop, clock: FakeClock):
    await shop.buy("monthly")
    await shop.provider.pass_period()
    before = await shop.billing()
    shop.provider.proxy.fault = Fault(".*", "fails")
    await sync(shop)
    assert await shop.billing() == before
    assert await shop.has_paid()
    shop.provider.proxy.fault = None
    clock.advance(seconds=RETRY_AFTER.total_seconds() + 1)
    await sync(shop)
    assert len(await shop.history()) == 2


@pytest.mark.one_database
async def test_a_customer_deleted_at_the_provider_does_not_stop_the_others(shop: Shop):
    grace = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    for buyer in (shop, grace):
        await buyer.buy("monthly")
    await shop.provider.pass_period()
    first = (await shop.provider.api.customers.list_async()).data[-1]
    await shop.provider.api.customers.delete_async(first.id)
    await sync(shop)
    assert len(await grace.history()) == 2


async def until_renewed(shop: Shop, before: datetime) -> None:
    async def renewed() -> bool:
        return await renews_at(shop) > before

    # Jobs that have become due start within ten seconds.
    await until(renewed, pause=0.3)


@asynccontextmanager
async def another_process(settings: Settings, clock: FakeClock, bank: Bank) -> AsyncIterator[FastAPI]:
    api = create_api(settings, clock=clock, bank=bank)
    async with lifespan_resources(api):
        yield api


async def test_processes_sync_overdue_users_by_themselves(
    shop: Shop, settings: Settings, clock: FakeClock, bank: Bank
):
    await shop.buy("monthly")
    before = await renews_at(shop)
    await shop.provider.pass_period()
    async with another_process(settings, clock, bank), another_process(settings, clock, bank):
        await until_renewed(shop, before)
    assert len(await shop.history()) == 2
