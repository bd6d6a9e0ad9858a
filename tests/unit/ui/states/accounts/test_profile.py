"""The profile screen: its forms, linked services and extra time."""

from typing import Any
from uuid import UUID

import pytest
from sqlmodel import select

from tests.api.lists.filling import fill
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, sign_in
from tests.unit.ui.client.wire import Line
from tests.unit.ui.states.browser import Tab
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User
from webdev_certs.server.services.exams.extra_time import decide
from webdev_certs.ui.states.accounts.profile import (
    AskExtraTimeState,
    EmailState,
    ExtraTimeState,
    NameState,
    ProfileState,
    RequestRow,
)
from webdev_certs.ui.states.accounts.profile_data import DeletionState
from webdev_certs.ui.states.accounts.profile_security import (
    LoginSessionsState,
    PasswordState,
    SignInMethodsState,
)
from webdev_certs.ui.states.accounts.recovery import ForgottenState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.session import SessionState

NEW = "eight quiet donkeys"


async def load(tab: Tab) -> ProfileState:
    """Return a tab with the screen open."""
    for handler in (ProfileState.load, SignInMethodsState.load, LoginSessionsState.load):
        await tab.fire(handler)
    return tab.state(ProfileState)


@pytest.mark.parametrize(
    ("handler", "fields", "named"),
    [
        (NameState.save, {"full_name": "123"}, ["full_name"]),
        (EmailState.change, {}, ["email_password", "new_email"]),
        (EmailState.change, {"new_email": "a@example.com", "email_password": "wrong"}, ["email_password"]),
        (PasswordState.change, {}, ["current_password", "new_password"]),
        (PasswordState.change, {"current_password": "wrong", "new_password": NEW}, ["current_password"]),
        (PasswordState.change, {"current_password": PASSWORD, "new_password": "short"}, ["new_password"]),
        (AskExtraTimeState.ask, {"percent": "30", "reason": "I read slowly."}, ["percent"]),
        (AskExtraTimeState.ask, {"percent": "50", "reason": " "}, ["reason"]),
        (ForgottenState.ask, {"email": "nobody"}, ["email"]),
        (DeletionState.delete, {"deletion_password": "not my password"}, ["deletion_password"]),
    ],
)
async def test_errors_are_shown_at_their_fields(
    own_tab: Tab, handler: Any, fields: dict[str, str], named: list[str]
):
    await load(own_tab)
    (effect,) = await own_tab.fire(handler, fields)
    form = own_tab.state(handler.state)
    assert sorted(form.field_errors) == named
    assert (form.form_error, form.notice, effect.name) == ("", "", "set_focus")
    assert own_tab.state(SessionState).user_name == "Ada Lovelace"
    assert PASSWORD not in own_tab.shown(handler.state)


async def test_a_new_visit_shows_no_old_messages(own_tab: Tab):
    await load(own_tab)
    await own_tab.fire(NameState.save, {"full_name": "Ada King"})
    await load(own_tab)
    assert own_tab.state(NameState).notice == ""


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


async def test_devices_that_could_not_be_loaded_can_be_loaded_again(own_tab: Tab, line: Line):
    line.cut = True
    await own_tab.fire(LoginSessionsState.load)
    shown = own_tab.state(LoginSessionsState)
    assert (shown.phase, shown.unreachable, shown.rows) == ("error", True, [])
    assert shown.error
    line.cut = False
    await own_tab.fire(LoginSessionsState.load)
    assert (shown.phase, shown.error, len(shown.rows)) == ("ready", "", 1)


async def test_devices_are_listed_in_the_zone_of_the_browser(own_tab: Tab):
    await load(own_tab)
    (device,) = own_tab.state(LoginSessionsState).rows
    assert device.seen == "March\u00a02,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    # The list is read again when the zone becomes known.
    assert len(await own_tab.fire(ZoneState.note, "America/New_York")) == 1
    await own_tab.fire(LoginSessionsState.load)
    (device,) = own_tab.state(LoginSessionsState).rows
    assert device.seen == "March\u00a02,\u00a02026, 4:00\u00a0AM"


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


# Extra time


FORM = {"percent": "50", "reason": "I read with a magnifier."}


async def decided(resources: Resources, account: Account, *, granted: bool, note: str | None = None) -> None:
    async with resources.database.transaction() as db:
        user = (await db.exec(select(User).where(User.id == UUID(account.user["id"])))).one()
        await decide(new_context(resources, db), user, granted=granted, note=note)


async def test_a_request_shows_as_open_and_then_as_decided(
    own_tab: Tab, account: Account, resources: Resources, clock: FakeClock
):
    shown = await own_tab.load(ExtraTimeState)
    assert (shown.phase, shown.granted, shown.is_open, shown.rows) == ("ready", 0, False, [])
    await own_tab.fire(AskExtraTimeState.ask, FORM)
    assert own_tab.state(AskExtraTimeState).notice.startswith("Your request is sent.")
    assert (shown.granted, shown.is_open) == (0, True)
    assert shown.rows == [RequestRow("50% more time", "Asked on March\u00a02,\u00a02026", "")]
    clock.advance(minutes=5)
    await decided(resources, account, granted=False, note="Write to us.")
    await own_tab.load(ExtraTimeState)
    assert (shown.granted, shown.is_open) == (0, False)
    assert shown.rows == [RequestRow("50% more time", "Refused on March\u00a02,\u00a02026", "Write to us.")]
