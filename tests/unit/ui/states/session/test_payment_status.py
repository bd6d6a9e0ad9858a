"""The payment state: has_paid, and the payment page's words."""

import pytest
from starlette.responses import PlainTextResponse

from tests.factories import Account, register
from tests.unit.client.wire import Line, Wire
from tests.unit.states.browser import Tab
from webdev_certs.client import ApiError
from webdev_certs.ui.states.session.payment_status import REASONS, PaymentState
from webdev_certs.ui.states.session.session import SessionState

STATUS = "/api/payments/status"


async def test_it_is_unknown_at_first(tab: Tab):
    assert tab.state(PaymentState).has_paid is None


async def test_it_is_loaded(own_tab: Tab, wire: Wire):
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False
    assert wire.paths() == [STATUS]


async def test_it_is_true_for_those_who_have_paid(own_tab: Tab, paid: Account):
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is True


async def test_it_is_false_when_loading_fails(own_tab: Tab, wire: Wire, paid: Account):
    wire.instead(STATUS, PlainTextResponse("", 500))
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


async def test_it_is_false_without_a_server(own_tab: Tab, line: Line):
    line.cut = True
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


async def test_it_is_unknown_for_strangers(tab: Tab, wire: Wire):
    tab.state(PaymentState).has_paid = True
    await tab.fire(PaymentState.load)
    assert tab.state(PaymentState).has_paid is None
    assert wire.calls == []


async def test_it_is_loaded_until_it_is_true(own_tab: Tab, wire: Wire, paid: Account):
    for _ in range(3):
        await own_tab.fire(PaymentState.load)
    assert wire.paths() == [STATUS]


async def test_refreshing_asks_again(own_tab: Tab, wire: Wire, paid: Account):
    payment = own_tab.state(PaymentState)
    payment.has_paid = False
    assert await payment.refresh() is True
    assert payment.has_paid is True


async def test_refreshing_passes_errors_on(own_tab: Tab, wire: Wire):
    wire.instead(STATUS, PlainTextResponse("", 500))
    payment = own_tab.state(PaymentState)
    payment.has_paid = True
    with pytest.raises(ApiError):
        await payment.refresh()
    assert payment.has_paid is True


async def test_logging_out_clears_it(own_tab: Tab, paid: Account):
    await own_tab.fire(PaymentState.load)
    await own_tab.fire(SessionState.logout)
    assert own_tab.state(PaymentState).has_paid is None


async def test_it_is_not_carried_over_to_another_person(own_tab: Tab, paid: Account, api):
    """In another tab, too, where only local storage tells of the change."""
    await own_tab.fire(PaymentState.load)
    own_tab.sign_in(await register(api))
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


@pytest.mark.parametrize("reason", [*REASONS, "other", ""])
async def test_the_page_says_why(tab: Tab, reason: str):
    tab.open(f"/payment?returnUrl=%2Fpractice-results%2F1%3Fa%3Db&reason={reason}")
    payment = tab.state(PaymentState)
    assert payment.reason == REASONS.get(reason, "")
    assert payment.is_unverified is (reason == "verification_failed")
    assert payment.back_to == "/practice-results/1?a=b"


@pytest.mark.parametrize("address", ["/payment", "/payment?returnUrl=https%3A%2F%2Fevil.example"])
async def test_the_page_leads_to_our_own_paths_only(tab: Tab, address: str):
    tab.open(address)
    assert tab.state(PaymentState).back_to == "/dashboard"
