"""Failed payments and sign-ins are logged with their code and request id, and without personal data."""

from collections.abc import Awaitable, Callable
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


async def login(tab: Tab) -> None:
    await tab.fire(SignInState.login, {"email": EMAIL, "password": PASSWORD})


async def registration(tab: Tab) -> None:
    filled = {"full_name": "Ada Lovelace", "email": EMAIL, "password": PASSWORD, "accept_terms": "on"}
    await tab.fire(RegistrationState.register, filled)


async def logout(tab: Tab) -> None:
    tab.state(SessionState).access_token = SECRET
    await tab.fire(SessionState.logout)


async def refresh(tab: Tab) -> None:
    session = tab.state(SessionState)
    session.access_token, session.refresh_token = SECRET, SECRET
    with pytest.raises(ApiError):
        await session.api().profile()


async def guard(tab: Tab) -> None:
    tab.state(SessionState).user = ""
    tab.open("/dashboard")
    await tab.fire(GuardState.require_login)


async def email_notice(tab: Tab) -> None:
    user = tab.state(SessionState).stored_user()
    assert user
    tab.state(SessionState).store_user(user.model_copy(update={"email_confirmed": False}))
    await tab.fire(EmailNoticeState.load)


async def payment_guard(tab: Tab) -> None:
    tab.open("/practice-results/7")
    await tab.fire(GuardState.require_payment)


async def payment_status(tab: Tab) -> None:
    await tab.fire(PaymentState.load)


async def plans(tab: Tab) -> None:
    await tab.fire(CheckoutState.load)


async def checkout(tab: Tab) -> None:
    await tab.fire(CheckoutState.choose, "lifetime")


async def payment(tab: Tab) -> None:
    tab.open("/payment/success?session_id=cs_test_1")
    await tab.fire(PaymentReturnState.verify)


VISITORS = [
    ("/api/auth/login", login, "form sign-in failed"),
    ("/api/auth/register", registration, "form register failed"),
]
USERS = [
    ("/api/auth/logout", logout, "logout failed"),
    (REFRESH, refresh, "token refresh failed"),
    ("/api/auth/verify", guard, "token verification failed"),
    ("/api/auth/verify", email_notice, "token verification failed"),
    ("/api/payments/status", payment_guard, "payment status failed"),
    ("/api/payments/status", payment_status, "payment status failed"),
    ("/api/payments/config", plans, "loading of plans failed"),
    ("/api/payments/config", checkout, "checkout failed"),
    ("/api/payments/verify-payment", payment, "payment verification failed"),
]


async def expect_logged(
    tab: Tab, wire: Wire, path: str, fail: Callable[[Tab], Awaitable[None]], line: str, log: Any
) -> None:
    # A refused refresh is final; all other calls fail for a while.
    wire.instead(path, refusal(401 if path == REFRESH else 503))
    await fail(tab)
    lines = [record.getMessage() for record in log.records if record.name.startswith("webdev_certs.ui")]
    assert f"{line}: refused_by_test (request request-7)" in lines
    written = "\n".join(lines)
    assert not [word for word in (EMAIL, PASSWORD, SECRET, "Ada", "cs_test_1") if word in written]


@pytest.mark.parametrize(("path", "fail", "logged"), VISITORS)
async def test_failures_of_visitors_are_logged(tab: Tab, wire: Wire, path: str, fail, logged: str, caplog):
    await expect_logged(tab, wire, path, fail, logged, caplog)


@pytest.mark.parametrize(("path", "fail", "logged"), USERS)
async def test_failures_of_users_are_logged(own_tab: Tab, wire: Wire, path: str, fail, logged: str, caplog):
    await expect_logged(own_tab, wire, path, fail, logged, caplog)


async def test_without_an_answer_there_is_no_request_id(own_tab: Tab, line: Line, caplog):
    line.cut = True
    await own_tab.fire(PaymentState.load)
    assert "payment status failed: unreachable (request -)" in caplog.messages


async def test_a_missing_refresh_token_is_logged_and_shown(own_tab: Tab, account: Account, caplog):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = SECRET, ""
    with pytest.raises(ApiError, match=r"^No refresh token available$"):
        await session.api().payment_status()
    assert "token refresh failed: No refresh token available" in caplog.messages
    assert own_tab.state(ToastState).latest["message"].startswith("No refresh token available.")


async def test_an_ended_session_is_shown(own_tab: Tab):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = SECRET, SECRET
    with pytest.raises(ApiError):
        await session.api().payment_status()
    assert own_tab.state(ToastState).latest["message"].startswith("Your login session has ended.")


@pytest.mark.parametrize("refresh_token", ["", SECRET])
async def test_the_guard_says_once_why(own_tab: Tab, refresh_token: str):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token, session.user = SECRET, refresh_token, ""
    own_tab.open("/dashboard")
    effects = await own_tab.fire(GuardState.require_login)
    assert [effect.name for effect in effects] == ["redirect"]
    assert "Your login session has ended." in own_tab.state(ToastState).latest["message"]
