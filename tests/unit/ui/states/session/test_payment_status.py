"""The payment state: has_paid, and the reason on the payment page."""

import pytest
from starlette.responses import PlainTextResponse

from tests.factories import Account, register
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.payment_status import REASONS, PaymentState

STATUS = "/api/payments/status"


async def test_has_paid_is_false_when_loading_fails(own_tab: Tab, wire: Wire, paid: Account):
    wire.instead(STATUS, PlainTextResponse("", 500))
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


async def test_has_paid_is_unknown_for_signed_out_visitors(tab: Tab, wire: Wire):
    tab.state(PaymentState).has_paid = True
    await tab.fire(PaymentState.load)
    assert tab.state(PaymentState).has_paid is None
    assert wire.calls == []


async def test_has_paid_is_loaded_until_it_is_true(own_tab: Tab, wire: Wire, paid: Account):
    for _ in range(3):
        await own_tab.fire(PaymentState.load)
    assert wire.paths() == [STATUS]


async def test_refreshing_raises_errors(own_tab: Tab, wire: Wire):
    wire.instead(STATUS, PlainTextResponse("", 500))
    payment = own_tab.state(PaymentState)
    payment.has_paid = True
    with pytest.raises(ApiError):
        await payment.refresh()
    assert payment.has_paid is True


async def test_has_paid_is_loaded_again_for_another_user(own_tab: Tab, paid: Account, api):
    """Also if the other user signed in in another tab, where only local storage shows it."""
    await own_tab.fire(PaymentState.load)
    own_tab.sign_in(await register(api))
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


@pytest.mark.parametrize("reason", [*REASONS, "other", ""])
async def test_the_payment_page_shows_the_reason(tab: Tab, reason: str):
    tab.open(f"/payment?returnUrl=%2Fpractice-results%2F1%3Fa%3Db&reason={reason}")
    payment = tab.state(PaymentState)
    assert payment.reason == REASONS.get(reason, "")
    assert payment.is_unverified is (reason == "verification_failed")
    assert payment.back_to == "/practice-results/1?a=b"


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("?returnUrl=%2Fpractice-results%2F1&reason=verification_failed", "Try again"),
        ("?returnUrl=%2Fpractice-results%2F1&reason=access_required", "Continue where you left off"),
        ("?returnUrl=%2Fpractice-results%2F1", "Continue where you left off"),
        ("", "Go to dashboard"),
    ],
)
async def test_a_user_who_has_paid_can_go_on_or_try_again(tab: Tab, query: str, label: str):
    tab.open(f"/payment{query}")
    assert tab.state(PaymentState).continue_label == label


@pytest.mark.parametrize("url", ["/payment", "/payment?returnUrl=https%3A%2F%2Fevil.example"])
async def test_the_payment_page_returns_only_to_own_paths(tab: Tab, url: str):
    tab.open(url)
    assert tab.state(PaymentState).back_to == "/dashboard"
