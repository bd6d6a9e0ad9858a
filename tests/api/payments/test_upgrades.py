"""Lifetime access makes a subscription redundant: it is not charged again."""

import pytest

from tests.api.payments.faults import Fault
from tests.api.payments.provider import GOOD_CARD, NO_RENEWAL_CARD, deliver
from tests.api.payments.shop import Shop, assert_refused, mail_subjects

pytestmark = pytest.mark.one_database


async def buy_lifetime_with_a_subscription(shop: Shop, card: str = GOOD_CARD) -> None:
    """Start to buy lifetime access with a canceled subscription, and resume that before paying."""
    await shop.buy("monthly", card)
    await shop.post("cancel-subscription")
    checkout_session = await shop.begin("lifetime")
    assert (await shop.post("resume-subscription")).json()["subscription"]["status"] == "active"
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).json()["success"]


async def renews_at_the_provider(shop: Shop) -> bool:
    found = await shop.provider.api.subscriptions.retrieve_async(await shop.provider.subscription_id())
    return found.status != "canceled" and not found.cancel_at_period_end


async def test_lifetime_access_stops_the_renewal_until_it_is_refunded(shop: Shop):
    await buy_lifetime_with_a_subscription(shop)
    billing = await shop.billing()
    assert billing["access"] == "lifetime"
    assert billing["subscription"]["status"] == "ending", "it is shown, and not charged again"
    assert not await renews_at_the_provider(shop)
    canceled = (await shop.post("cancel-subscription")).json()
    assert (canceled["access"], canceled["subscription"]["status"]) == ("lifetime", "ending")
    assert_refused(await shop.post("resume-subscription"), 409, "already_paid")
    assert not await renews_at_the_provider(shop)
    # Resumed at the provider, it is stopped again.
    subscription_id = await shop.provider.subscription_id()
    await shop.provider.api.subscriptions.update_async(subscription_id, {"cancel_at_period_end": False})
    await shop.deliver_latest("customer.subscription.updated")
    assert not await renews_at_the_provider(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"
    await shop.refund()
    assert (await shop.billing())["access"] == "subscription"
    resumed = (await shop.post("resume-subscription")).json()
    assert resumed["subscription"]["status"] == "active"


async def test_a_failed_renewal_is_not_charged_again(shop: Shop):
    await buy_lifetime_with_a_subscription(shop, NO_RENEWAL_CARD)
    await shop.provider.api.subscriptions.update_async(
        await shop.provider.subscription_id(), {"cancel_at_period_end": False}
    )
    await shop.provider.pass_period()
    await shop.deliver_latest("invoice.payment_failed")
    billing = await shop.billing()
    assert (billing["access"], billing["subscription"]["status"]) == ("lifetime", "ended")
    assert await mail_subjects(shop) == ["Your Pro subscription is canceled"], (
        "only by themselves, before they paid"
    )


async def test_lifetime_access_is_not_stored_before_the_renewal_is_stopped(shop: Shop):
    """Otherwise the renewal would never be stopped, and both would be charged."""
    await shop.buy("monthly")
    await shop.post("cancel-subscription")
    checkout_session = await shop.begin("lifetime")
    await shop.post("resume-subscription")
    await shop.provider.pay(checkout_session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.proxy.fault = Fault("POST /v1/subscriptions/.*", "fails")
    assert_refused(await shop.verify(checkout_session), 503, "verification_unavailable")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    shop.provider.proxy.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert (await shop.billing())["access"] == "lifetime"
    assert not await renews_at_the_provider(shop)
