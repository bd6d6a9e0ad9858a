"""The list of plans, however many ask for it, and however slow the provider is."""

import asyncio
from typing import cast

import pytest

from tests.conftest import FakeClock
from webdev_certs.server.domain.payments import Price
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderFailed, ProviderSilent
from webdev_certs.server.services.plans import PlanList


def price(amount: int) -> Price:
    return Price("lifetime", "price_1", "Lifetime", amount, "eur", None)


class Till:
    """A provider who is asked for prices, and answers when the test says so."""

    def __init__(self) -> None:
        self.questions: list[asyncio.Future[list[Price]]] = []
        self.asked = asyncio.Event()

    async def prices(self) -> list[Price]:
        question = asyncio.get_running_loop().create_future()
        self.questions.append(question)
        self.asked.set()
        return await question


@pytest.fixture
def till() -> Till:
    return Till()


@pytest.fixture
def provider(till: Till) -> PaymentProvider:
    return cast(PaymentProvider, till)


@pytest.fixture
def plans(clock: FakeClock) -> PlanList:
    """A list that waits for nobody whom it can do without."""
    return PlanList(clock, patience_seconds=30, refresh_seconds=0)


async def read_first(plans: PlanList, provider: PaymentProvider, till: Till) -> None:
    """Has the list be read once."""
    reading = asyncio.create_task(plans.all(provider))
    await till.asked.wait()
    till.questions.pop().set_result([price(100)])
    await reading
    till.asked.clear()


async def test_all_who_ask_at_once_share_one_question(plans: PlanList, provider: PaymentProvider, till: Till):
    waiting = [asyncio.create_task(plans.all(provider)) for _ in range(20)]
    await till.asked.wait()
    (question,) = till.questions
    question.set_result([price(100)])
    assert await asyncio.gather(*waiting) == [[price(100)]] * 20
    assert till.questions == [question]


async def test_who_leaves_does_not_take_the_answer_from_the_others(
    plans: PlanList, provider: PaymentProvider, till: Till
):
    first, second = (asyncio.create_task(plans.all(provider)) for _ in range(2))
    await till.asked.wait()
    first.cancel()
    await asyncio.wait({first})
    till.questions[0].set_result([price(100)])
    assert await second == [price(100)]


async def test_a_failure_is_everybodys_and_the_next_question_is_a_new_one(
    plans: PlanList, provider: PaymentProvider, till: Till
):
    waiting = [asyncio.create_task(plans.all(provider)) for _ in range(3)]
    await till.asked.wait()
    till.questions[0].set_exception(ProviderFailed("prices: 500"))
    for task in waiting:
        with pytest.raises(ProviderFailed):
            await task
    till.asked.clear()
    again = asyncio.create_task(plans.all(provider))
    await till.asked.wait()
    till.questions[1].set_result([price(100)])
    assert await again == [price(100)]


async def test_a_slow_provider_does_not_keep_those_waiting_who_can_have_the_last_list(
    plans: PlanList, provider: PaymentProvider, till: Till, clock: FakeClock
):
    await read_first(plans, provider, till)
    clock.advance(minutes=6)
    for _ in range(3):
        assert await plans.all(provider) == [price(100)]
    (question,) = till.questions
    question.set_result([price(200)])
    async with asyncio.timeout(30):
        while True:
            if await plans.all(provider) == [price(200)]:
                break
            await asyncio.sleep(0)
    assert till.questions == [question], "the late answer is kept"


async def test_a_list_that_is_too_old_is_not_given(
    plans: PlanList, provider: PaymentProvider, till: Till, clock: FakeClock
):
    await read_first(plans, provider, till)
    clock.advance(hours=2)
    asking = asyncio.create_task(plans.all(provider))
    await till.asked.wait()
    till.questions[0].set_exception(ProviderSilent("prices: timeout"))
    with pytest.raises(ProviderSilent):
        await asking


async def test_a_provider_that_failed_is_left_alone_while_the_last_list_does(
    plans: PlanList, provider: PaymentProvider, till: Till, clock: FakeClock
):
    await read_first(plans, provider, till)
    clock.advance(minutes=6)
    await plans.all(provider)
    await till.asked.wait()
    till.questions[0].set_exception(ProviderFailed("prices: 500"))
    await asyncio.wait({till.questions[0]})
    for _ in range(3):
        await asyncio.sleep(0)
        assert await plans.all(provider) == [price(100)]
    assert len(till.questions) == 1
    clock.advance(minutes=1)
    till.asked.clear()
    await plans.all(provider)
    await till.asked.wait()
    await plans.close()


async def test_nobody_waits_for_ever(clock: FakeClock, provider: PaymentProvider):
    plans = PlanList(clock, patience_seconds=0.01)
    with pytest.raises(ProviderSilent):
        await plans.all(provider)
    await plans.close()
