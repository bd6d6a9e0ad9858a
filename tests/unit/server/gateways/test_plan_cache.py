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


class SlowPrices:
    """A cache of plans, and its provider, which answers requests for prices when the test says so.

    The cache does not wait for the provider if it has usable plans.
    """

    def __init__(self, clock: FakeClock, timeout_seconds: float = 30) -> None:
        self.plans = PlanCache(clock, timeout_seconds=timeout_seconds, refresh_timeout_seconds=0)
        self.requests: list[asyncio.Future[list[Price]]] = []
        self._asked = asyncio.Event()

    async def prices(self) -> list[Price]:
        request = asyncio.get_running_loop().create_future()
        self.requests.append(request)
        self._asked.set()
        return await request

    async def read(self) -> list[Price]:
        """Read the cache."""
        return await self.plans.all(cast(PaymentProvider, self))

    def reading(self) -> asyncio.Task[list[Price]]:
        return asyncio.create_task(self.read())

    async def request(self) -> asyncio.Future[list[Price]]:
        """Wait for the next request and return it."""
        await self._asked.wait()
        self._asked.clear()
        return self.requests[-1]

    async def fill(self) -> None:
        """Fill the cache."""
        reading = self.reading()
        (await self.request()).set_result([price(100)])
        await reading


@pytest.fixture
def slow(clock: FakeClock) -> SlowPrices:
    return SlowPrices(clock)


async def test_concurrent_callers_share_one_request(slow: SlowPrices):
    waiting = [slow.reading() for _ in range(20)]
    (await slow.request()).set_result([price(100)])
    assert await asyncio.gather(*waiting) == [[price(100)]] * 20
    assert len(slow.requests) == 1


async def test_a_canceled_caller_does_not_cancel_the_request_of_the_others(slow: SlowPrices):
    first, second = slow.reading(), slow.reading()
    request = await slow.request()
    first.cancel()
    await asyncio.wait({first})
    request.set_result([price(100)])
    assert await second == [price(100)]


async def test_a_failure_reaches_all_callers_and_the_next_call_starts_a_new_request(slow: SlowPrices):
    waiting = [slow.reading() for _ in range(3)]
    (await slow.request()).set_exception(ProviderFailed("prices: 500"))
    for task in waiting:
        with pytest.raises(ProviderFailed):
            await task
    again = slow.reading()
    (await slow.request()).set_result([price(100)])
    assert await again == [price(100)]


async def test_callers_get_usable_plans_without_waiting_for_a_slow_provider(
    slow: SlowPrices, clock: FakeClock
):
    await slow.fill()
    clock.advance(minutes=6)
    for _ in range(3):
        assert await slow.read() == [price(100)]
    (await slow.request()).set_result([price(200)])

    async def changed() -> bool:
        return await slow.read() == [price(200)]

    await until(changed)
    assert len(slow.requests) == 2, "the late answer is cached"


async def test_plans_that_are_too_old_are_not_used(slow: SlowPrices, clock: FakeClock):
    await slow.fill()
    clock.advance(hours=2)
    asking = slow.reading()
    (await slow.request()).set_exception(ProviderUnreachable("prices: timeout"))
    with pytest.raises(ProviderUnreachable):
        await asking


async def test_after_a_failure_the_provider_is_not_called_for_a_while(slow: SlowPrices, clock: FakeClock):
    await slow.fill()
    clock.advance(minutes=6)
    await slow.read()
    request = await slow.request()
    request.set_exception(ProviderFailed("prices: 500"))
    await asyncio.wait({request})
    for _ in range(3):
        await asyncio.sleep(0)
        assert await slow.read() == [price(100)]
    assert len(slow.requests) == 2
    clock.advance(minutes=1)
    await slow.read()
    await slow.request()
    await slow.plans.close()


async def test_a_request_times_out(clock: FakeClock):
    slow = SlowPrices(clock, timeout_seconds=0.01)
    with pytest.raises(ProviderUnreachable):
        await slow.read()
    await slow.plans.close()
