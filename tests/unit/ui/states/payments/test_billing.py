"""The state of the billing page: loading, canceling, resuming and downloading invoices."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.api.payments.provider import NO_RENEWAL_CARD
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.payments.buyer import CONFIG, NOT_CONFIGURED, Buyer
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState


async def test_an_action_that_fails_can_be_repeated(buyer: Buyer, wire: Wire):
    await buyer.buy("monthly")
    state = await buyer.tab.load(BillingState)
    for action, before, after in (("cancel", "active", "ending"), ("resume", "ending", "active")):
        state.confirming = action == "cancel"
        wire.instead(f"/api/payments/{action}-subscription", PlainTextResponse("", 502))
        assert await buyer.tab.fire(getattr(BillingState, action)) == []
        assert (state.plan.kind, state.busy, state.confirming) == (before, "", False)
        assert state.error
        wire.answers.clear()
        await buyer.tab.fire(getattr(BillingState, action))
        assert (state.plan.kind, state.error) == (after, "")


async def test_resuming_twice_sends_once(buyer: Buyer, wire: Wire):
    await buyer.buy("monthly")
    await buyer.tab.load(BillingState)
    await buyer.tab.fire(BillingState.cancel)
    for _ in range(2):
        await buyer.tab.fire(BillingState.resume)
    assert wire.count("/api/payments/resume-subscription") == 1


async def test_canceling_a_failed_renewal_ends_access(buyer: Buyer):
    await buyer.buy("monthly", NO_RENEWAL_CARD)
    await buyer.provider.pass_month()
    await buyer.provider.pass_day()
    await buyer.deliver_all()
    state = await buyer.tab.load(BillingState)
    assert state.plan.pay_url.startswith(buyer.provider.base)
    await buyer.tab.fire(BillingState.cancel)
    assert state.plan.kind == "ended"
    assert buyer.tab.state(PaymentState).has_paid is False


async def test_billing_says_that_payments_are_tests_unless_the_mode_cannot_be_read(buyer: Buyer, wire: Wire):
    state = await buyer.tab.load(BillingState)
    assert (state.phase, state.sandbox) == ("ready", True)
    # Without a payment provider there is nothing to say, and billing still shows the plan.
    wire.instead(CONFIG, JSONResponse(NOT_CONFIGURED, status_code=503))
    state = await buyer.tab.load(BillingState)
    assert (state.phase, state.sandbox, state.plan.title) == ("ready", False, "Free plan")


@pytest.mark.parametrize(("language", "invoice"), [("en", "invoice"), ("de", "Rechnung")])
async def test_downloads_have_names_in_the_language_of_the_page(buyer: Buyer, language: str, invoice: str):
    await buyer.buy("monthly")
    number = (await buyer.tab.load(BillingState)).payments[0].invoice_id
    with in_language(language):
        effects = [
            *await buyer.tab.fire(BillingState.download, number),
            *await buyer.tab.fire(PaymentReturnState.download),
        ]
    assert [effect.args["filename"] for effect in effects] == [f"{invoice}-{number}.pdf"] * 2
