"""Subscriptions, payment history and invoices, from purchase to end."""

import io
from datetime import datetime, timedelta
from uuid import UUID

import pypdf
import pytest

from tests.api.payments.provider import DISPUTED_CARD, NO_RENEWAL_CARD
from tests.api.payments.shop import Shop, assert_refused, mail_subjects, order, receipts
from tests.factories import register
from webdev_certs.server.services.payments import entitlements

WON, LOST = "winning_evidence", "losing_evidence"


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.one_database
async def test_without_purchases_there_is_nothing_to_show_or_cancel(shop: Shop):
    assert await shop.billing() == {"access": "none", "subscription": None}
    assert await shop.history() == []
    for call in ("cancel-subscription", "resume-subscription"):
        assert_refused(await shop.post(call), 409, "no_subscription")


async def test_a_subscription_renews(shop: Shop):
    await shop.buy("monthly")
    state = await shop.billing()
    before = state["subscription"]
    assert state["access"] == "subscription"
    assert (before["product_type"], before["status"], before["interval"]) == ("monthly", "active", "month")
    assert (before["ends_at"], before["grace_until"], before["pay_url"]) == (None, None, None)
    await shop.provider.pass_month()
    assert await shop.has_paid(), "Stripe charges the renewal about an hour later"
    await shop.provider.pass_day()
    await shop.deliver_all()
    after = (await shop.billing())["subscription"]
    assert moment(after["renews_at"]) > moment(before["renews_at"])
    assert [record["status"] for record in await shop.history()] == ["paid", "paid"]
    assert await mail_subjects(shop) == []


@pytest.mark.one_database
async def test_a_second_subscription_is_refused(shop: Shop):
    await shop.buy("monthly")
    for plan in ("monthly", "yearly", "lifetime"):
        assert_refused(await shop.post("create-checkout-session", order(plan)), 409, "subscription_active")
    await shop.post("cancel-subscription")
    assert_refused(await shop.post("create-checkout-session", order("yearly")), 409, "subscription_active")
    await shop.buy("lifetime")
    assert (await shop.billing())["access"] == "lifetime"


@pytest.mark.one_database
async def test_a_canceled_subscription_gives_access_until_its_end(shop: Shop):
    await shop.buy("monthly")
    renews_at = (await shop.billing())["subscription"]["renews_at"]
    for _ in range(2):
        canceled = (await shop.post("cancel-subscription")).json()["subscription"]
        assert (canceled["status"], canceled["renews_at"]) == ("ending", None)
        assert canceled["ends_at"] == renews_at
    assert await shop.has_paid()
    await shop.provider.pass_month()
    assert not await shop.has_paid(), "access ends without a webhook"
    await shop.deliver_latest("customer.subscription.deleted")
    ended = (await shop.billing())["subscription"]
    assert (ended["status"], ended["renews_at"]) == ("ended", None)
    assert len(await shop.history()) == 1
    assert await mail_subjects(shop) == [
        "Your Pro subscription is canceled",
        "Your Pro subscription has ended",
    ]
    assert_refused(await shop.post("cancel-subscription"), 409, "no_subscription")
    assert (await shop.begin("yearly"))["url"]


@pytest.mark.one_database
async def test_a_canceled_subscription_can_be_resumed(shop: Shop):
    await shop.buy("yearly")
    await shop.post("cancel-subscription")
    resumed = (await shop.post("resume-subscription")).json()["subscription"]
    assert (resumed["status"], resumed["ends_at"]) == ("active", None)
    await shop.provider.pass_month()
    assert await shop.has_paid()


@pytest.mark.one_database
async def test_a_subscription_that_has_ended_at_the_provider_cannot_be_canceled(shop: Shop):
    await shop.buy("monthly")
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    assert_refused(await shop.post("cancel-subscription"), 409, "no_subscription")
    assert not await shop.has_paid()


async def test_a_failed_renewal_keeps_access_for_the_grace_period_and_sends_a_mail(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    paid_until = moment((await shop.billing())["subscription"]["renews_at"])
    await shop.renew()
    failed = (await shop.billing())["subscription"]
    assert (failed["status"], failed["renews_at"]) == ("past_due", None)
    assert moment(failed["grace_until"]) == paid_until + timedelta(days=7)
    assert await shop.has_paid()
    assert [record["status"] for record in await shop.history()] == ["failed", "paid"]
    for _ in range(7):
        await shop.provider.pass_day()
    await shop.deliver_all()
    assert not await shop.has_paid(), "further tries to charge do not extend it"
    assert await mail_subjects(shop) == ["Your payment didn’t go through"]


@pytest.mark.one_database
async def test_a_failed_renewal_can_be_paid_with_another_card(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.renew()
    assert len(await receipts(shop)) == 1
    await shop.pay_failed_renewal()
    await shop.deliver_all()
    assert len(await receipts(shop)) == 2
    renewed = (await shop.billing())["subscription"]
    assert (renewed["status"], renewed["grace_until"], renewed["pay_url"]) == ("active", None, None)
    assert await shop.has_paid()


@pytest.mark.one_database
async def test_canceling_in_the_grace_period_ends_the_subscription_at_once(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.renew()
    canceled = (await shop.post("cancel-subscription")).json()
    assert canceled["subscription"]["status"] == "ended"
    assert not await shop.has_paid()


@pytest.mark.one_database
async def test_canceling_after_paying_a_failed_renewal_keeps_the_paid_period(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.renew()
    failed = (await shop.billing())["subscription"]
    assert failed["status"] == "past_due"
    await shop.pay_failed_renewal()
    # The webhook is late: the database still says that the renewal was not paid.
    canceled = (await shop.post("cancel-subscription")).json()["subscription"]
    assert canceled["status"] == "ending"
    assert moment(canceled["ends_at"]) > moment(failed["grace_until"])
    assert await shop.has_paid()


async def test_a_full_refund_ends_access(shop: Shop):
    checkout_session = await shop.buy("lifetime")
    await shop.refund(amount=100)
    assert await shop.has_paid()
    (record,) = await shop.history()
    assert (record["status"], record["amount_refunded"]) == ("partially_refunded", 100)
    await shop.refund()
    assert not await shop.has_paid()
    (record,) = await shop.history()
    assert (record["status"], record["amount_refunded"]) == ("refunded", record["amount"])
    assert len(await receipts(shop)) == 1, "a refund sends none"
    assert_refused(await shop.verify(checkout_session), 409, "payment_taken_back")
    assert (await shop.begin("lifetime"))["sessionId"] != checkout_session["sessionId"]


@pytest.mark.one_database
async def test_a_refunded_renewal_ends_access_without_a_grace_period(shop: Shop):
    await shop.buy("monthly")
    await shop.renew()
    await shop.refund()
    assert not await shop.has_paid()
    assert [record["status"] for record in await shop.history()] == ["refunded", "paid"]


async def test_a_dispute_suspends_access_until_it_is_won(shop: Shop):
    for outcome, has_access in ((LOST, False), (WON, True)):
        checkout_session = await shop.begin("lifetime")
        await shop.provider.pay(checkout_session, DISPUTED_CARD)
        await shop.deliver_all()
        assert not await shop.has_paid()
        assert (await shop.history())[0]["status"] == "disputed"
        dispute = (await shop.provider.api.disputes.list_async({"limit": 1})).data[0]
        await shop.provider.api.disputes.update_async(
            dispute.id, {"evidence": {"uncategorized_text": outcome}}
        )
        await shop.deliver_latest("charge.dispute.closed")
        assert await shop.has_paid() is has_access


@pytest.mark.one_database
async def test_granted_and_paid_access_are_independent(shop: Shop):
    user_id = UUID(shop.account.user["id"])
    async with shop.resources.database.transaction() as db:
        await entitlements.grant(db, user_id, "granted", shop.resources.clock())
    assert (await shop.billing())["access"] == "granted"
    await shop.buy("lifetime")
    async with shop.resources.database.transaction() as db:
        await entitlements.revoke(db, user_id)
    assert await shop.has_paid(), "paid access is not revoked"


async def test_an_invoice_is_only_for_its_owner(shop: Shop):
    for plan in ("lifetime", "monthly"):
        buyer = Shop(shop.api, shop.provider, shop.resources, await register(shop.api, name="Grace Hopper"))
        await buyer.buy(plan)
        await buyer.deliver_all()
        (record,) = await buyer.history()
        response = await buyer.get(f"invoice/{record['invoice_id']}")
        assert (response.status_code, response.headers["content-type"]) == (200, "application/pdf")
        assert "Grace Hopper" in pypdf.PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
        calls = len(shop.provider.proxy.calls)
        assert_refused(await shop.get(f"invoice/{record['invoice_id']}"), 404, "invoice_not_found")
        assert len(shop.provider.proxy.calls) == calls
