"""Lifetime access beside a subscription: nobody goes on paying for what they have."""

from tests.api.payments.faults import Fault
from tests.api.payments.provider import GOOD_CARD, NO_RENEWAL_CARD, deliver
from tests.api.payments.shop import Shop, assert_refused, subjects


async def buy_lifetime_beside_a_subscription(shop: Shop, card: str = GOOD_CARD) -> None:
    """The cancellation that made room for lifetime access is taken back before that is paid."""
    await shop.buy("monthly", card)
    await shop.post("cancel-subscription")
    session = await shop.begin("lifetime")
    assert (await shop.post("resume-subscription")).json()["subscription"]["status"] == "active"
    await shop.provider.pay(session)
    assert (await shop.verify(session)).json()["success"]


async def renews_at_the_provider(shop: Shop) -> bool:
    found = await shop.provider.api.subscriptions.retrieve_async(await shop.provider.subscription_id())
    return found.status != "canceled" and not found.cancel_at_period_end


async def test_lifetime_access_ends_the_renewals_of_a_subscription(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop)
    billing = await shop.billing()
    assert billing["access"] == "lifetime"
    assert billing["subscription"]["status"] == "ending", "it is shown, and charges nothing more"
    assert not await renews_at_the_provider(shop)


async def test_a_subscription_beside_lifetime_access_is_not_resumed(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop)
    assert_refused(await shop.post("resume-subscription"), 409, "already_paid")
    assert not await renews_at_the_provider(shop)


async def test_one_that_goes_on_at_the_provider_is_stopped_again(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop)
    await shop.provider.api.subscriptions.update_async(
        await shop.provider.subscription_id(), {"cancel_at_period_end": False}
    )
    await shop.hear("customer.subscription.updated")
    assert not await renews_at_the_provider(shop)
    assert (await shop.billing())["subscription"]["status"] == "ending"


async def test_it_can_be_cancelled_once_more_and_that_does_no_harm(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop)
    cancelled = (await shop.post("cancel-subscription")).json()
    assert (cancelled["access"], cancelled["subscription"]["status"]) == ("lifetime", "ending")


async def test_a_failed_renewal_is_not_collected_any_more(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop, NO_RENEWAL_CARD)
    await shop.provider.api.subscriptions.update_async(
        await shop.provider.subscription_id(), {"cancel_at_period_end": False}
    )
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear("invoice.payment_failed")
    billing = await shop.billing()
    assert (billing["access"], billing["subscription"]["status"]) == ("lifetime", "ended")
    assert await subjects(shop) == [], "it concerns them no more"


async def test_nothing_is_fulfilled_before_the_renewals_have_ended(shop: Shop):
    """Else nobody would try again, and both would be charged."""
    await shop.buy("monthly")
    await shop.post("cancel-subscription")
    session = await shop.begin("lifetime")
    await shop.post("resume-subscription")
    await shop.provider.pay(session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.line.fault = Fault("POST /v1/subscriptions/.*", "fails")
    assert_refused(await shop.verify(session), 503, "verification_unavailable")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    shop.provider.line.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert (await shop.billing())["access"] == "lifetime"
    assert not await renews_at_the_provider(shop)


async def test_after_a_refund_the_subscription_can_be_resumed(shop: Shop):
    await buy_lifetime_beside_a_subscription(shop)
    await shop.provider.api.refunds.create_async({"charge": await shop.provider.charge_id()})
    await shop.hear("charge.refunded")
    assert (await shop.billing())["access"] == "subscription"
    resumed = (await shop.post("resume-subscription")).json()
    assert resumed["subscription"]["status"] == "active"
