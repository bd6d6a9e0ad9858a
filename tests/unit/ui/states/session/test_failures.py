"""Failed payments and sign-ins are logged; the end of a login session is, too, and is said once."""

from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState


@pytest.mark.parametrize(
    ("handler", "arguments", "logged"),
    [
        (SessionState.logout, [], "logout"),
        (GuardState.require_login, [], "token verification"),
        (EmailNoticeState.load, [], "token verification"),
        (GuardState.require_payment, [], "payment status"),
        (PaymentState.load, [], "payment status"),
        (CheckoutState.load, [], "loading of plans"),
        (CheckoutState.choose, ["lifetime"], "checkout"),
        (PaymentReturnState.verify, [], "payment verification"),
    ],
)
async def test_failed_calls_are_logged(
    learner: Tab, fake: FakeApi, handler: Any, arguments: list[str], logged: str, caplog
):
    fake.otherwise = refusal("refused_by_test", 503)
    if handler is GuardState.require_login:
        learner.state(SessionState).user = ""
    learner.open("/payment/success?session_id=cs_test_1")
    await learner.fire(handler, *arguments)
    assert f"{logged} failed: refused_by_test (request -)" in caplog.messages
    assert "cs_test_1" not in caplog.text


@pytest.mark.parametrize(
    ("refresh_token", "logged", "shown"),
    [
        ("", "No refresh token available", "No refresh token available. You’ve been signed out."),
        ("ended", "invalid_refresh_token (request ", "You’ve been signed out."),
        ("x" * 513, "invalid_request (request ", "You’ve been signed out."),
    ],
)
async def test_an_ended_login_session_is_logged_and_shown(
    own_tab: Tab, caplog, refresh_token: str, logged: str, shown: str
):
    session = own_tab.state(SessionState)
    session.access_token, session.refresh_token = "made up by the test", refresh_token
    with pytest.raises(ApiError):
        await session.api().payment_status()
    assert f"token refresh failed: {logged}" in caplog.text
    assert "made up" not in caplog.text
    assert own_tab.state(ToastState).latest["message"].startswith(shown)


async def test_the_guard_gives_the_reason_only_once(learner: Tab, fake: FakeApi):
    fake.answer(Api.verify, refusal("invalid_refresh_token", 401))
    learner.state(SessionState).user = ""
    learner.open("/dashboard")
    effects = await learner.fire(GuardState.require_login)
    assert [effect.name for effect in effects] == ["redirect"]
    assert learner.state(ToastState).latest["message"] == "You’ve been signed out. Sign in again to continue."
