"""Refunds and disputes of what was bought."""

import pytest
import stripe

from tests.stripe_shop import World


async def charge_of(world: World, number: str = "4242424242424242") -> stripe.Charge:
    return (await world.buy("lifetime", number)).payment_intent.latest_charge


async def test_a_payment_is_refunded_by_its_intent(world: World):
    paid = await world.buy("lifetime")

    refund = await world.sdk.v1.refunds.create_async(
        {"payment_intent": paid.payment_intent.id, "reason": "requested_by_customer"}
    )

    charge = await world.sdk.v1.charges.retrieve_async(str(refund.charge), {"expand": ["refunds"]})
    assert (charge.refunded, charge.amount_refunded) == (True, 14_900)
    assert charge.refunds is not None
    assert [item.id for item in charge.refunds.data] == [refund.id]
    assert await world.recorded("charge.refunded", "refund.created") == ["refund.created", "charge.refunded"]


async def test_the_event_tells_what_changed(world: World):
    charge = await charge_of(world)
    await world.sdk.v1.refunds.create_async({"charge": charge.id, "amount": 100})

    event = (await world.sdk.v1.events.list_async({"type": "charge.refunded"})).data[0]

    told = event.data.to_dict()
    assert told["object"]["amount_refunded"] == 100
    assert told["previous_attributes"] == {"amount_refunded": 0, "refunded": False}


async def test_an_unpaid_intent_has_nothing_to_refund(world: World):
    session = await world.open_session("lifetime")
    await world.pay(session, "4000000000000002")
    intent = (await world.sdk.v1.payment_intents.list_async()).data[0]

    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await world.sdk.v1.refunds.create_async({"payment_intent": intent.id})

    assert refusal.value.code == "payment_intent_unexpected_state"


async def test_a_refund_names_what_it_is_of(world: World):
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await world.sdk.v1.refunds.create_async({})

    assert refusal.value.code == "parameter_missing"


async def test_a_card_may_dispute(world: World):
    charge = await charge_of(world, "4000000000000259")

    dispute = (await world.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    assert (await world.sdk.v1.charges.retrieve_async(charge.id)).disputed
    assert (dispute.status, dispute.reason, dispute.amount) == ("needs_response", "fraudulent", 14_900)
    assert dispute.payment_intent == charge.payment_intent
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await world.sdk.v1.refunds.create_async({"charge": charge.id})
    assert refusal.value.code == "charge_disputed"


@pytest.mark.parametrize(
    ("evidence", "status", "events"),
    [
        ("winning_evidence", "won", ["charge.dispute.funds_reinstated", "charge.dispute.closed"]),
        ("losing_evidence", "lost", ["charge.dispute.closed"]),
    ],
)
async def test_evidence_decides(world: World, evidence: str, status: str, events: list[str]):
    charge = await charge_of(world, "4000000000000259")
    dispute = (await world.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    await world.sdk.v1.disputes.update_async(dispute.id, {"evidence": {"uncategorized_text": evidence}})

    assert (await world.sdk.v1.disputes.retrieve_async(dispute.id)).status == status
    assert (await world.recorded("charge.dispute.*"))[-len(events) :] == events


async def test_a_dispute_can_be_accepted_once(world: World):
    charge = await charge_of(world, "4000000000000259")
    dispute = (await world.sdk.v1.disputes.list_async({"charge": charge.id})).data[0]

    assert (await world.sdk.v1.disputes.close_async(dispute.id)).status == "lost"
    with pytest.raises(stripe.InvalidRequestError):
        await world.sdk.v1.disputes.close_async(dispute.id)
