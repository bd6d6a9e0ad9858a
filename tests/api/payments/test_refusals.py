"""Sessions that were paid, but not as ordered, give no access."""

from typing import Any

import pytest
from sqlmodel import col, select, update

from tests.api.payments.faults import Fault
from tests.api.payments.provider import deliver
from tests.api.payments.shop import Shop, assert_refused
from webdev_certs.server.models.payments import Checkout, Customer

pytestmark = pytest.mark.one_database


async def change_order(shop: Shop, checkout_session: dict[str, Any], **changes: object) -> None:
    """Change the stored order, so that it differs from what the checkout session sells."""
    async with shop.resources.database.transaction() as db:
        await db.exec(
            update(Checkout)
            .where(col(Checkout.checkout_session_id) == checkout_session["sessionId"])
            .values(**changes)
        )


async def state_of(shop: Shop, checkout_session: dict[str, Any]) -> tuple[str, str | None]:
    async with shop.resources.database.transaction() as db:
        found = await db.exec(
            select(Checkout.state, Checkout.refusal).where(
                Checkout.checkout_session_id == checkout_session["sessionId"]
            )
        )
        return found.one()


async def assert_no_access(shop: Shop) -> None:
    assert await shop.purchases() == []
    assert not await shop.has_paid()


@pytest.mark.parametrize("heard", [False, True], ids=["visit", "webhook"])
@pytest.mark.parametrize("code", ["wrong_amount", "wrong_customer"])
async def test_a_payment_that_differs_from_the_order_gives_no_access(shop: Shop, code: str, heard: bool):
    checkout_session = await shop.begin()
    if code == "wrong_amount":
        await change_order(shop, checkout_session, amount=14_901)
    else:
        other = await shop.provider.api.customers.create_async({"name": "Ada Lovelace"})
        async with shop.resources.database.transaction() as db:
            await db.exec(update(Customer).values(customer_id=other.id))
    await shop.provider.pay(checkout_session)
    if heard:
        await shop.deliver_latest("checkout.session.completed")
        await assert_no_access(shop)
    for _ in range(2):
        assert_refused(await shop.verify(checkout_session), 409, code)
    assert await state_of(shop, checkout_session) == ("refused", code)
    await assert_no_access(shop)


@pytest.mark.parametrize("heard", [False, True], ids=["visit", "webhook"])
async def test_a_refused_subscription_is_ended(shop: Shop, heard: bool):
    checkout_session = await shop.begin("monthly")
    await change_order(shop, checkout_session, amount=1)
    await shop.provider.pay(checkout_session)
    if heard:
        await shop.deliver_latest("checkout.session.completed")
        assert await shop.subscription_statuses() == ["canceled"]
    for _ in range(2):
        assert_refused(await shop.verify(checkout_session), 409, "wrong_amount")
    assert await shop.subscription_statuses() == ["canceled"]
    await assert_no_access(shop)


async def test_a_refused_subscription_that_has_already_ended_is_no_error(shop: Shop):
    checkout_session = await shop.begin("monthly")
    await change_order(shop, checkout_session, amount=1)
    await shop.provider.pay(checkout_session)
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    assert_refused(await shop.verify(checkout_session), 409, "wrong_amount")


async def test_a_refusal_is_not_stored_before_its_subscription_has_ended(shop: Shop):
    """Otherwise the subscription would never be ended, and be charged every month."""
    checkout_session = await shop.begin("monthly")
    await change_order(shop, checkout_session, amount=1)
    await shop.provider.pay(checkout_session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.proxy.fault = Fault("DELETE /v1/subscriptions/.*", "fails")
    assert_refused(await shop.verify(checkout_session), 503, "verification_unavailable")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    assert await state_of(shop, checkout_session) == ("open", None)
    await assert_no_access(shop)
    shop.provider.proxy.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert await state_of(shop, checkout_session) == ("refused", "wrong_amount")
    assert await shop.subscription_statuses() == ["canceled"]
