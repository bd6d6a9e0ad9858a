"""A checkout, from choosing a plan to Stripe's page."""

from typing import Any
from uuid import UUID

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.records import CONFIG, STRIPE_PAGE
from webdev_certs.schemas.payments import (
    CheckoutMetadata,
    CheckoutRequest,
    CheckoutSession,
    PaymentStatus,
)
from webdev_certs.settings import get_settings
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState

PRACTICE = "0b8f2f3e-7c52-4f63-9a57-1f0c3f8f4a11"


@pytest.fixture
def checkout(buyer: Tab) -> CheckoutState:
    return buyer.state(CheckoutState)


async def choose(buyer: Tab, product_type: str = "lifetime") -> None:
    """Choose a plan; Stripe's script loads."""
    await buyer.fire(CheckoutState.choose, product_type)
    await buyer.fire(CheckoutState.depart, buyer.state(CheckoutState).try_id)


def request(fake: FakeApi) -> CheckoutRequest:
    """Return the only checkout request."""
    (call,) = fake.calls(Api.create_checkout_session)
    return call["checkout"]


async def test_the_script_is_loaded_before_a_checkout_session_is_created(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState
):
    await buyer.fire(CheckoutState.choose, "monthly")
    assert checkout.busy == "monthly"
    assert (checkout.script_url, checkout.publishable_key) == (CONFIG.script_url, CONFIG.publishable_key)
    assert checkout.try_id
    assert fake.names() == ["payment_config"]


@pytest.mark.parametrize("path", ["/payment", "/payment/canceled?plan=monthly"])
async def test_choosing_a_plan_twice_begins_one_checkout(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState, path: str
):
    buyer.open(path)
    for _ in range(2):
        await buyer.fire(CheckoutState.choose, "monthly")
    for _ in range(2):
        await buyer.fire(CheckoutState.depart, checkout.try_id)
    assert request(fake).product_type == "monthly"


async def test_a_plan_that_was_left_before_stripe_was_ready_is_not_bought_at_the_next_visit(
    buyer: Tab, checkout: CheckoutState
):
    await buyer.load(CheckoutState, "/payment")
    await buyer.fire(CheckoutState.choose, "monthly")
    await buyer.load(CheckoutState)
    assert (checkout.phase, checkout.busy, checkout.try_id) == ("ready", "", "")


async def test_a_plan_chosen_before_a_new_connection_has_loaded_the_page_is_still_bought(
    buyer: Tab, checkout: CheckoutState
):
    await buyer.load(CheckoutState)
    buyer.open(buyer.url, connection="second")
    await buyer.fire(CheckoutState.choose, "monthly")
    await buyer.load(CheckoutState)
    assert (checkout.phase, checkout.busy, len(checkout.plans)) == ("ready", "monthly", 3)
    await buyer.fire(CheckoutState.depart, checkout.try_id)
    assert checkout.departure
    await buyer.fire(CheckoutState.load)
    assert (checkout.busy, checkout.try_id, checkout.departure) == ("", "", "")


async def test_back_from_stripe_another_plan_can_be_chosen(buyer: Tab, checkout: CheckoutState):
    await choose(buyer, "monthly")
    await buyer.fire(CheckoutState.come_back)
    assert (checkout.busy, checkout.try_id, checkout.departure) == ("", "", "")
    await choose(buyer, "yearly")
    assert (checkout.busy, checkout.departure) == ("yearly", STRIPE_PAGE)


async def test_the_browser_is_then_sent_to_the_checkout_session(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState
):
    buyer.open(f"/payment?returnUrl=%2Fpractice-results%2F{PRACTICE}&reason=access_required")
    await choose(buyer, "yearly")
    assert checkout.departure == STRIPE_PAGE
    pages = f"{get_settings().origin}/payment"
    assert request(fake) == CheckoutRequest(
        product_type="yearly",
        success_url=f"{pages}/success?session_id={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{pages}/canceled?plan=yearly&returnUrl=%2Fpractice-results%2F{PRACTICE}",
        practice_session_id=UUID(PRACTICE),
        metadata=CheckoutMetadata(
            practice_session_id=UUID(PRACTICE), redirect_to=f"/practice-results/{PRACTICE}"
        ),
    )


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
    buyer: Tab, fake: FakeApi, path: str, redirect_to: str
):
    buyer.open(path)
    await choose(buyer)
    assert request(fake).metadata == CheckoutMetadata(redirect_to=redirect_to)
    assert request(fake).practice_session_id is None


async def test_events_of_an_earlier_attempt_are_ignored(buyer: Tab, fake: FakeApi, checkout: CheckoutState):
    await buyer.fire(CheckoutState.choose, "lifetime")
    earlier = checkout.try_id
    await buyer.fire(CheckoutState.stop, earlier, "script_blocked")
    await buyer.fire(CheckoutState.choose, "yearly")
    await buyer.fire(CheckoutState.depart, earlier)
    await buyer.fire(CheckoutState.stop, earlier, "script_empty")
    assert (checkout.busy, checkout.failure) == ("yearly", "")
    assert fake.calls(Api.create_checkout_session) == []


async def test_an_unknown_plan_is_ignored(buyer: Tab, fake: FakeApi, checkout: CheckoutState):
    await choose(buyer, "gold")
    assert fake.called == []
    assert checkout.busy == ""


@pytest.mark.parametrize(
    ("code", "detail"),
    [
        ("script_blocked", "Failed to load Stripe script"),
        ("script_empty", "Stripe failed to load"),
        ("refused", "doesn’t accept this site’s key"),
        ("other", "try again"),
    ],
)
async def test_a_script_that_does_not_load_is_an_error(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState, code: str, detail: str
):
    await buyer.fire(CheckoutState.choose, "lifetime")
    (focus,) = await buyer.fire(CheckoutState.stop, checkout.try_id, code)
    assert focus.name == "set_focus"
    assert checkout.failure == "Failed to load Stripe"
    assert detail in checkout.failure_detail
    assert checkout.busy == ""
    assert fake.calls(Api.create_checkout_session) == []


NO_KEY = "Stripe publishable key not configured"
NO_SESSION = "Failed to create checkout session"


@pytest.mark.parametrize(
    ("call", "answer", "failure", "detail"),
    [
        (Api.payment_config, refusal("payments_not_configured", 503), NO_KEY, ""),
        (Api.payment_config, refusal("too_many_requests", 429), NO_SESSION, "Refused: too_many_requests."),
        (Api.create_checkout_session, CheckoutSession(session_id="", url="https://x"), NO_SESSION, ""),
        (Api.create_checkout_session, CheckoutSession(session_id="cs_1", url=""), NO_SESSION, ""),
        (Api.create_checkout_session, refusal("checkout_failed", 503), NO_SESSION, ""),
        (Api.create_checkout_session, refusal("payment_pending"), NO_SESSION, "Refused: payment_pending."),
    ],
)
async def test_without_a_key_or_a_checkout_session_the_checkout_fails(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState, call: Any, answer: Any, failure: str, detail: str
):
    fake.answer(call, answer)
    await choose(buyer)
    assert (checkout.failure, checkout.failure_detail) == (failure, detail)
    assert (checkout.busy, checkout.departure) == ("", "")
    assert fake.names()[-1] == getattr(call, "__name__", "")


@pytest.mark.parametrize("code", ["already_paid", "subscription_active"])
async def test_a_user_who_has_already_paid_gets_access(
    buyer: Tab, fake: FakeApi, checkout: CheckoutState, code: str
):
    fake.answer(Api.create_checkout_session, refusal(code))
    fake.answer(Api.payment_status, PaymentStatus(has_paid=True))
    await choose(buyer)
    assert (checkout.failure, checkout.failure_detail) == (NO_SESSION, f"Refused: {code}.")
    assert buyer.state(PaymentState).has_paid is True
