"""The login guard and the payment guard, in the order of specification §4."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import REFRESH, Wire
from tests.unit.ui.states.browser import Effect, Tab, query, redirect, storage_key
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

VERIFY = "/api/auth/verify"
STATUS = "/api/payments/status"
URLS = [
    "/dashboard",
    "/payment/success?session_id=cs_1&x=%2F",
    "/test/react?a=b&returnUrl=%2Fx",
    "/practice-test/react/beginner",
    "/dashboard?q=caf%C3%A9+%26",
    "/test-results/x?y=1#topics",
    "/dashboard/profile#sessions",
]
RESULT = "/practice-results/7?from=mail&a=%26#question-3"


def sent_to(effects: list[Effect]) -> tuple[str, dict[str, str]]:
    """Return path and query of the one redirect, which must replace the guarded page in the history."""
    url = redirect(effects)
    assert url is not None
    assert effects[0].args["replace"] is True
    return url.partition("?")[0], query(url)


# Login


async def test_signed_in_users_pass_without_a_request(own_tab: Tab, wire: Wire):
    own_tab.open("/dashboard")
    assert await own_tab.fire(GuardState.require_login) == []
    assert wire.calls == []


@pytest.mark.parametrize("user", ["", "{", "{}"])
async def test_a_token_without_a_user_is_verified_and_passes(
    tab: Tab, wire: Wire, account: Account, user: str
):
    tab.open("/dashboard")
    session = tab.state(SessionState)
    session.access_token, session.refresh_token, session.user = account.access_token, "", user
    assert await tab.fire(GuardState.require_login) == []
    assert wire.paths() == [VERIFY]
    assert wire.calls[0].body == b""
    assert session.is_authenticated
    assert session.user_email == account.user["email"]
    assert session.access_token == account.access_token


async def test_an_expired_token_without_a_user_is_refreshed_first(
    tab: Tab, wire: Wire, account: Account, clock: FakeClock
):
    clock.advance(minutes=15)
    session = tab.state(SessionState)
    session.access_token, session.refresh_token = account.access_token, account.refresh_token
    tab.open("/dashboard")
    assert await tab.fire(GuardState.require_login) == []
    assert wire.paths() == [VERIFY, REFRESH, VERIFY]
    assert session.is_authenticated


async def test_a_token_that_fails_signs_out_and_asks_to_sign_in(tab: Tab):
    tab.open(URLS[-1])
    session = tab.state(SessionState)
    session.access_token = "garbage"
    assert sent_to(await tab.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": URLS[-1]})
    assert (session.access_token, session.refresh_token, session.user) == ("", "", "")
    assert not session.is_authenticated


@pytest.mark.parametrize("answer", [PlainTextResponse("", 500), JSONResponse({"user": {}})])
async def test_a_failing_server_lets_nobody_in(tab: Tab, wire: Wire, account: Account, answer):
    wire.instead(VERIFY, answer)
    tab.open("/dashboard")
    tab.state(SessionState).access_token = account.access_token
    assert sent_to(await tab.fire(GuardState.require_login))[0] == "/auth/login"
    assert not tab.state(SessionState).access_token


async def test_visitors_are_sent_to_sign_in_and_back(tab: Tab, wire: Wire):
    for url in URLS:
        tab.open(url)
        assert sent_to(await tab.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": url})
    assert wire.calls == []


async def test_a_user_without_a_token_is_not_signed_in(tab: Tab, wire: Wire, account: Account):
    tab.sign_in(account)
    tab.state(SessionState).access_token = ""
    tab.open("/dashboard")
    assert sent_to(await tab.fire(GuardState.require_login))[0] == "/auth/login"
    assert wire.calls == []


# Payment


async def test_unpaid_users_are_asked_to_pay_and_their_url_is_stored(own_tab: Tab):
    own_tab.open(RESULT)
    sent = sent_to(await own_tab.fire(GuardState.require_payment))
    assert sent == ("/payment", {"returnUrl": RESULT, "reason": "access_required"})
    payment = own_tab.state(PaymentState)
    assert (payment.has_paid, payment.payment_redirect) == (False, RESULT)
    assert storage_key(PaymentState, "payment_redirect") == "payment_redirect"


async def test_users_who_have_paid_pass_and_are_asked_about_each_time(
    own_tab: Tab, wire: Wire, paid: Account
):
    own_tab.open(RESULT)
    payment = own_tab.state(PaymentState)
    payment.has_paid = False
    for _ in range(2):
        assert await own_tab.fire(GuardState.require_payment) == []
        assert (payment.has_paid, payment.payment_redirect) == (True, "")
    assert wire.paths() == [STATUS, STATUS]


@pytest.mark.parametrize("answer", [PlainTextResponse("", 503), JSONResponse({}), PlainTextResponse("ok")])
async def test_a_failed_status_check_is_reported(own_tab: Tab, wire: Wire, paid: Account, answer):
    wire.instead(STATUS, answer)
    own_tab.open(RESULT)
    sent = sent_to(await own_tab.fire(GuardState.require_payment))
    assert sent == ("/payment", {"returnUrl": RESULT, "reason": "verification_failed"})
    payment = own_tab.state(PaymentState)
    assert (payment.has_paid, payment.payment_redirect) == (False, "")


async def test_users_signed_out_by_the_status_check_sign_in_again(own_tab: Tab):
    own_tab.open(RESULT)
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = "garbage", "garbage"
    sent = sent_to(await own_tab.fire(GuardState.require_payment))
    assert sent == ("/auth/login", {"returnUrl": RESULT})
    assert not session.access_token


async def test_the_payment_guard_leaves_visitors_to_the_login_guard(tab: Tab, wire: Wire):
    tab.open(RESULT)
    assert await tab.fire(GuardState.require_payment) == []
    assert wire.calls == []
