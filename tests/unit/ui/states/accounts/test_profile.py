"""The profile screen: what it shows, and its forms."""

import base64
import json

import pytest

from tests.answering import pass_test
from tests.api.lists.filling import fill
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, sign_in
from tests.mailbox import confirm, mails, newest_token
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.ui.states.accounts.deletion import DeletionState
from webdev_certs.ui.states.accounts.email_change import EmailState
from webdev_certs.ui.states.accounts.export import ExportState
from webdev_certs.ui.states.accounts.login_sessions import LoginSessionsState
from webdev_certs.ui.states.accounts.password import PasswordState
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.accounts.profile_forms import AccessibilityState, NameState
from webdev_certs.ui.states.accounts.sign_in_methods import SignInMethodsState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.session.session import SessionState

NEW = "eight quiet donkeys"


async def load(tab: Tab) -> ProfileState:
    """Return a tab with the screen open."""
    for handler in (ProfileState.load, SignInMethodsState.load, LoginSessionsState.load):
        await tab.fire(handler)
    return tab.state(ProfileState)


async def test_it_shows_the_account(own_tab: Tab, account: Account):
    shown = await load(own_tab)
    assert (shown.phase, shown.full_name, shown.email) == ("ready", "Ada Lovelace", account.user["email"])
    assert (shown.email_confirmed, shown.pending_email, shown.has_password) == (False, "", True)
    assert (shown.reduced_motion, shown.certificate_count) == (False, 0)


async def test_a_lost_connection_is_reported(own_tab: Tab, line: Line):
    line.cut = True
    assert (await load(own_tab)).phase == "error"
    line.cut = False
    assert (await load(own_tab)).phase == "ready"


async def test_visitors_see_nothing(tab: Tab, wire: Wire):
    assert (await load(tab)).phase == "loading"
    assert wire.calls == []


# Name and accessibility


async def test_a_new_name_shows_at_once_everywhere(own_tab: Tab):
    await load(own_tab)
    await own_tab.fire(NameState.save, {"full_name": "  Ada King "})
    assert own_tab.state(NameState).notice == "Your name is saved."
    assert own_tab.state(ProfileState).full_name == "Ada King"
    assert own_tab.state(SessionState).user_name == "Ada King"


@pytest.mark.parametrize("name", ["", "  ", "123", "x" * 121])
async def test_an_invalid_name_is_reported_at_its_field(own_tab: Tab, name: str):
    await load(own_tab)
    effects = await own_tab.fire(NameState.save, {"full_name": name})
    form = own_tab.state(NameState)
    assert list(form.field_errors) == ["full_name"]
    assert (form.notice, form.version) == ("", 0)
    assert [effect.name for effect in effects] == ["set_focus"]
    assert own_tab.state(SessionState).user_name == "Ada Lovelace"


async def test_accessibility_is_saved_and_takes_effect(own_tab: Tab):
    await load(own_tab)
    await own_tab.fire(AccessibilityState.save, {"reduced_motion": "on"})
    assert (await load(own_tab)).reduced_motion
    assert own_tab.state(SessionState).reduced_motion
    await own_tab.fire(AccessibilityState.save, {})
    assert not own_tab.state(SessionState).reduced_motion


async def test_a_new_visit_shows_no_old_messages(own_tab: Tab):
    await load(own_tab)
    await own_tab.fire(NameState.save, {"full_name": "Ada King"})
    await load(own_tab)
    assert own_tab.state(NameState).notice == ""


# Email


async def test_a_new_email_waits_for_its_link(own_tab: Tab, api, account: Account):
    await load(own_tab)
    fields = {"new_email": "ada.king@example.com", "email_password": PASSWORD}
    await own_tab.fire(EmailState.change, fields)
    shown = await load(own_tab)
    assert (shown.email, shown.pending_email) == (account.user["email"], "ada.king@example.com")
    token = await newest_token(api, "ada.king@example.com")
    confirmed = await api.post("/api/auth/confirm", json={"token": token}, headers=account.headers)
    assert confirmed.status_code == 200
    shown = await load(own_tab)
    assert (shown.email, shown.email_confirmed, shown.pending_email) == ("ada.king@example.com", True, "")
    assert own_tab.state(SessionState).user_email == "ada.king@example.com"


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, ["email_password", "new_email"]),
        ({"new_email": "nobody", "email_password": PASSWORD}, ["new_email"]),
        ({"new_email": "a@example.com", "email_password": ""}, ["email_password"]),
        ({"new_email": "a@example.com", "email_password": "not my password"}, ["email_password"]),
    ],
)
async def test_errors_of_the_email_are_shown_at_their_fields(
    own_tab: Tab, fields: dict[str, str], named: list[str]
):
    await load(own_tab)
    await own_tab.fire(EmailState.change, fields)
    form = own_tab.state(EmailState)
    assert sorted(form.field_errors) == named
    assert (form.form_error, form.notice, own_tab.state(ProfileState).pending_email) == ("", "", "")
    assert PASSWORD not in own_tab.shown(EmailState)


# Password and sessions


async def test_a_new_password_ends_the_other_login_sessions(own_tab: Tab, api, account: Account):
    await sign_in(api, account)
    await load(own_tab)
    assert len(own_tab.state(LoginSessionsState).rows) == 2
    fields = {"current_password": PASSWORD, "new_password": NEW}
    await own_tab.fire(PasswordState.change, fields)
    assert own_tab.state(PasswordState).notice
    assert [row.current for row in own_tab.state(LoginSessionsState).rows] == [True]
    assert own_tab.state(SessionState).is_authenticated
    await sign_in(api, account, password=NEW)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, ["current_password", "new_password"]),
        ({"current_password": "not my password", "new_password": NEW}, ["current_password"]),
        ({"current_password": PASSWORD, "new_password": "short"}, ["new_password"]),
        ({"current_password": PASSWORD, "new_password": "x" * 1025}, ["new_password"]),
    ],
)
async def test_errors_of_the_password_are_shown_at_their_fields(
    own_tab: Tab, fields: dict[str, str], named: list[str]
):
    await load(own_tab)
    await own_tab.fire(PasswordState.change, fields)
    form = own_tab.state(PasswordState)
    assert sorted(form.field_errors) == named
    assert (form.form_error, form.notice) == ("", "")


async def test_a_login_session_can_be_ended_and_then_all_others(own_tab: Tab, api, account: Account):
    for _ in range(3):
        await sign_in(api, account)
    await load(own_tab)
    shown = own_tab.state(LoginSessionsState)
    other = next(row for row in shown.rows if not row.current)
    await own_tab.fire(LoginSessionsState.end, other.login_session_id, other.device)
    assert len(shown.rows) == 3
    assert other.login_session_id not in [row.login_session_id for row in shown.rows]
    assert (shown.notice, shown.busy) == (f"{other.device} is signed out.", "")
    await own_tab.fire(LoginSessionsState.end_others)
    assert [row.current for row in shown.rows] == [True]


async def test_a_login_session_that_could_not_be_ended_stays_listed(
    own_tab: Tab, line: Line, api, account: Account
):
    await sign_in(api, account)
    await load(own_tab)
    line.cut = True
    await own_tab.fire(LoginSessionsState.end_others)
    shown = own_tab.state(LoginSessionsState)
    assert (len(shown.rows), shown.notice, shown.busy) == (2, "", "")
    assert shown.error


# Export and deletion


async def test_further_login_sessions_and_payments_are_appended(
    own_tab: Tab, account: Account, resources: Resources, clock: FakeClock
):
    await fill(resources, account, clock)
    devices, billing = own_tab.state(LoginSessionsState), own_tab.state(BillingState)
    for shown, name, total in ((devices, "rows", 26), (billing, "payments", 25)):
        await own_tab.fire(type(shown).load)
        assert (len(getattr(shown, name)), bool(shown.following)) == (20, True)
        (effect,) = await own_tab.fire(type(shown).show_more)
        assert effect.name == "set_focus"
        assert (len(getattr(shown, name)), shown.following) == (total, "")


async def test_the_export_is_handed_over_as_a_file(own_tab: Tab, account: Account):
    (effect,) = await own_tab.fire(ExportState.download)
    assert (effect.name, effect.args["filename"]) == ("download", "webdev-certs-export.json")
    data = json.loads(base64.b64decode(effect.args["url"].partition(";base64,")[2]))
    assert data["account"]["email"] == account.user["email"]
    assert own_tab.state(ExportState).notice


@pytest.mark.parametrize(("choice", "status"), [("keep_anonymous", "valid"), ("revoke", "revoked")])
async def test_the_account_is_deleted_and_its_certificates_are_what_was_chosen(
    own_tab: Tab, api, account: Account, choice: str, status: str
):
    number = (await pass_test(api, account))["certificate_number"]
    assert (await load(own_tab)).certificate_count == 1
    await own_tab.fire(DeletionState.set_shown, True)
    await own_tab.fire(DeletionState.delete, {})
    form = own_tab.state(DeletionState)
    assert sorted(form.field_errors) == ["certificates", "deletion_password"]
    effects = await own_tab.fire(
        DeletionState.delete, {"certificates": choice, "deletion_password": account.password}
    )
    assert redirect(effects) == "/"
    assert not own_tab.state(SessionState).is_authenticated
    assert account.user["email"] not in own_tab.shown(ProfileState, SessionState, DeletionState)
    seen = (await api.get(f"/api/verify/{number}")).json()
    assert (seen["status"], seen["holder_name"]) == (status, None)
    assert "deleted" in (await mails(api, account.user["email"]))[-1].subject.lower()


async def test_a_wrong_password_deletes_nothing(own_tab: Tab, api, account: Account):
    await load(own_tab)
    await own_tab.fire(DeletionState.set_shown, True)
    effects = await own_tab.fire(DeletionState.delete, {"deletion_password": "not my password"})
    form = own_tab.state(DeletionState)
    assert list(form.field_errors) == ["deletion_password"]
    assert (form.shown, redirect(effects)) == (True, None)
    await confirm(api, account)
    assert (await load(own_tab)).phase == "ready"
