"""The login guard and the payment guard, and their order."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.factories import Account, register
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Effect, Tab, query, redirect, storage_key
from webdev_certs.ui.client import ApiError
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


@pytest.mark.parametrize("answer", [None, PlainTextResponse("", 500), JSONResponse({"user": {}})])
async def test_a_token_that_cannot_be_verified_signs_out_and_asks_to_sign_in(
    tab: Tab, wire: Wire, account: Account, answer
):
    session = tab.state(SessionState)
    session.access_token = account.access_token if answer else "garbage"
    if answer:
        wire.instead(VERIFY, answer)
    tab.open(URLS[-1])
    assert sent_to(await tab.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": URLS[-1]})
    assert (session.access_token, session.refresh_token, session.user) == ("", "", "")
    assert not session.is_authenticated


async def test_visitors_are_sent_to_sign_in_and_back(tab: Tab, wire: Wire):
    for url in URLS:
        tab.open(url)
        assert sent_to(await tab.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": url})
    assert wire.calls == []


# Payment


async def test_unpaid_users_are_asked_to_pay_and_their_url_is_stored(own_tab: Tab):
    own_tab.open(RESULT)
    sent = sent_to(await own_tab.fire(GuardState.require_payment))
    assert sent == ("/payment", {"returnUrl": RESULT, "reason": "access_required"})
    payment = own_tab.state(PaymentState)
    assert (payment.has_paid, payment.payment_redirect) == (False, RESULT)
    assert storage_key(PaymentState, "payment_redirect") == "payment_redirect"


async def test_users_who_have_paid_pass_and_their_status_is_read_each_time(
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


# The payment state: has_paid, and the reason on the payment page


async def test_has_paid_is_false_when_loading_fails_and_stays_when_refreshing_fails(
    own_tab: Tab, wire: Wire, paid: Account
):
    wire.instead(STATUS, PlainTextResponse("", 500))
    payment = await own_tab.load(PaymentState)
    assert payment.has_paid is False
    payment.has_paid = True
    with pytest.raises(ApiError):
        await payment.refresh()
    assert payment.has_paid is True


async def test_has_paid_is_unknown_for_signed_out_visitors(tab: Tab, wire: Wire):
    tab.state(PaymentState).has_paid = True
    await tab.fire(PaymentState.load)
    assert tab.state(PaymentState).has_paid is None
    assert wire.calls == []


async def test_has_paid_is_loaded_until_it_is_true(own_tab: Tab, wire: Wire, paid: Account):
    for _ in range(3):
        await own_tab.fire(PaymentState.load)
    assert wire.paths() == [STATUS]


async def test_has_paid_is_loaded_again_for_another_user(own_tab: Tab, paid: Account, api):
    """Even if the other user signed in in another tab, which this tab sees only in local storage."""
    await own_tab.fire(PaymentState.load)
    own_tab.sign_in(await register(api))
    await own_tab.fire(PaymentState.load)
    assert own_tab.state(PaymentState).has_paid is False


@pytest.mark.parametrize(
    ("reason", "label"),
    [
        ("verification_failed", "Try again"),
        ("access_required", "Continue where you left off"),
        ("other", "Continue where you left off"),
        ("", "Continue where you left off"),
    ],
)
async def test_the_payment_page_shows_the_reason_and_leads_back(tab: Tab, reason: str, label: str):
    tab.open(f"/payment?returnUrl=%2Fpractice-results%2F1%3Fa%3Db&reason={reason}")
    payment = tab.state(PaymentState)
    assert payment.is_unverified is (reason == "verification_failed")
    assert (payment.continue_label, payment.back_to) == (label, "/practice-results/1?a=b")


async def test_the_payment_page_leads_back_to_mistakes(tab: Tab):
    tab.open("/payment?returnUrl=%2Fpractice-mistakes%2Freact%3Ftopic%3Dstate&reason=access_required")
    payment = tab.state(PaymentState)
    assert (payment.attempted, payment.back_to) == ("your mistakes", "/practice-mistakes/react?topic=state")


@pytest.mark.parametrize(
    ("path", "attempted"),
    [("%2Fdashboard%2Fprogress", "the page “Progress”"), ("%2Ftest%2Freact", ""), ("%2Fdashboard", "")],
)
async def test_the_payment_page_names_the_page_it_leads_back_to(tab: Tab, path: str, attempted: str):
    tab.open(f"/payment?returnUrl={path}")
    assert tab.state(PaymentState).attempted == attempted


@pytest.mark.parametrize("url", ["/payment", "/payment?returnUrl=https%3A%2F%2Fevil.example"])
async def test_the_payment_page_leads_only_to_own_paths(tab: Tab, url: str):
    tab.open(url)
    payment = tab.state(PaymentState)
    assert (payment.continue_label, payment.back_to) == ("Go to Overview", "/dashboard")
