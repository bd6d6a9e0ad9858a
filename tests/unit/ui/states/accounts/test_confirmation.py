"""The page of the link that confirms an email, and the notice of an unconfirmed email."""

from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import confirm, newest_token
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.ui.states.accounts.confirmation import ConfirmationState, EmailNoticeState
from webdev_certs.ui.states.accounts.sign_in import SignInState
from webdev_certs.ui.states.session.session import SessionState


async def test_another_browser_signs_in_first(tab: Tab, wire: Wire, api, account: Account):
    wire.calls.clear()
    token = await newest_token(api, account.user["email"])
    await tab.fire(ConfirmationState.open, token)
    assert token not in tab.shown(ConfirmationState)
    shown = tab.state(ConfirmationState)
    assert shown.phase == "signed_out"
    assert wire.calls == []
    # The sign-in leads back without the token, because the tab keeps it.
    tab.open("/auth/login?returnUrl=%2Fauth%2Fconfirm")
    credentials = {"email": account.user["email"], "password": account.password}
    assert redirect(await tab.fire(SignInState.login, credentials)) == "/auth/confirm"
    await tab.fire(ConfirmationState.open, "")
    assert (shown.phase, shown.email) == ("confirmed", account.user["email"])


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


async def test_a_lost_connection_keeps_the_link(own_tab: Tab, line: Line, api, account: Account):
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


async def test_an_already_confirmed_user_loses_the_notice(own_tab: Tab, api, account: Account):
    await confirm(api, account)
    await own_tab.fire(EmailNoticeState.resend)
    shown = own_tab.state(EmailNoticeState)
    assert (shown.sent, shown.error) == ("", "")
    assert own_tab.state(SessionState).email_confirmed
