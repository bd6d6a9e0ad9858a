"""The screens that mailed links open: a new password, and a confirmed email."""

import pytest
from starlette.responses import JSONResponse

from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm, newest_token
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.accounts.confirmation import ConfirmationState, EmailNoticeState
from webdev_certs.ui.states.accounts.recovery import ForgottenState, ResetState
from webdev_certs.ui.states.accounts.sign_in import SignInState
from webdev_certs.ui.states.session.session import SessionState

# The screens for forgotten passwords


NEW = "eight quiet donkeys"


async def ask_and_open(tab: Tab, api, account: Account) -> ResetState:
    """Return a tab in which the account's owner opens a reset link."""
    await tab.fire(ForgottenState.ask, {"email": account.user["email"]})
    token = await newest_token(api, account.user["email"])
    await tab.fire(ResetState.open, token)
    assert token not in tab.shown(ResetState)
    return tab.state(ResetState)


@pytest.mark.parametrize("own", [True, False])
async def test_a_new_password_signs_out_its_own_account_alone(tab: Tab, api, account: Account, own: bool):
    tab.sign_in(account if own else await register(api))
    shown = await ask_and_open(tab, api, account)
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"
    assert tab.state(SessionState).is_authenticated is not own
    assert NEW not in tab.shown(ResetState, SessionState)


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


async def test_a_lost_connection_keeps_the_link(tab: Tab, line: Line, api, account: Account):
    shown = await ask_and_open(tab, api, account)
    line.cut = True
    await tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "form"
    assert "We cannot reach the server" in shown.form_error
    line.cut = False
    await tab.fire(ResetState.choose, {"password": NEW})
    assert (shown.phase, shown.form_error) == ("done", "")


async def test_after_a_reset_a_login_session_that_cannot_be_checked_is_ended_here(
    own_tab: Tab, api, account: Account, wire: Wire
):
    """The page says that the user is signed out on all devices, so this browser must not look signed in."""
    shown = await ask_and_open(own_tab, api, account)
    wire.instead("/api/auth/verify", JSONResponse({}, 503))
    await own_tab.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"
    assert not own_tab.state(SessionState).is_authenticated


async def test_a_second_click_before_the_page_has_changed_is_no_second_submission(tab: Tab, wire: Wire):
    form = tab.state(ForgottenState)
    for email in ("nobody@example.com", "a@example.com"):
        shown = str(form.submission)
        for _ in range(2):
            await tab.fire(ForgottenState.ask, {"email": email, "submission": shown})
    assert (form.sent_to, wire.count("/api/auth/forgot-password")) == ("a@example.com", 2)


# The page of the link that confirms an email, and the notice of an unconfirmed email


async def test_after_an_ended_login_session_the_user_signs_in_first(own_tab: Tab, api, account: Account):
    await api.post("/api/auth/logout", headers=account.headers)
    await own_tab.fire(ConfirmationState.open, await newest_token(api, account.user["email"]))
    shown = own_tab.state(ConfirmationState)
    assert (shown.phase, shown.error) == ("signed_out", "")
    credentials = {"email": account.user["email"], "password": account.password}
    await own_tab.fire(SignInState.login, credentials)
    await own_tab.fire(ConfirmationState.open, "")
    assert shown.phase == "confirmed", "the tab has lost the token of the link"


async def test_refused_links_say_why(own_tab: Tab, api, account: Account, clock: FakeClock):
    shown = own_tab.state(ConfirmationState)
    token = await newest_token(api, account.user["email"])
    await own_tab.fire(ConfirmationState.open, "")
    assert (shown.phase, shown.refusal) == ("refused", "This link is incomplete")
    for wrong in ("nonsense", "x" * 600):
        await own_tab.fire(ConfirmationState.open, wrong)
        assert shown.phase in ("refused", "asking")
    clock.advance(days=1)
    await own_tab.fire(ConfirmationState.open, token)
    assert (shown.phase, shown.refusal) == ("refused", "This link has expired")


async def test_a_lost_connection_keeps_the_link_of_a_confirmation(
    own_tab: Tab, line: Line, api, account: Account
):
    line.cut = True
    await own_tab.fire(ConfirmationState.open, await newest_token(api, account.user["email"]))
    shown = own_tab.state(ConfirmationState)
    assert shown.phase == "asking"
    assert "cannot reach the server" in shown.error
    line.cut = False
    await own_tab.fire(ConfirmationState.confirm)
    assert (shown.phase, shown.error) == ("confirmed", "")


async def test_a_confirmation_elsewhere_is_noticed(own_tab: Tab, wire: Wire, api, account: Account):
    await own_tab.fire(EmailNoticeState.load)
    assert not own_tab.state(SessionState).email_confirmed
    await confirm(api, account)
    await own_tab.fire(EmailNoticeState.load)
    assert own_tab.state(SessionState).email_confirmed
    wire.calls.clear()
    await own_tab.fire(EmailNoticeState.load)
    assert wire.calls == []


async def test_a_link_used_in_another_browser_offers_no_new_one(own_tab: Tab, api, account: Account):
    token = await newest_token(api, account.user["email"])
    await confirm(api, account)
    await own_tab.fire(ConfirmationState.open, token)
    assert own_tab.state(ConfirmationState).phase == "refused"
    assert own_tab.state(SessionState).email_confirmed


async def test_an_already_confirmed_user_loses_the_notice(own_tab: Tab, api, account: Account):
    await confirm(api, account)
    await own_tab.fire(EmailNoticeState.resend)
    shown = own_tab.state(EmailNoticeState)
    assert (shown.sent, shown.error) == ("", "")
    assert own_tab.state(SessionState).email_confirmed
