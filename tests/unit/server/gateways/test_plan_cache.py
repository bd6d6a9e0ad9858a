"""The plan cache, with many callers and a slow provider."""

import asyncio
from typing import cast

import pytest

from tests.conftest import FakeClock
from tests.waiting import until
from webdev_certs.server.domain.payments import Price
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderFailed, ProviderUnreachable
from webdev_certs.server.gateways.plan_cache import PlanCache


def price(amount: int) -> Price:
    return Price("lifetime", "price_1", "Lifetime", amount, "eur", None)


class SlowProvider:
    """A provider that answers requests for prices when the test says so."""

    def __init__(self) -> None:
        self.requests: list[asyncio.Future[list[Price]]] = []
        self.asked = asyncio.Event()

    async def prices(self) -> list[Price]:
        request = asyncio.get_running_loop().create_future()
        self.requests.append(request)
        self.asked.set()
        return await request


@pytest.fixture
def slow_provider() -> SlowProvider:
    return SlowProvider()


@pytest.fixture
def provider(slow_provider: SlowProvider) -> PaymentProvider:
    return cast(PaymentProvider, slow_provider)


@pytest.fixture
def plans(clock: FakeClock) -> PlanCache:
    """A cache that does not wait for the provider if it has usable plans."""
    return PlanCache(clock, timeout_seconds=30, refresh_timeout_seconds=0)


async def read_first(plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider) -> None:
    """Fill the cache."""
    reading = asyncio.create_task(plans.all(provider))
    await slow_provider.asked.wait()
    slow_provider.requests.pop().set_result([price(100)])
    await reading
    slow_provider.asked.clear()


async def test_concurrent_callers_share_one_request(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider
):
    waiting = [asyncio.create_task(plans.all(provider)) for _ in range(20)]
    await slow_provider.asked.wait()
    (request,) = slow_provider.requests
    request.set_result([price(100)])
    assert await asyncio.gather(*waiting) == [[price(100)]] * 20
    assert slow_provider.requests == [request]


async def test_a_canceled_caller_does_not_cancel_the_request_of_the_others(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider
):
    first, second = (asyncio.create_task(plans.all(provider)) for _ in range(2))
    await slow_provider.asked.wait()
    first.cancel()
    await asyncio.wait({first})
    slow_provider.requests[0].set_result([price(100)])
    assert await second == [price(100)]


async def test_a_failure_reaches_all_callers_and_the_next_call_starts_a_new_request(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider
):
    waiting = [asyncio.create_task(plans.all(provider)) for _ in range(3)]
    await slow_provider.asked.wait()
    slow_provider.requests[0].set_exception(ProviderFailed("prices: 500"))
    for task in waiting:
        with pytest.raises(ProviderFailed):
            await task
    slow_provider.asked.clear()
    again = asyncio.create_task(plans.all(provider))
    await slow_provider.asked.wait()
    slow_provider.requests[1].set_result([price(100)])
    assert await again == [price(100)]


async def test_callers_get_usable_plans_without_waiting_for_a_slow_provider(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider, clock: FakeClock
):
    await read_first(plans, provider, slow_provider)
    clock.advance(minutes=6)
    for _ in range(3):
        assert await plans.all(provider) == [price(100)]
    (request,) = slow_provider.requests
    request.set_result([price(200)])

    async def changed() -> bool:
        return await plans.all(provider) == [price(200)]

    await until(changed)
    assert slow_provider.requests == [request], "the late answer is cached"


async def test_plans_that_are_too_old_are_not_used(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider, clock: FakeClock
):
    await read_first(plans, provider, slow_provider)
    clock.advance(hours=2)
    asking = asyncio.create_task(plans.all(provider))
    await slow_provider.asked.wait()
    slow_provider.requests[0].set_exception(ProviderUnreachable("prices: timeout"))
    with pytest.raises(ProviderUnreachable):
        await asking


async def test_after_a_failure_the_provider_is_not_called_for_a_while(
    plans: PlanCache, provider: PaymentProvider, slow_provider: SlowProvider, clock: FakeClock
):
    await read_first(plans, provider, slow_provider)
    clock.advance(minutes=6)
    await plans.all(provider)
    await slow_provider.asked.wait()
    slow_provider.requests[0].set_exception(ProviderFailed("prices: 500"))
    await asyncio.wait({slow_provider.requests[0]})
    for _ in range(3):
        await asyncio.sleep(0)
        assert await plans.all(provider) == [price(100)]
    assert len(slow_provider.requests) == 1
    clock.advance(minutes=1)
    slow_provider.asked.clear()
    await plans.all(provider)
    await slow_provider.asked.wait()
    await plans.close()


async def test_a_request_times_out(clock: FakeClock, provider: PaymentProvider):
    plans = PlanCache(clock, timeout_seconds=0.01)
    with pytest.raises(ProviderUnreachable):
        await plans.all(provider)
    await plans.close()
