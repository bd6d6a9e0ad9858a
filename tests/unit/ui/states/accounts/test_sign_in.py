"""The forms for signing in and registering."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.factories import PASSWORD, Account, registration
from tests.fake_api import FakeApi
from tests.records import USER
from tests.unit.ui.client.wire import REFRESH, VERIFY, Wire
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.schemas.auth import AuthResponse
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.session.session import SessionState

SESSION_STATES = (SignInState, RegistrationState, SessionState)
SIGNED_IN = AuthResponse(access_token="access", refresh_token="refresh", user=USER)
FIELDS = {"email": USER.email, "password": PASSWORD}


def form(**changes: Any) -> dict[str, Any]:
    """Return a registration as the browser submits it."""
    return {**registration(accept_terms="on"), **changes}


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("?returnUrl=%2Fpractice-results%2F7%3Fa%3Db", "/practice-results/7?a=b"),
        ("?returnUrl=%2Ftest-results%2Fx%3Fy%3D1%23topics", "/test-results/x?y=1#topics"),
        ("?returnUrl=%2F%2Fevil.example", "/dashboard"),
        ("", "/dashboard"),
    ],
)
async def test_it_leads_back_to_the_page_before(visitor: Tab, fake: FakeApi, query: str, target: str):
    fake.answer(Api.login, SIGNED_IN)
    visitor.open(f"/auth/login{query}")
    form_state = visitor.state(SignInState)
    assert form_state.return_url == target
    assert form_state.return_query == query
    assert redirect(await visitor.fire(SignInState.login, FIELDS)) == target


@pytest.mark.parametrize(
    ("handler", "call", "argument"),
    [
        (RegistrationState.register, Api.register, "form"),
        (SignInState.login, Api.login, "credentials"),
    ],
)
async def test_a_password_is_sent_as_it_was_typed(
    visitor: Tab, fake: FakeApi, handler: Any, call: Any, argument: str
):
    password = "  seven plain horses  "
    fake.answer(call, SIGNED_IN)
    await visitor.fire(handler, form(password=password))
    assert fake.calls(call)[0][argument].password == password
    assert password not in visitor.shown(*SESSION_STATES)


async def test_the_browsers_ip_and_user_agent_go_with_every_call(tab: Tab, wire: Wire, account: Account):
    tab.open("/auth/login", client_ip="198.51.100.7")
    await tab.fire(SignInState.login, {"email": account.user["email"], "password": PASSWORD})
    tab.state(SessionState).access_token = "stale"
    await tab.state(SessionState).api().verify()
    assert wire.paths() == ["/api/auth/login", VERIFY, REFRESH, VERIFY]
    assert {call.forwarded_for for call in wire.calls} == {"198.51.100.7"}
    assert wire.calls[0].user_agent == "Tab/1.0"


@pytest.mark.parametrize(
    ("target", "aim"),
    [
        ("/practice-test/java/beginner?topic=streams", "practice"),
        ("/test/java", "test"),
        ("/test-results/7", ""),
        ("/payment?plan=yearly", "plan"),
        # Who comes from here has chosen a plan already.
        ("/payment/success?session_id=x", ""),
        ("//evil.example/payment", ""),
        ("", ""),
    ],
)
def test_the_registration_knows_what_comes_next(visitor: Tab, target: str, aim: str):
    visitor.open(f"/auth/register?returnUrl={quote(target, safe='')}")
    assert visitor.state(RegistrationState).aim == aim


async def test_the_session_is_loading_while_a_form_is_sent(visitor: Tab, fake: FakeApi):
    fake.answer(Api.login, ApiError.unreachable())
    session = visitor.state(SessionState)
    assert [session.loading async for _step in visitor.stream(SignInState.login, FIELDS)] == [True, False]
    assert not session.is_authenticated


async def test_entering_empties_the_form(visitor: Tab, fake: FakeApi):
    visitor.open("/auth/login")
    await visitor.fire(SignInState.login, {})
    assert await visitor.fire(SignInState.enter) == []
    assert (visitor.state(SignInState).form_error, visitor.state(SignInState).field_errors) == ("", {})
    assert fake.called == []


async def test_signed_in_visitors_are_redirected_at_once(learner: Tab):
    learner.open("/auth/login?returnUrl=%2Ftest%2Fjava")
    effects = await learner.fire(SignInState.enter)
    assert redirect(effects) == "/test/java"
    assert effects[0].args["replace"] is True
