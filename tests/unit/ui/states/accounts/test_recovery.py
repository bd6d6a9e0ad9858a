"""The screens for forgotten passwords."""

import pytest
from starlette.responses import JSONResponse

from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import newest_token
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Effect, Tab
from webdev_certs.ui.states.accounts.recovery import ForgottenState, ResetState
from webdev_certs.ui.states.session.session import SessionState

NEW = "eight quiet donkeys"


async def ask_and_open(tab: Tab, api, account: Account) -> ResetState:
    """Return a tab in which the account's owner opens a reset link."""
    await tab.fire(ForgottenState.ask, {"email": account.user["email"]})
    token = await newest_token(api, account.user["email"])
    await tab.fire(ResetState.open, token)
    assert token not in tab.shown(ResetState)
    return tab.state(ResetState)


@pytest.mark.parametrize("form", [{}, {"email": "nobody"}])
async def test_an_invalid_email_is_reported_at_its_field(tab: Tab, line: Line, form: dict[str, str]):
    effects = await tab.fire(ForgottenState.ask, form)
    shown = tab.state(ForgottenState)
    assert list(shown.field_errors) == ["email"]
    assert (shown.sent_to, shown.form_error, shown.busy) == ("", "", False)
    assert effects == [Effect("set_focus", {"ref": "ref_email"})]


async def test_too_many_requests_are_reported_in_the_form(tab: Tab, wire: Wire):
    said = "Too many attempts. Try again in 5 minutes."
    problem = {
        "type": "urn:x",
        "title": "Too many",
        "status": 429,
        "detail": said,
        "code": "too_many_requests",
    }
    wire.instead("/api/auth/forgot-password", JSONResponse(problem, 429))
    await tab.fire(ForgottenState.ask, {"email": "a@example.com"})
    shown = tab.state(ForgottenState)
    assert (shown.form_error, shown.sent_to, shown.busy) == (said, "", False)


@pytest.mark.parametrize("own", [True, False])
async def test_a_new_password_signs_out_its_own_account_alone(tab: Tab, api, account: Account, own: bool):
    tab.sign_in(account if own else await register(api))
    shown = await ask_and_open(tab, api, account)
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"
    assert tab.state(SessionState).is_authenticated is not own
    assert NEW not in tab.shown(ResetState, SessionState)


async def test_a_malformed_token_is_a_wrong_link(tab: Tab, line: Line):
    await tab.fire(ResetState.open, "x" * 600)
    await tab.fire(ResetState.choose, {"password": NEW})
    shown = tab.state(ResetState)
    assert (shown.phase, shown.refusal) == ("refused", "This link is not valid")


@pytest.mark.parametrize("password", ["", "short"])
async def test_an_invalid_password_is_reported_at_its_field(tab: Tab, api, account: Account, password: str):
    shown = await ask_and_open(tab, api, account)
    await tab.fire(ResetState.choose, {"password": password})
    assert list(shown.field_errors) == ["password"]
    assert (shown.phase, shown.form_error) == ("form", "")
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"


async def test_an_expired_link_says_so(tab: Tab, api, account: Account, clock: FakeClock):
    shown = await ask_and_open(tab, api, account)
    clock.advance(minutes=30)
    await tab.fire(ResetState.choose, {"password": NEW})
    assert (shown.phase, shown.refusal) == ("refused", "This link has expired")


async def test_a_reload_keeps_the_link_and_the_browser_never_gets_it(tab: Tab, api, account: Account):
    shown = await ask_and_open(tab, api, account)
    await tab.fire(ResetState.open, "")
    assert shown.phase == "form"
    assert await newest_token(api, account.user["email"]) not in tab.shown(ResetState)


async def test_a_lost_connection_keeps_the_link(tab: Tab, line: Line, api, account: Account):
    shown = await ask_and_open(tab, api, account)
    line.cut = True
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "form"
    assert "We cannot reach the server" in shown.form_error
    line.cut = False
    await tab.fire(ResetState.choose, {"password": NEW})
    assert (shown.phase, shown.form_error) == ("done", "")


async def test_after_a_reset_a_session_that_cannot_be_checked_is_ended_here(
    own_tab: Tab, api, account: Account, wire: Wire
):
    """The page says that the user is signed out on all devices, so this browser must not look signed in."""
    shown = await ask_and_open(own_tab, api, account)
    wire.instead("/api/auth/verify", JSONResponse({}, 503))
    await own_tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"
    assert not own_tab.state(SessionState).is_authenticated


@pytest.mark.parametrize("first", ["nobody@example.com", "x"])
async def test_a_second_click_before_the_page_has_changed_is_no_second_submission(
    tab: Tab, wire: Wire, first: str
):
    form = tab.state(ForgottenState)
    shown = str(form.submission)
    for _ in range(2):
        await tab.fire(ForgottenState.ask, {"email": first, "submission": shown})
    asked = wire.count("/api/auth/forgot-password")
    assert asked <= 1
    await tab.fire(ForgottenState.ask, {"email": "a@example.com", "submission": str(form.submission)})
    assert (form.sent_to, wire.count("/api/auth/forgot-password")) == ("a@example.com", asked + 1)


async def test_a_second_click_after_a_reset_does_not_say_that_the_link_was_used(
    tab: Tab, api, account: Account
):
    form = await ask_and_open(tab, api, account)
    for _ in range(2):
        await tab.fire(ResetState.choose, {"password": NEW, "submission": "0"})
    assert (form.phase, form.refusal) == ("done", "")
