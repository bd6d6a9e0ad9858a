"""The return from Stripe: the payment is verified, with retries; then the page says what was bought."""

from starlette.responses import JSONResponse, PlainTextResponse

from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Effect, query, redirect
from tests.unit.ui.states.payments.buyer import CONFIG, ORIGIN, Buyer
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import WAITS, PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

HISTORY = "/api/payments/history"
VERIFY = "/api/payments/verify-payment"
ATTEMPTED = "/practice-results/7"


async def try_again(buyer: Buyer) -> list:
    """Let the wait pass."""
    return await buyer.tab.fire(PaymentReturnState.try_again, buyer.returned.tries)


def leads_to(buyer: Buyer, effects: list[Effect]) -> str:
    """Return where the page of a confirmed payment leads to; it does not go there by itself."""
    assert (buyer.returned.outcome, effects) == ("confirmed", [])
    return buyer.returned.destination


async def test_an_invoice_that_cannot_be_read_does_not_spoil_the_thanks(buyer: Buyer, wire: Wire):
    wire.instead(HISTORY, PlainTextResponse("", 500))
    assert leads_to(buyer, await buyer.buy()) == "/dashboard"
    assert not buyer.returned.has_receipt
    assert (buyer.returned.bought, buyer.returned.paid, buyer.returned.invoice_id) == ("Lifetime", "", "")


async def test_a_test_payment_is_called_a_test_unless_the_mode_cannot_be_read(buyer: Buyer, wire: Wire):
    await buyer.buy()
    assert (buyer.returned.outcome, buyer.returned.sandbox) == ("confirmed", True)
    wire.instead(CONFIG, PlainTextResponse("", 500))
    await buyer.tab.fire(PaymentReturnState.verify)
    assert (buyer.returned.outcome, buyer.returned.sandbox) == ("confirmed", False)


async def test_a_receipt_is_announced_if_money_was_paid_and_nothing_went_back(buyer: Buyer, wire: Wire):
    await buyer.buy("yearly")
    assert buyer.returned.has_receipt
    record = (await buyer.tab.state(SessionState).api().payment_history()).rows[0].model_dump(mode="json")
    for changes in ({"amount": 0}, {"status": "refunded"}, {"status": "disputed"}, {"status": "open"}):
        wire.instead(HISTORY, JSONResponse([record | changes]))
        await buyer.tab.fire(PaymentReturnState.verify)
        assert (buyer.returned.outcome, buyer.returned.has_receipt) == ("confirmed", False), changes
    wire.instead(HISTORY, JSONResponse([record]))
    await buyer.tab.fire(PaymentReturnState.verify)
    assert buyer.returned.has_receipt


async def test_the_page_says_what_is_charged_next(buyer: Buyer):
    await buyer.buy("monthly")
    plan = buyer.returned.plan
    assert (plan.kind, plan.date_name) == ("active", "Next payment")
    assert plan.price.endswith("a month")
    await buyer.tab.state(SessionState).api().cancel_subscription()
    buyer.open("/payment")
    await buyer.tab.fire(CheckoutState.load)
    await buyer.buy("lifetime")
    plan = buyer.returned.plan
    assert (plan.kind, plan.date, plan.warning) == ("lifetime", "", "")
    assert "won’t renew" in plan.further_charges


async def test_a_payment_of_another_account_leads_to_its_sign_in_and_back(buyer: Buyer):
    path = "/payment/success?session_id=cs_test_of_another"
    await buyer.come_back(f"{ORIGIN}{path}")
    assert (buyer.returned.phase, buyer.returned.is_of_another) == ("refused", True)
    leads = redirect(await buyer.tab.fire(PaymentReturnState.switch_account)) or ""
    assert leads.startswith("/auth/login?")
    assert query(leads) == {"returnUrl": path}
    assert not buyer.tab.state(SessionState).is_authenticated


async def test_a_link_without_a_payment_is_incomplete(buyer: Buyer, wire: Wire):
    await buyer.come_back(f"{ORIGIN}/payment/success")
    assert (buyer.returned.title, buyer.returned.is_of_another) == ("This link is incomplete", False)
    assert wire.count(VERIFY) == 0


async def test_the_status_is_asked_again_even_if_access_is_known_already(buyer: Buyer, wire: Wire):
    """The webhook may have given access before the user is back."""
    url = await buyer.pay()
    await buyer.deliver_all()
    payment = await buyer.tab.load(PaymentState)
    assert payment.has_paid is True
    asked = wire.count("/api/payments/status")
    await buyer.come_back(url)
    assert payment.has_paid is True
    assert wire.count("/api/payments/status") == asked + 1


async def test_another_payment_leads_to_its_own_path(buyer: Buyer):
    buyer.tab.state(PaymentState).payment_redirect = ATTEMPTED
    assert leads_to(buyer, await buyer.buy("monthly")) == ATTEMPTED
    await buyer.tab.state(SessionState).api().cancel_subscription()
    buyer.open("/payment?returnUrl=%2Fdashboard%2Fbilling")
    await buyer.tab.fire(CheckoutState.load)
    assert leads_to(buyer, await buyer.buy("lifetime")) == "/dashboard/billing"


async def test_a_pending_payment_is_verified_again_for_a_while(buyer: Buyer, wire: Wire):
    await buyer.come_back_unpaid()
    returned, waits = buyer.returned, []
    while returned.phase == "verifying":
        waits.append(returned.wait)
        assert await try_again(buyer) == []
    assert tuple(waits) == WAITS
    assert (returned.phase, returned.wait) == ("waiting", 0)
    assert returned.text == "It can take a few minutes."
    assert wire.count(VERIFY) == len(WAITS) + 1
    await buyer.provider.pay({"url": buyer.checkout.departure})
    assert leads_to(buyer, await buyer.tab.fire(PaymentReturnState.verify)) == "/dashboard"


async def test_verification_is_repeated_while_the_provider_is_down_and_each_try_runs_once(
    buyer: Buyer, wire: Wire
):
    url = await buyer.pay()
    wire.instead(VERIFY, PlainTextResponse("", 502))
    assert await buyer.come_back(url) == []
    assert (buyer.returned.phase, buyer.returned.tries) == ("verifying", 1)
    await try_again(buyer)
    await buyer.tab.fire(PaymentReturnState.try_again, 1)
    assert wire.count(VERIFY) == 2
    wire.answers.clear()
    assert leads_to(buyer, await try_again(buyer)) == "/dashboard"
    assert buyer.returned.phase == "confirmed"
    assert await buyer.tab.fire(PaymentReturnState.try_again, buyer.returned.tries) == []
    assert wire.count(VERIFY) == 3


async def test_after_an_expired_checkout_session_the_user_can_choose_a_plan(buyer: Buyer):
    session_id = await buyer.come_back_unpaid()
    await buyer.provider.api.checkout.sessions.expire_async(session_id)
    await buyer.tab.fire(PaymentReturnState.verify)
    assert (buyer.returned.phase, buyer.returned.can_choose) == ("refused", True)
    assert buyer.returned.title == "This checkout ended without a payment"
    assert "You were not charged" in buyer.returned.text
