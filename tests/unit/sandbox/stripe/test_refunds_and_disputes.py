"""Refunds and disputes of purchases."""

import pytest
import stripe

from tests.stripe_shop import Shop


async def charge_of(shop: Shop, number: str = "4242424242424242") -> stripe.Charge:
    return (await shop.buy("lifetime", number)).payment_intent.latest_charge


async def test_a_payment_is_refunded_by_its_payment_intent(shop: Shop):
    paid = await shop.buy("lifetime")

    refund = await shop.sdk.v1.refunds.create_async(
        {"payment_intent": paid.payment_intent.id, "reason": "requested_by_customer"}
    )

    charge = await shop.sdk.v1.charges.retrieve_async(str(refund.charge), {"expand": ["refunds"]})
    assert (charge.refunded, charge.amount_refunded) == (True, 14_900)
    assert charge.refunds is not None
    assert [item.id for item in charge.refunds.data] == [refund.id]
    assert await shop.recorded("charge.refunded", "refund.created") == ["refund.created", "charge.refunded"]


async def test_the_refund_event_contains_the_previous_values(shop: Shop):
    charge = await charge_of(shop)
    await shop.sdk.v1.refunds.create_async({"charge": charge.id, "amount": 100})

    event = (await shop.sdk.v1.events.list_async({"type": "charge.refunded"})).data[0]

    data = event.data.to_dict()
    assert data["object"]["amount_refunded"] == 100
    assert data["previous_attributes"] == {"amount_refunded": 0, "refunded": False}


async def test_an_unpaid_payment_intent_cannot_be_refunded(shop: Shop):
    checkout_session = await shop.open_checkout_session("lifetime")
    await shop.pay(checkout_session, "4000000000000002")
    intent = (await shop.sdk.v1.payment_intents.list_async()).data[0]

    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await shop.sdk.v1.refunds.create_async({"payment_intent": intent.id})

    assert refusal.value.code == "payment_intent_unexpected_state"


async def test_a_refund_needs_a_charge_or_payment_intent(shop: Shop):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await shop.sdk.v1.refunds.create_async({})

    assert refusal.value.code == "parameter_missing"


async def test_a_charge_of_the_dispute_card_is_disputed(shop: Shop):
    charge = await charge_of(shop, "4000000000000259")

    dispute = (await shop.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    assert (await shop.sdk.v1.charges.retrieve_async(charge.id)).disputed
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 14_900)
    assert dispute.payment_intent == charge.payment_intent
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await shop.sdk.v1.refunds.create_async({"charge": charge.id})
    assert refusal.value.code == "charge_disputed"


@pytest.mark.parametrize(
    ("evidence", "status", "events"),
    [
        ("winning_evidence", "won", ["charge.dispute.funds_reinstated", "charge.dispute.closed"]),
        ("losing_evidence", "lost", ["charge.dispute.closed"]),
    ],
)
async def test_evidence_decides_the_dispute(shop: Shop, evidence: str, status: str, events: list[str]):
    charge = await charge_of(shop, "4000000000000259")
    dispute = (await shop.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    await shop.sdk.v1.disputes.update_async(dispute.id, {"evidence": {"uncategorized_text": evidence}})

    assert (await shop.sdk.v1.disputes.retrieve_async(dispute.id)).status == status
    assert (await shop.recorded("charge.dispute.*"))[-len(events) :] == events


async def test_a_dispute_can_be_accepted_only_once(shop: Shop):
    charge = await charge_of(shop, "4000000000000259")
    dispute = (await shop.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    assert (await shop.sdk.v1.disputes.close_async(dispute.id)).status == "lost"
    with pytest.raises(stripe.InvalidRequestError):
        await shop.sdk.v1.disputes.close_async(dispute.id)
