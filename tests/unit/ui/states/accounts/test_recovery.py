"""The screens for forgotten passwords."""

import pytest
from starlette.responses import JSONResponse

from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from tests.mailbox import mails, newest_token
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


async def test_known_and_unknown_emails_get_the_same_answer(tab: Tab, api, account: Account):
    shown = tab.state(ForgottenState)
    said = []
    for email in (account.user["email"], "nobody@example.com"):
        await tab.fire(ForgottenState.enter)
        await tab.fire(ForgottenState.ask, {"email": f" {email} "})
        assert shown.sent_to == email
        said.append(tab.shown(ForgottenState).replace(email, "…"))
    assert said[0] == said[1]
    assert (await mails(api, account.user["email"]))[-1].subject == "Choose a new password"


@pytest.mark.parametrize(
    "form", [{}, {"email": ""}, {"email": "   "}, {"email": "x" * 300}, {"email": "nobody"}]
)
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


async def test_a_link_sets_the_password_and_ends_every_login_session(own_tab: Tab, api, account: Account):
    shown = await ask_and_open(own_tab, api, account)
    assert shown.phase == "form"
    await own_tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"
    assert not own_tab.state(SessionState).is_authenticated
    assert NEW not in own_tab.shown(ResetState, SessionState)
    await sign_in(api, account, password=NEW)


async def test_somebody_else_stays_signed_in(tab: Tab, own_tab: Tab, api, account: Account):
    other = Tab()
    await other.fire(ResetState.open, "")
    shown = await ask_and_open(other, api, account)
    await other.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"


@pytest.mark.parametrize("password", ["", "short", "x" * 1025, "ada lovelace is it"])
async def test_an_invalid_password_is_reported_at_its_field(tab: Tab, api, account: Account, password: str):
    shown = await ask_and_open(tab, api, account)
    await tab.fire(ResetState.choose, {"password": password})
    assert list(shown.field_errors) == ["password"]
    assert (shown.phase, shown.form_error) == ("form", "")
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"


async def test_a_link_without_its_token_is_incomplete(tab: Tab, wire: Wire):
    await tab.fire(ResetState.open, "")
    shown = tab.state(ResetState)
    assert (shown.phase, shown.refusal) == ("refused", "This link is incomplete")
    assert wire.calls == []


@pytest.mark.parametrize("token", ["nonsense", "x" * 600])
async def test_an_unknown_link_says_so(tab: Tab, line: Line, token: str):
    await tab.fire(ResetState.open, token)
    await tab.fire(ResetState.choose, {"password": NEW})
    shown = tab.state(ResetState)
    assert (shown.phase, shown.refusal) == ("refused", "This link is not valid")


async def test_a_used_link_says_so(tab: Tab, api, account: Account):
    await ask_and_open(tab, api, account)
    token = await newest_token(api, account.user["email"])
    await tab.fire(ResetState.choose, {"password": NEW})
    await tab.fire(ResetState.open, token)
    await tab.fire(ResetState.choose, {"password": NEW})
    assert tab.state(ResetState).refusal == "This link has been used"


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
