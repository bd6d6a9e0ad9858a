"""The forms for signing in and registering."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.factories import PASSWORD, Account, registration
from tests.unit.ui.client.wire import REFRESH, Line, Wire
from tests.unit.ui.states.browser import Effect, Tab, redirect
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.session.session import SessionState

SESSION_STATES = (SignInState, RegistrationState, SessionState)
VERIFY = "/api/auth/verify"


def form(**changes: Any) -> dict[str, Any]:
    """Return a registration as the browser submits it."""
    return {**registration(accept_terms="on"), **changes}


def keeps_what_was_typed(tab: Tab, effects: list[Effect], password: str) -> None:
    # The browser keeps the fields' text as long as `version` does not change.
    assert [effect.name for effect in effects] == ["set_focus"]
    assert not password or password not in tab.shown(*SESSION_STATES)
    assert not tab.state(SessionState).is_authenticated
    assert not tab.state(SessionState).loading


# Signing in


@pytest.mark.parametrize(
    ("query", "target"),
    [
        ("?returnUrl=%2Fpractice-results%2F7%3Fa%3Db", "/practice-results/7?a=b"),
        ("?returnUrl=%2Ftest-results%2Fx%3Fy%3D1%23topics", "/test-results/x?y=1#topics"),
        ("?returnUrl=%2F%2Fevil.example", "/dashboard"),
        ("", "/dashboard"),
    ],
)
async def test_it_leads_back_to_the_page_before(tab: Tab, account: Account, query: str, target: str):
    tab.open(f"/auth/login{query}")
    form_state = tab.state(SignInState)
    assert form_state.return_url == target
    assert form_state.return_query == query
    fields = {"email": account.user["email"], "password": PASSWORD}
    assert redirect(await tab.fire(SignInState.login, fields)) == target


async def test_a_password_is_sent_as_it_was_typed(tab: Tab, api):
    password = "  seven plain horses  "
    account = registration(password=password)
    assert redirect(await tab.fire(RegistrationState.register, account)) == "/dashboard"
    other = Tab()
    fields = {"email": account["email"], "password": password}
    assert redirect(await other.fire(SignInState.login, fields)) == "/dashboard"
    assert password not in tab.shown(*SESSION_STATES) + other.shown(*SESSION_STATES)


async def test_the_browsers_ip_and_user_agent_go_with_every_call(tab: Tab, wire: Wire, account: Account):
    tab.open("/auth/login", client_ip="198.51.100.7")
    await tab.fire(SignInState.login, {"email": account.user["email"], "password": PASSWORD})
    tab.state(SessionState).access_token = "stale"
    await tab.state(SessionState).api().verify()
    assert wire.paths() == ["/api/auth/login", VERIFY, REFRESH, VERIFY]
    assert {call.forwarded_for for call in wire.calls} == {"198.51.100.7"}
    assert wire.calls[0].user_agent == "Tab/1.0"


async def test_an_unreachable_server_is_reported(tab: Tab, line: Line, account: Account):
    line.cut = True
    fields = {"email": account.user["email"], "password": PASSWORD}
    effects = await tab.fire(SignInState.login, fields)
    assert "We cannot reach the server" in tab.state(SignInState).form_error
    keeps_what_was_typed(tab, effects, PASSWORD)
    line.cut = False
    assert redirect(await tab.fire(SignInState.login, fields)) == "/dashboard"
    assert tab.state(SignInState).form_error == ""


@pytest.mark.parametrize(
    ("target", "aim"),
    [
        ("/practice-test/react", "practice"),
        ("/practice-test/java/beginner?topic=streams", "practice"),
        ("/test/java", "test"),
        ("/test-results/7", ""),
        ("/payment", "plan"),
        ("/payment?plan=yearly", "plan"),
        # Who comes from here has chosen a plan already.
        ("/payment/success?session_id=x", ""),
        ("/dashboard/my-certificates", ""),
        ("//evil.example/payment", ""),
        ("", ""),
    ],
)
def test_the_registration_knows_what_comes_next(tab: Tab, target: str, aim: str):
    tab.open(f"/auth/register?returnUrl={quote(target, safe='')}")
    assert tab.state(RegistrationState).aim == aim


# Refused forms


@pytest.mark.parametrize(
    ("handler", "fields", "named"),
    [
        (SignInState.login, {}, ["email", "password"]),
        (SignInState.login, {"email": "a@example.com", "password": ""}, ["password"]),
        (SignInState.login, {"email": "   ", "password": "x" * 1025}, ["email", "password"]),
        (RegistrationState.register, {"full_name": "123"}, ["full_name"]),
        (RegistrationState.register, {"email": "nobody"}, ["email"]),
        (RegistrationState.register, {"password": "ada lovelace is it"}, ["password"]),
        (RegistrationState.register, {"accept_terms": ""}, ["accept_terms"]),
        (RegistrationState.register, {"full_name": "", "email": ""}, ["email", "full_name"]),
    ],
)
async def test_errors_are_shown_at_their_fields(
    tab: Tab, wire: Wire, handler: Any, fields: dict[str, Any], named: list[str]
):
    is_registration = handler is RegistrationState.register
    effects = await tab.fire(handler, form(**fields) if is_registration else fields)
    shown = tab.state(handler.state)
    assert sorted(shown.field_errors) == named
    assert all(message[0].isupper() and message.endswith(".") for message in shown.field_errors.values())
    assert shown.form_error == ""
    # Only the server knows whether it accepts a name, an email or a password.
    assert is_registration or wire.calls == []
    tab.state(SessionState).loading = False
    keeps_what_was_typed(tab, effects, fields.get("password") or "")


async def test_a_new_password_is_chosen_and_a_known_one_is_entered(tab: Tab):
    await tab.fire(RegistrationState.register, form(password=""))
    assert tab.state(RegistrationState).field_errors == {"password": "Choose a password."}
    await tab.fire(SignInState.login, {"email": "a@example.com", "password": ""})
    assert tab.state(SignInState).field_errors == {"password": "Enter your password."}


# Entering


async def test_entering_empties_the_form(tab: Tab, wire: Wire):
    tab.open("/auth/login")
    await tab.fire(SignInState.login, {})
    assert await tab.fire(SignInState.enter) == []
    assert (tab.state(SignInState).form_error, tab.state(SignInState).field_errors) == ("", {})
    assert wire.calls == []


async def test_signed_in_visitors_are_redirected_at_once(own_tab: Tab):
    own_tab.open("/auth/login?returnUrl=%2Ftest%2Fjava")
    effects = await own_tab.fire(SignInState.enter)
    assert redirect(effects) == "/test/java"
    assert effects[0].args["replace"] is True
