"""Charges of test cards, and refunds."""

import pytest
import stripe

from tests.contract.stripe.sdk import Sdk

pytestmark = pytest.mark.about("charges")


async def charged(sdk: Sdk, source: str = "tok_visa", amount: int = 1400) -> stripe.Charge:
    return await sdk.v1.charges.create_async({"amount": amount, "currency": "eur", "source": source})


async def test_a_good_card_is_charged(sdk: Sdk):
    charge = await charged(sdk)

    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.status, found.paid, found.amount, found.currency) == ("succeeded", True, 1400, "eur")
    assert found.payment_method_details is not None
    assert found.payment_method_details.card is not None
    assert found.payment_method_details.card.last4 == "4242"


@pytest.mark.parametrize(
    ("source", "code", "decline_code"),
    [
        ("tok_chargeDeclined", "card_declined", "generic_decline"),
        ("tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"),
        ("tok_chargeDeclinedExpiredCard", "expired_card", None),
        ("tok_chargeDeclinedIncorrectCvc", "incorrect_cvc", None),
        ("tok_chargeDeclinedProcessingError", "processing_error", None),
    ],
)
async def test_a_bad_card_is_declined(sdk: Sdk, source: str, code: str, decline_code: str | None):
    with pytest.raises(stripe.CardError) as refusal:
        await charged(sdk, source)

    assert (refusal.value.http_status, refusal.value.code) == (402, code)
    assert refusal.value.error is not None
    assert decline_code is None or refusal.value.error.decline_code == decline_code


async def test_a_declined_charge_is_stored(sdk: Sdk):
    with pytest.raises(stripe.CardError) as refusal:
        await charged(sdk, "tok_chargeDeclined")

    assert refusal.value.error is not None
    assert refusal.value.error.charge
    failed = await sdk.v1.charges.retrieve_async(refusal.value.error.charge)
    assert (failed.status, failed.paid) == ("failed", False)


async def test_a_charge_is_fully_refunded(sdk: Sdk):
    charge = await charged(sdk)

    refund = await sdk.v1.refunds.create_async({"charge": charge.id})

    assert (refund.amount, refund.status, refund.charge) == (1400, "succeeded", charge.id)
    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.refunded, found.amount_refunded) == (True, 1400)


async def test_refunds_cannot_exceed_the_charge(sdk: Sdk):
    charge = await charged(sdk)
    await sdk.v1.refunds.create_async({"charge": charge.id, "amount": 400})
    found = await sdk.v1.charges.retrieve_async(charge.id)
    assert (found.refunded, found.amount_refunded) == (False, 400)

    with pytest.raises(stripe.InvalidRequestError):
        await sdk.v1.refunds.create_async({"charge": charge.id, "amount": 1001})
    await sdk.v1.refunds.create_async({"charge": charge.id})
    with pytest.raises(stripe.InvalidRequestError) as refusal:
        await sdk.v1.refunds.create_async({"charge": charge.id})

    assert refusal.value.code == "charge_already_refunded"
