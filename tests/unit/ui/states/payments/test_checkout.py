"""The state of a checkout, from choosing a plan to Stripe's page."""

import json

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.payments.buyer import CONFIG, NOT_CONFIGURED, ORIGIN, SESSIONS, Buyer
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState

CREATE = "/api/payments/create-checkout-session"
PRACTICE = "0b8f2f3e-7c52-4f63-9a57-1f0c3f8f4a11"


def asked_for(wire: Wire) -> dict:
    """Return the only checkout request."""
    (call,) = [call for call in wire.calls if call.raw_path == CREATE]
    return json.loads(call.body)


# Going to Stripe


async def test_the_script_is_loaded_before_a_checkout_session_is_created(buyer: Buyer):
    await buyer.tab.fire(CheckoutState.choose, "monthly")
    checkout = buyer.checkout
    assert checkout.busy == "monthly"
    assert checkout.script_url.startswith("https://")
    assert checkout.publishable_key.startswith("pk_test_")
    assert checkout.try_id
    assert buyer.provider.proxy.count(SESSIONS) == 0


@pytest.mark.parametrize("path", ["/payment", "/payment/canceled?plan=monthly"])
async def test_choosing_a_plan_twice_begins_one_checkout(buyer: Buyer, wire: Wire, path: str):
    buyer.open(path)
    for _ in range(2):
        await buyer.tab.fire(CheckoutState.choose, "monthly")
    for _ in range(2):
        await buyer.tab.fire(CheckoutState.depart, buyer.checkout.try_id)
    assert wire.count(CREATE) == 1


async def test_a_plan_chosen_before_the_page_has_loaded_is_still_bought(buyer: Buyer):
    checkout = await buyer.tab.load(CheckoutState)
    await buyer.tab.fire(CheckoutState.choose, "monthly")
    await buyer.tab.load(CheckoutState)
    assert (checkout.phase, checkout.busy, len(checkout.plans)) == ("ready", "monthly", 3)
    await buyer.tab.fire(CheckoutState.depart, checkout.try_id)
    assert checkout.departure
    await buyer.tab.fire(CheckoutState.load)
    assert (checkout.busy, checkout.try_id, checkout.departure) == ("", "", "")


async def test_the_browser_is_then_sent_to_the_checkout_session(buyer: Buyer, wire: Wire):
    buyer.open(f"/payment?returnUrl=%2Fpractice-results%2F{PRACTICE}&reason=access_required")
    await buyer.choose("yearly")
    assert buyer.checkout.departure.startswith(buyer.provider.base)
    assert asked_for(wire) == {
        "product_type": "yearly",
        "success_url": f"{ORIGIN}/payment/success?session_id={{CHECKOUT_SESSION_ID}}",
        "cancel_url": f"{ORIGIN}/payment/canceled?plan=yearly&returnUrl=%2Fpractice-results%2F{PRACTICE}",
        "practice_session_id": PRACTICE,
        "metadata": {"practiceSessionId": PRACTICE, "redirectTo": f"/practice-results/{PRACTICE}"},
    }


@pytest.mark.parametrize(
    ("path", "redirect_to"),
    [
        ("/payment", "/dashboard"),
        ("/payment?returnUrl=%2Fpractice-results%2Fno-round", "/practice-results/no-round"),
        ("/payment?returnUrl=https%3A%2F%2Fevil.example", "/dashboard"),
        (f"/payment?returnUrl=%2F{'a' * 500}", "/dashboard"),
    ],
)
async def test_only_practice_results_are_sent_as_practice_session(
    buyer: Buyer, wire: Wire, path: str, redirect_to: str
):
    buyer.open(path)
    await buyer.choose()
    assert buyer.checkout.departure
    assert asked_for(wire)["metadata"] == {"redirectTo": redirect_to}


async def test_events_of_an_earlier_attempt_are_ignored(buyer: Buyer, wire: Wire):
    await buyer.tab.fire(CheckoutState.choose, "lifetime")
    earlier = buyer.checkout.try_id
    await buyer.tab.fire(CheckoutState.stop, earlier, "script_blocked")
    await buyer.tab.fire(CheckoutState.choose, "yearly")
    await buyer.tab.fire(CheckoutState.depart, earlier)
    await buyer.tab.fire(CheckoutState.stop, earlier, "script_empty")
    assert (buyer.checkout.busy, buyer.checkout.failure) == ("yearly", "")
    assert wire.count(CREATE) == 0


async def test_an_unknown_plan_is_ignored(buyer: Buyer, wire: Wire):
    await buyer.choose("gold")
    assert wire.calls == []
    assert buyer.checkout.busy == ""


# Errors


@pytest.mark.parametrize(
    ("code", "detail"),
    [
        ("script_blocked", "Failed to load Stripe script"),
        ("script_empty", "Stripe failed to load"),
        ("refused", "doesn’t accept this site’s key"),
        ("other", "try again"),
    ],
)
async def test_a_script_that_does_not_load_is_an_error(buyer: Buyer, wire: Wire, code: str, detail: str):
    await buyer.tab.fire(CheckoutState.choose, "lifetime")
    (focus,) = await buyer.tab.fire(CheckoutState.stop, buyer.checkout.try_id, code)
    assert focus.name == "set_focus"
    assert buyer.checkout.failure == "Failed to load Stripe"
    assert detail in buyer.checkout.failure_detail
    assert buyer.checkout.busy == ""
    assert wire.count(CREATE) == 0


NO_KEY = "Stripe publishable key not configured"
NO_SESSION = "Failed to create checkout session"


@pytest.mark.parametrize(
    ("path", "answer", "failure"),
    [
        (CONFIG, JSONResponse({"publishableKey": "", "scriptUrl": "https://x", "sandbox": False}), NO_KEY),
        (CONFIG, JSONResponse({}), NO_KEY),
        (CONFIG, JSONResponse(NOT_CONFIGURED, 503), NO_KEY),
        (CREATE, JSONResponse({"sessionId": "", "url": "https://x"}), NO_SESSION),
        (CREATE, JSONResponse({"sessionId": "cs_1", "url": ""}), NO_SESSION),
        (CREATE, PlainTextResponse("", 500), NO_SESSION),
    ],
)
async def test_without_a_key_or_a_checkout_session_the_checkout_fails(
    buyer: Buyer, wire: Wire, path: str, answer: JSONResponse | PlainTextResponse, failure: str
):
    wire.instead(path, answer)
    await buyer.choose()
    assert (buyer.checkout.failure, buyer.checkout.busy, buyer.checkout.departure) == (failure, "", "")
    assert wire.count(CREATE) == int(path == CREATE)


async def test_a_user_who_has_already_paid_gets_access(buyer: Buyer):
    await buyer.buy()
    payment = buyer.tab.state(PaymentState)
    payment.has_paid = False
    await buyer.tab.fire(CheckoutState.load)
    await buyer.choose()
    assert buyer.checkout.failure == "Failed to create checkout session"
    assert "You already have lifetime access" in buyer.checkout.failure_detail
    assert payment.has_paid is True
