"""Subscriptions, history and invoices over their whole life."""

import io
from datetime import datetime, timedelta
from uuid import UUID

import pypdf

from tests.api.payments.provider import DISPUTED_CARD, NO_RENEWAL_CARD
from tests.api.payments.shop import Shop, assert_refused, order, subjects
from tests.factories import register
from webdev_certs.server.services import billing_closing, payments

WON, LOST = "winning_evidence", "losing_evidence"


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def test_nothing_was_bought(shop: Shop):
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
    assert await shop.has_paid(), "the provider takes an hour to collect"
    await shop.provider.pass_day()
    await shop.hear_all()
    after = (await shop.billing())["subscription"]
    assert moment(after["renews_at"]) > moment(before["renews_at"])
    assert [record["status"] for record in await shop.history()] == ["paid", "paid"]
    assert await subjects(shop) == []


async def test_a_second_subscription_is_refused(shop: Shop):
    await shop.buy("monthly")
    for plan in ("monthly", "yearly", "lifetime"):
        assert_refused(await shop.post("create-checkout-session", order(plan)), 409, "subscription_active")
    await shop.post("cancel-subscription")
    assert_refused(await shop.post("create-checkout-session", order("yearly")), 409, "subscription_active")
    await shop.buy("lifetime")
    assert (await shop.billing())["access"] == "lifetime"


async def test_a_cancelled_subscription_gives_access_until_its_end(shop: Shop):
    await shop.buy("monthly")
    renews_at = (await shop.billing())["subscription"]["renews_at"]
    for _ in range(2):
        cancelled = (await shop.post("cancel-subscription")).json()["subscription"]
        assert (cancelled["status"], cancelled["renews_at"]) == ("ending", None)
        assert cancelled["ends_at"] == renews_at
    assert await shop.has_paid()
    await shop.provider.pass_month()
    assert not await shop.has_paid(), "its end needs no message"
    await shop.hear("customer.subscription.deleted")
    ended = (await shop.billing())["subscription"]
    assert (ended["status"], ended["renews_at"]) == ("ended", None)
    assert len(await shop.history()) == 1
    assert await subjects(shop) == ["Your subscription has ended"]
    assert_refused(await shop.post("cancel-subscription"), 409, "no_subscription")
    assert (await shop.begin("yearly"))["url"]


async def test_a_cancellation_can_be_taken_back(shop: Shop):
    await shop.buy("yearly")
    await shop.post("cancel-subscription")
    resumed = (await shop.post("resume-subscription")).json()["subscription"]
    assert (resumed["status"], resumed["ends_at"]) == ("active", None)
    await shop.provider.pass_month()
    assert await shop.has_paid()


async def test_cancelling_what_has_ended_at_the_provider(shop: Shop):
    await shop.buy("monthly")
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    assert_refused(await shop.post("cancel-subscription"), 409, "no_subscription")
    assert not await shop.has_paid()


async def test_a_failed_renewal_keeps_access_for_the_grace_period_and_is_told(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    paid_until = moment((await shop.billing())["subscription"]["renews_at"])
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear_all()
    failed = (await shop.billing())["subscription"]
    assert (failed["status"], failed["renews_at"]) == ("past_due", None)
    assert moment(failed["grace_until"]) == paid_until + timedelta(days=7)
    assert await shop.has_paid()
    assert [record["status"] for record in await shop.history()] == ["failed", "paid"]
    for _ in range(7):
        await shop.provider.pass_day()
    await shop.hear_all()
    assert not await shop.has_paid(), "further attempts of the provider do not prolong it"
    assert await subjects(shop) == ["Your payment did not go through"]


async def test_a_failed_renewal_can_be_paid_with_another_card(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear_all()
    pay_url = (await shop.billing())["subscription"]["pay_url"]
    paid = await shop.provider.pay({"url": pay_url})
    assert paid.status_code == 303, paid.text
    await shop.hear_all()
    renewed = (await shop.billing())["subscription"]
    assert (renewed["status"], renewed["grace_until"], renewed["pay_url"]) == ("active", None, None)
    assert await shop.has_paid()


async def test_cancelling_in_the_grace_period_ends_it_at_once(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear_all()
    cancelled = (await shop.post("cancel-subscription")).json()
    assert cancelled["subscription"]["status"] == "ended"
    assert not await shop.has_paid()


async def test_cancelling_after_paying_what_had_failed_keeps_the_time_that_was_paid(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear_all()
    failed = (await shop.billing())["subscription"]
    assert failed["status"] == "past_due"
    paid = await shop.provider.pay({"url": failed["pay_url"]})
    assert paid.status_code == 303, paid.text
    # The provider's message is late: our books still say that nothing was paid.
    cancelled = (await shop.post("cancel-subscription")).json()["subscription"]
    assert cancelled["status"] == "ending"
    assert moment(cancelled["ends_at"]) > moment(failed["grace_until"])
    assert await shop.has_paid()


async def test_a_refund_takes_access_away(shop: Shop):
    session = await shop.buy("lifetime")
    charge = await shop.provider.charge_id()
    await shop.provider.api.refunds.create_async({"charge": charge, "amount": 100})
    await shop.hear("charge.refunded")
    assert await shop.has_paid()
    (record,) = await shop.history()
    assert (record["status"], record["amount_refunded"]) == ("partially_refunded", 100)
    await shop.provider.api.refunds.create_async({"charge": charge})
    await shop.hear("charge.refunded")
    assert not await shop.has_paid()
    (record,) = await shop.history()
    assert (record["status"], record["amount_refunded"]) == ("refunded", record["amount"])
    assert_refused(await shop.verify(session), 409, "payment_taken_back")
    assert (await shop.begin("lifetime"))["sessionId"] != session["sessionId"]


async def test_a_refunded_period_ends_access_without_grace(shop: Shop):
    await shop.buy("monthly")
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear_all()
    await shop.provider.api.refunds.create_async({"charge": await shop.provider.charge_id()})
    await shop.hear("charge.refunded")
    assert not await shop.has_paid()
    assert [record["status"] for record in await shop.history()] == ["refunded", "paid"]


async def test_a_dispute_takes_access_away_until_it_is_won(shop: Shop):
    for outcome, has_access in ((LOST, False), (WON, True)):
        session = await shop.begin("lifetime")
        await shop.provider.pay(session, DISPUTED_CARD)
        await shop.hear_all()
        assert not await shop.has_paid()
        assert (await shop.history())[0]["status"] == "disputed"
        dispute = (await shop.provider.api.disputes.list_async({"limit": 1})).data[0]
        await shop.provider.api.disputes.update_async(
            dispute.id, {"evidence": {"uncategorized_text": outcome}, "submit": True}
        )
        await shop.hear("charge.dispute.closed")
        assert await shop.has_paid() is has_access


async def test_granted_access_is_neither_given_nor_taken_by_payments(shop: Shop):
    user_id = UUID(shop.account.user["id"])
    async with shop.resources.database.session_scope() as session:
        await payments.grant(session, user_id, "granted", shop.resources.clock())
    assert (await shop.billing())["access"] == "granted"
    await shop.buy("lifetime")
    async with shop.resources.database.session_scope() as session:
        await payments.revoke(session, user_id)
    assert await shop.has_paid(), "what was paid for is not revoked"


async def test_an_invoice_is_its_owners(shop: Shop):
    for plan in ("lifetime", "monthly"):
        buyer = Shop(shop.api, shop.provider, shop.resources, await register(shop.api, name="Grace Hopper"))
        await buyer.buy(plan)
        await buyer.hear_all()
        (record,) = await buyer.history()
        response = await buyer.get(f"invoice/{record['invoice_id']}")
        assert (response.status_code, response.headers["content-type"]) == (200, "application/pdf")
        assert "Grace Hopper" in pypdf.PdfReader(io.BytesIO(response.content)).pages[0].extract_text()
        calls = len(shop.provider.line.calls)
        assert_refused(await shop.get(f"invoice/{record['invoice_id']}"), 404, "invoice_not_found")
        assert len(shop.provider.line.calls) == calls
    for odd in ("in_unknown", "%00", "a%20b", "ä" * 200):
        assert_refused(await shop.get(f"invoice/{odd}"), 404, "invoice_not_found")


async def test_a_deleted_account_is_never_charged_again(shop: Shop):
    await shop.buy("monthly")
    await billing_closing.end_all(shop.resources.payment_desk, UUID(shop.account.user["id"]))
    subscription = await shop.provider.api.subscriptions.retrieve_async(await shop.provider.subscription_id())
    assert subscription.status == "canceled"
    assert not await shop.has_paid()
