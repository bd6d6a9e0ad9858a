"""Events in any order, and changes between them, lead to the same final state."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.payments.provider import Provider, deliver
from tests.api.payments.shop import Shop
from tests.factories import register

# Each example has its own buyer, so that all can share one API and one provider.
_SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
RENEWAL_STOPPED, ENDED = "the renewal is stopped", "the subscription is ended"
CAUSES = {
    "checkout.session.completed": None,
    "invoice.paid": None,
    "customer.subscription.updated": RENEWAL_STOPPED,
    "customer.subscription.deleted": ENDED,
}
"""Event → the change that causes it; None for the payment itself."""

ORDERS = list(permutations(CAUSES))
assert len(ORDERS) == 24, "4! orders of four events"


@pytest.mark.one_database
async def test_events_in_every_order_after_all_changes(shop: Shop):
    """All 24 orders; at the end of each, the first event comes again."""
    for kinds in ORDERS:
        buyer = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
        await buyer.provider.pay(await buyer.begin("monthly"))
        await _happen(buyer.provider, RENEWAL_STOPPED)
        await _happen(buyer.provider, ENDED)
        for kind in (*kinds, kinds[0]):
            await _hear(buyer, kind)
        await _check_that_it_has_ended(buyer, kinds)


@pytest.mark.one_database
@settings(max_examples=6, deadline=None, suppress_health_check=_SLOW)
@given(steps=st.permutations([*CAUSES, RENEWAL_STOPPED, ENDED]))
async def test_events_in_any_order_between_the_changes(shop: Shop, steps: Sequence[str]):
    """An event that is drawn before its cause is delivered right after it."""
    buyer = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    await buyer.provider.pay(await buyer.begin("monthly"))
    happened: set[str | None] = {None}
    waiting: list[str] = []
    for step in _in_possible_order(steps):
        if step in CAUSES:
            waiting.append(step)
        else:
            await _happen(buyer.provider, step)
            happened.add(step)
        for kind in [kind for kind in waiting if CAUSES[kind] in happened]:
            waiting.remove(kind)
            await _hear(buyer, kind)
    assert waiting == []
    await _check_that_it_has_ended(buyer, steps)


@pytest.mark.one_database
@settings(max_examples=6, deadline=None, suppress_health_check=_SLOW)
@given(
    kinds=st.permutations(["checkout.session.completed", "invoice.paid", "customer.subscription.created"]),
    again=st.lists(st.sampled_from([0, 1, 2]), max_size=4),
)
async def test_a_subscription_starts_with_any_of_its_events(
    shop: Shop, kinds: Sequence[str], again: list[int]
):
    buyer = Shop(shop.api, shop.provider, shop.resources, await register(shop.api))
    await buyer.provider.pay(await buyer.begin("yearly"))
    for kind in [*kinds, *(kinds[number] for number in again)]:
        await _hear(buyer, kind)
        assert await buyer.has_paid()
    assert (await buyer.billing())["subscription"]["status"] == "active"
    assert len(await buyer.history()) == 1


def _in_possible_order(steps: Sequence[str]) -> list[str]:
    """Put the stopped renewal before the end, because an ended subscription cannot be changed."""
    places = sorted(steps.index(step) for step in (RENEWAL_STOPPED, ENDED))
    ordered = list(steps)
    ordered[places[0]], ordered[places[1]] = RENEWAL_STOPPED, ENDED
    return ordered


async def _check_that_it_has_ended(buyer: Shop, order: Sequence[str]) -> None:
    assert not await buyer.has_paid(), order
    state = await buyer.billing()
    assert (state["access"], state["subscription"]["status"]) == ("none", "ended"), order
    assert [record["status"] for record in await buyer.history()] == ["paid"], order
    bought = [str(purchase.user_id) for purchase in await buyer.purchases()]
    assert bought.count(buyer.account.user["id"]) == 1, order


async def _happen(provider: Provider, step: str) -> None:
    subscription = await provider.subscription_id()
    if step == RENEWAL_STOPPED:
        await provider.api.subscriptions.update_async(subscription, {"cancel_at_period_end": True})
    else:
        await provider.api.subscriptions.cancel_async(subscription)


async def _hear(buyer: Shop, kind: str) -> None:
    event: dict[str, Any] = await buyer.provider.event(kind)
    response = await deliver(buyer.api, event)
    assert response.status_code == 200, response.text
