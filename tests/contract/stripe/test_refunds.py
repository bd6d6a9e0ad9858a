"""Charges and their refunds."""

import pytest
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.dialects import charged
from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("refunds")


async def test_a_good_card_is_charged(sdk: Sdk, backend: Backend):
    charge = await charged(sdk, backend)

    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.status, found.paid, found.amount, found.currency) == ("succeeded", True, 24_900, "usd")
    assert found.payment_method_details is not None
    assert found.payment_method_details.card is not None
    assert found.payment_method_details.card.last4 == "4242"


async def test_a_charge_is_fully_refunded(sdk: Sdk, backend: Backend):
    charge = await charged(sdk, backend)

    refund = await sdk.v1.refunds.create_async({"charge": charge.id})

    assert (refund.amount, refund.status, refund.charge) == (24_900, "succeeded", charge.id)
    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.refunded, found.amount_refunded) == (True, 24_900)


async def test_refunds_cannot_exceed_the_charge(sdk: Sdk, backend: Backend):
    charge = await charged(sdk, backend)
    await sdk.v1.refunds.create_async({"charge": charge.id, "amount": 400})
    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.refunded, found.amount_refunded) == (False, 400)

    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.refunds.create_async({"charge": charge.id, "amount": 24_501})
    await sdk.v1.refunds.create_async({"charge": charge.id})
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.refunds.create_async({"charge": charge.id})

    assert refusal.value.code == "charge_already_refunded"
