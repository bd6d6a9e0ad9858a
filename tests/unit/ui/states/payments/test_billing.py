"""The state of the billing page: loading, canceling, resuming and downloading invoices."""

import pytest

from tests.api.payments.faults import Fault
from tests.api.payments.provider import NO_RENEWAL_CARD
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.payments.buyer import Buyer
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState

CANCEL = "/api/payments/cancel-subscription"


async def billing(buyer: Buyer) -> BillingState:
    """Open the page."""
    await buyer.tab.fire(BillingState.load)
    return buyer.tab.state(BillingState)


async def test_clicks_during_a_cancellation_are_ignored(buyer: Buyer, wire: Wire):
    await buyer.buy("monthly")
    await billing(buyer)
    steps = buyer.tab.stream(BillingState.cancel)
    await anext(steps)
    assert await buyer.tab.fire(BillingState.cancel) == []
    assert await buyer.tab.fire(BillingState.resume) == []
    async for _ in steps:
        pass
    assert wire.count(CANCEL) == 1


@pytest.mark.parametrize(("action", "kind"), [("cancel", "active"), ("resume", "ending")])
async def test_an_action_that_fails_can_be_repeated(buyer: Buyer, action: str, kind: str):
    await buyer.buy("monthly")
    state = await billing(buyer)
    if action == "resume":
        await buyer.tab.fire(BillingState.cancel)
    buyer.provider.proxy.fault = Fault("POST .*", "fails")
    effects = await buyer.tab.fire(getattr(BillingState, action))
    assert effects == []
    assert "our payment provider didn’t respond" in state.error
    assert (state.plan.kind, state.busy, state.confirming) == (kind, "", False)
    buyer.provider.proxy.fault = None
    await buyer.tab.fire(getattr(BillingState, action))
    assert state.plan.kind != kind
    assert state.error == ""


async def test_canceling_a_failed_renewal_ends_access(buyer: Buyer):
    await buyer.buy("monthly", NO_RENEWAL_CARD)
    await buyer.provider.pass_month()
    await buyer.provider.pass_day()
    await buyer.deliver_all()
    state = await billing(buyer)
    assert state.plan.pay_url.startswith(buyer.provider.base)
    await buyer.tab.fire(BillingState.cancel)
    assert state.plan.kind == "ended"
    assert buyer.tab.state(PaymentState).has_paid is False


@pytest.mark.parametrize(("language", "invoice"), [("en", "invoice"), ("de", "Rechnung")])
async def test_downloads_have_names_in_the_language_of_the_page(buyer: Buyer, language: str, invoice: str):
    await buyer.buy("monthly")
    number = (await billing(buyer)).payments[0].invoice_id
    with in_language(language):
        effects = [
            *await buyer.tab.fire(BillingState.download, number),
            *await buyer.tab.fire(PaymentReturnState.download),
        ]
    assert [effect.args["filename"] for effect in effects] == [f"{invoice}-{number}.pdf"] * 2
