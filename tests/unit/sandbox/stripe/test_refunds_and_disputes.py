"""Refunds and disputes of purchases."""

import pytest
import stripe

from tests.stripe_shop import PUBLIC_BASE, Shop

DISPUTED = "4000000000000259"


async def charge_of(shop: Shop, number: str = "4242424242424242") -> stripe.Charge:
    await shop.buy("lifetime", number)
    return (await shop.charges())[0]


@pytest.mark.parametrize(
    ("action", "event"), [("refund", "charge.refunded"), ("dispute", "charge.dispute.created")]
)
async def test_the_dashboard_refunds_or_disputes_a_payment_once(shop: Shop, action: str, event: str):
    charge = await charge_of(shop)

    answers = [
        await shop.browser.post(f"{PUBLIC_BASE}/{action}", data={"charge": charge.id}) for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [303, 400]
    after = await shop.sdk.v1.charges.retrieve_async(charge.id)
    assert (after.refunded, after.disputed) == (action == "refund", action == "dispute")
    assert await shop.recorded(event) == [event]


async def test_a_declined_charge_cannot_be_refunded(shop: Shop):
    await shop.pay(await shop.open_checkout_session("lifetime"), "4000000000000002")

    with pytest.raises(stripe.InvalidRequestError):
        await shop.sdk.v1.refunds.create_async({"charge": (await shop.charges())[0].id})


async def test_a_charge_of_the_dispute_card_is_disputed(shop: Shop):
    charge = await charge_of(shop, DISPUTED)

    dispute = (await shop.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    assert (await shop.sdk.v1.charges.retrieve_async(charge.id)).disputed
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 24_900)
    assert dispute.payment_intent == charge.payment_intent
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await shop.sdk.v1.refunds.create_async({"charge": charge.id})
    assert refusal.value.code == "charge_disputed"


@pytest.mark.parametrize(
    ("evidence", "status", "events"),
    [
        (
            "winning_evidence",
            "won",
            ["charge.dispute.updated", "charge.dispute.funds_reinstated", "charge.dispute.closed"],
        ),
        ("losing_evidence", "lost", ["charge.dispute.updated", "charge.dispute.closed"]),
        ("anything else", "under_review", ["charge.dispute.updated"]),
    ],
)
async def test_evidence_decides_the_dispute(shop: Shop, evidence: str, status: str, events: list[str]):
    charge = await charge_of(shop, DISPUTED)
    dispute = (await shop.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    await shop.sdk.v1.disputes.update_async(dispute.id, {"evidence": {"uncategorized_text": evidence}})

    assert (await shop.sdk.v1.disputes.list_async()).data[0].status == status
    assert (await shop.recorded())[-len(events) :] == events
    with pytest.raises(stripe.InvalidRequestError):
        await shop.sdk.v1.disputes.update_async(dispute.id, {"evidence": {"uncategorized_text": evidence}})
