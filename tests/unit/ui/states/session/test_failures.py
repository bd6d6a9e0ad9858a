"""Failed payments and sign-ins are logged with their code and request id, and without personal data."""

from typing import Any

import pytest
from starlette.responses import JSONResponse

from tests.factories import Account
from tests.unit.ui.client.wire import REFRESH, Line, Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState

EMAIL = "ada.lovelace@example.com"
PASSWORD = "seven plain horses"
SECRET = "made up by the test"


def refusal(status: int = 503) -> JSONResponse:
    """Return an answer with a code and a request id; its sentence contains personal data."""
    problem = {
        "type": "about:blank",
        "title": "Refused",
        "status": status,
        "detail": f"{EMAIL} is refused.",
        "code": "refused_by_test",
        "errors": [],
    }
    return JSONResponse(problem, status, {"X-Request-Id": "request-7"})


FORM = {"full_name": "Ada Lovelace", "email": EMAIL, "password": PASSWORD, "accept_terms": "on"}
PAID = "/payment/success?session_id=cs_test_1"
FAILURES = [
    # The call that fails, where, what makes it, and the line in the log.
    ("auth/login", "/auth/login", SignInState.login, [FORM], "form sign-in failed"),
    ("auth/register", "/auth/register", RegistrationState.register, [FORM], "form register failed"),
    ("auth/logout", "/dashboard", SessionState.logout, [], "logout failed"),
    ("auth/verify", "/dashboard", GuardState.require_login, [], "token verification failed"),
    ("auth/verify", "/dashboard", EmailNoticeState.load, [], "token verification failed"),
    ("payments/status", "/practice-results/7", GuardState.require_payment, [], "payment status failed"),
    ("payments/status", "/dashboard", PaymentState.load, [], "payment status failed"),
    ("payments/config", "/payment", CheckoutState.load, [], "loading of plans failed"),
    ("payments/config", "/payment", CheckoutState.choose, ["lifetime"], "checkout failed"),
    ("payments/verify-payment", PAID, PaymentReturnState.verify, [], "payment verification failed"),
]


def expect_logged(line: str, log: Any) -> None:
    lines = [record.getMessage() for record in log.records if record.name.startswith("webdev_certs.ui")]
    assert f"{line}: refused_by_test (request request-7)" in lines
    written = "\n".join(lines)
    assert not [word for word in (EMAIL, PASSWORD, SECRET, "Ada", "cs_test_1") if word in written]


@pytest.mark.parametrize(("call", "url", "handler", "arguments", "logged"), FAILURES)
async def test_failed_calls_are_logged(
    tab: Tab, account: Account, wire: Wire, call: str, url: str, handler, arguments, logged: str, caplog
):
    wire.instead(f"/api/{call}", refusal())
    if not url.startswith("/auth/"):
        tab.sign_in(account)
    if handler is GuardState.require_login:
        tab.state(SessionState).user = ""
    if handler is SessionState.logout:
        tab.state(SessionState).access_token = SECRET
    tab.open(url)
    await tab.fire(handler, *arguments)
    expect_logged(logged, caplog)


async def test_without_an_answer_there_is_no_request_id(own_tab: Tab, line: Line, caplog):
    line.cut = True
    await own_tab.fire(PaymentState.load)
    assert "payment status failed: unreachable (request -)" in caplog.messages


@pytest.mark.parametrize(
    ("refresh_token", "logged", "shown"),
    [
        ("", "No refresh token available", "No refresh token available."),
        ("ended", "invalid_refresh_token (request ", "You’ve been signed out."),
        ("x" * 513, "invalid_request (request ", "You’ve been signed out."),
    ],
)
async def test_an_ended_login_session_is_logged_and_shown(
    own_tab: Tab, caplog, refresh_token: str, logged: str, shown: str
):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = SECRET, refresh_token
    with pytest.raises(ApiError):
        await session.api().payment_status()
    assert f"token refresh failed: {logged}" in caplog.text
    assert own_tab.state(ToastState).latest["message"].startswith(shown)


async def test_a_refused_refresh_is_logged(own_tab: Tab, wire: Wire, caplog):
    wire.instead(REFRESH, refusal(401))
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = SECRET, SECRET
    with pytest.raises(ApiError):
        await session.api().profile()
    expect_logged("token refresh failed", caplog)


@pytest.mark.parametrize("refresh_token", ["", "ended"])
async def test_the_guard_gives_the_reason_only_once(own_tab: Tab, refresh_token: str):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token, session.user = SECRET, refresh_token, ""
    own_tab.open("/dashboard")
    effects = await own_tab.fire(GuardState.require_login)
    assert [effect.name for effect in effects] == ["redirect"]
    assert "You’ve been signed out." in own_tab.state(ToastState).latest["message"]
