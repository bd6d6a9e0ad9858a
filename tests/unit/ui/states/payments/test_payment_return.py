"""Coming back from the provider: verified with patience, then on to where payment was asked for."""

import pytest
from starlette.responses import PlainTextResponse

from tests.api.payments.faults import Fault
from tests.factories import register
from tests.unit.client.wire import Wire
from tests.unit.states.browser import Tab, redirect
from tests.unit.states.payments.buyer import Buyer
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.payments.payment_return import WAITS, PaymentReturnState

VERIFY = "/api/payments/verify-payment"
STATUS = "/api/payments/status"
ATTEMPTED = "/practice-results/7"


async def try_again(buyer: Buyer) -> list:
    """Lets the wait pass."""
    return await buyer.tab.fire(PaymentReturnState.try_again, buyer.returned.tries)


async def test_a_payment_is_verified_and_gives_access(buyer: Buyer, wire: Wire):
    address = await buyer.pay()
    steps = buyer.tab.stream(PaymentReturnState.verify)
    buyer.open(address.removeprefix("https://certs.example"))
    assert await anext(steps) == []
    assert buyer.returned.phase == "verifying"
    async for _ in steps:
        pass
    assert buyer.returned.phase == "confirmed"
    assert buyer.tab.state(PaymentState).has_paid is True
    assert wire.paths()[-2:] == [VERIFY, STATUS]


async def test_the_way_goes_on_to_the_saved_address(buyer: Buyer):
    payment = buyer.tab.state(PaymentState)
    payment.payment_redirect = ATTEMPTED
    buyer.open("/payment?returnUrl=%2Fdashboard%2Fbilling")
    effects = await buyer.buy()
    assert redirect(effects) == ATTEMPTED
    assert effects[-1].args["replace"] is True
    assert effects[0].name == "remove_local_storage"
    assert effects[0].args["key"] == "payment_redirect"
    assert payment.payment_redirect == ""


async def test_else_to_where_the_session_says(buyer: Buyer):
    buyer.open("/payment?returnUrl=%2Fdashboard%2Fbilling")
    assert redirect(await buyer.buy()) == "/dashboard/billing"


@pytest.mark.parametrize("saved", ["", "https://evil.example", "//evil.example"])
async def test_else_to_the_dashboard(buyer: Buyer, saved: str):
    buyer.tab.state(PaymentState).payment_redirect = saved
    assert redirect(await buyer.buy()) == "/dashboard"


async def test_has_paid_is_false_if_it_cannot_be_refreshed(buyer: Buyer, wire: Wire):
    wire.instead(STATUS, PlainTextResponse("", 500))
    assert redirect(await buyer.buy()) == "/dashboard"
    assert buyer.tab.state(PaymentState).has_paid is False


async def test_a_payment_that_is_on_its_way_is_waited_for(buyer: Buyer, wire: Wire):
    await buyer.choose()
    session_id = buyer.checkout.departure.rpartition("/")[2]
    await buyer.come_back(f"https://certs.example/payment/success?session_id={session_id}")
    returned = buyer.returned
    waits = []
    while returned.phase == "verifying":
        waits.append(returned.wait)
        assert await try_again(buyer) == []
    assert tuple(waits) == WAITS
    assert (returned.phase, returned.wait) == ("waiting", 0)
    assert "has not arrived yet" in returned.text
    assert wire.count(VERIFY) == len(WAITS) + 1
    await buyer.provider.pay({"url": buyer.checkout.departure})
    assert redirect(await buyer.tab.fire(PaymentReturnState.verify)) == "/dashboard"


async def test_a_provider_that_is_down_is_waited_for(buyer: Buyer):
    address = await buyer.pay()
    buyer.provider.line.fault = Fault(".*", "fails")
    assert await buyer.come_back(address) == []
    assert (buyer.returned.phase, buyer.returned.tries) == ("verifying", 1)
    buyer.provider.line.fault = None
    assert redirect(await try_again(buyer)) == "/dashboard"
    assert buyer.returned.phase == "confirmed"


async def test_a_wait_is_over_once(buyer: Buyer, wire: Wire):
    address = await buyer.pay()
    buyer.provider.line.fault = Fault(".*", "fails")
    await buyer.come_back(address)
    await try_again(buyer)
    asked = wire.count(VERIFY)
    await buyer.tab.fire(PaymentReturnState.try_again, 1)
    assert wire.count(VERIFY) == asked
    buyer.provider.line.fault = None
    await try_again(buyer)
    assert await buyer.tab.fire(PaymentReturnState.try_again, buyer.returned.tries) == []
    assert wire.count(VERIFY) == asked + 1


@pytest.mark.parametrize("query", ["", "?session_id=", "?session_id=nonsense", "?session_id=cs_test_unknown"])
async def test_an_unknown_session_is_refused(buyer: Buyer, query: str):
    buyer.open(f"/payment/success{query}")
    assert await buyer.tab.fire(PaymentReturnState.verify) == []
    assert buyer.returned.phase == "refused"
    assert buyer.returned.title == "There is no such payment in your account"
    assert buyer.tab.state(PaymentState).has_paid is not True


async def test_another_persons_session_is_refused(buyer: Buyer):
    address = await buyer.pay()
    buyer.tab.sign_in(await register(buyer.api))
    assert await buyer.come_back(address) == []
    assert (buyer.returned.phase, buyer.returned.can_choose) == ("refused", False)
    assert "Sign in with that one" in buyer.returned.text


async def test_a_session_that_has_expired_leads_to_the_plans(buyer: Buyer):
    await buyer.choose()
    session_id = buyer.checkout.departure.rpartition("/")[2]
    await buyer.provider.api.checkout.sessions.expire_async(session_id)
    await buyer.come_back(f"https://certs.example/payment/success?session_id={session_id}")
    assert (buyer.returned.phase, buyer.returned.can_choose) == ("refused", True)
    assert buyer.returned.title == "This checkout has ended without a payment"
    assert "Nothing was charged" in buyer.returned.text


async def test_a_payment_that_was_taken_back_gives_no_access(buyer: Buyer):
    address = await buyer.pay()
    await buyer.come_back(address)
    await buyer.provider.api.refunds.create_async({"charge": await buyer.provider.charge_id()})
    await buyer.hear_all()
    assert await buyer.come_back(address) == []
    assert buyer.returned.title == "This payment gives no access any more"


async def test_strangers_verify_nothing(tab: Tab, wire: Wire):
    tab.open("/payment/success?session_id=cs_test_1")
    assert await tab.fire(PaymentReturnState.verify) == []
    assert wire.calls == []
