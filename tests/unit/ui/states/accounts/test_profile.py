"""The profile screen: its forms, linked services and extra time."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.records import CONFIG, billing, payment
from tests.unit.ui.states.records import NOW, profile
from webdev_certs.schemas.auth import LoginSession
from webdev_certs.schemas.exams import ExtraTimeRequest
from webdev_certs.schemas.progress import Progress
from webdev_certs.ui.client import Api, ApiError, Page
from webdev_certs.ui.states.accounts.profile import (
    AskExtraTimeState,
    DeletionState,
    EmailState,
    ExtraTimeState,
    NameState,
    ProfileState,
    RequestRow,
)
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState, PasswordState
from webdev_certs.ui.states.accounts.recovery import ForgottenState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.session import SessionState

PASSWORD, NEW = "seven plain horses", "eight quiet donkeys"


def device(number: int) -> LoginSession:
    return LoginSession(
        id=UUID(int=number), device="Firefox", current=number == 1, created_at=NOW, last_seen_at=NOW
    )


@pytest.fixture
async def owner(learner: Tab, fake: FakeApi) -> Tab:
    """A tab with the screen open."""
    figures = dict.fromkeys(("certificates", "exams_passed", "practice_answered", "practice_correct"), 0)
    fake.answer(Api.profile, profile())
    fake.answer(Api.progress, Progress.model_validate({"technologies": [], **figures}))
    fake.answer(Api.login_sessions, Page([device(1), device(2)], ""))
    await learner.load(ProfileState, "/dashboard/profile")
    await learner.load(LoginSessionsState)
    return learner


WRONG_EMAIL = {"new_email": "a@example.com", "email_password": "wrong"}
SHORT = {"current_password": PASSWORD, "new_password": "short"}


@pytest.mark.parametrize(
    ("handler", "fields", "refused", "named"),
    [
        # The state finds these itself.
        (EmailState.change, {}, None, ["email_password", "new_email"]),
        (PasswordState.change, {}, None, ["current_password", "new_password"]),
        (AskExtraTimeState.ask, {"percent": "30", "reason": "I read slowly."}, None, ["percent"]),
        (AskExtraTimeState.ask, {"percent": "50", "reason": " "}, None, ["reason"]),
        # The API finds these, and names the field in its own words.
        (NameState.save, {"full_name": "1"}, (Api.change_profile, "full_name"), ["full_name"]),
        (EmailState.change, WRONG_EMAIL, (Api.change_email, "password"), ["email_password"]),
        (PasswordState.change, SHORT, (Api.change_password, "password"), ["new_password"]),
        (ForgottenState.ask, {"email": "nobody"}, (Api.forgot_password, "email"), ["email"]),
        (
            DeletionState.delete,
            {"deletion_password": "wrong"},
            (Api.delete_account, "password"),
            ["deletion_password"],
        ),
    ],
)
async def test_errors_are_shown_at_their_fields(
    owner: Tab, fake: FakeApi, handler: Any, fields: dict[str, str], refused: Any, named: list[str]
):
    if refused:
        call, field = refused
        fake.answer(call, ApiError(422, "invalid_request", "", {field: "No."}))
    (effect,) = await owner.fire(handler, fields)
    form = owner.state(handler.state)
    assert sorted(form.field_errors) == named
    assert (form.form_error, form.notice, effect.name) == ("", "", "set_focus")
    assert owner.state(SessionState).user_name == "Ada Lovelace"
    assert PASSWORD not in owner.shown(handler.state)


async def test_a_new_visit_shows_no_old_messages(owner: Tab, fake: FakeApi):
    fake.answer(Api.change_profile, profile(full_name="Ada King"))
    await owner.fire(NameState.save, {"full_name": "Ada King"})
    assert owner.state(NameState).notice
    await owner.load(ProfileState)
    assert owner.state(NameState).notice == ""


async def test_a_login_session_that_could_not_be_ended_stays_listed(owner: Tab, fake: FakeApi):
    fake.answer(Api.end_other_login_sessions, ApiError.unreachable())
    await owner.fire(LoginSessionsState.end_others)
    shown = owner.state(LoginSessionsState)
    assert (len(shown.rows), shown.notice, shown.busy) == (2, "", "")
    assert shown.error


async def test_devices_are_listed_in_the_zone_of_the_browser(owner: Tab):
    shown = owner.state(LoginSessionsState)
    assert shown.rows[0].seen == "March\u00a02,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    # The list is read again when the zone becomes known.
    assert len(await owner.fire(ZoneState.note, "America/New_York")) == 1
    await owner.load(LoginSessionsState)
    assert shown.rows[0].seen == "March\u00a02,\u00a02026, 4:00\u00a0AM"


async def test_further_login_sessions_and_payments_are_appended(owner: Tab, fake: FakeApi):
    fake.answer(Api.login_sessions, Page([device(1), device(2)], "next"), Page([device(3)], ""))
    fake.answer(Api.subscription, billing("none"))
    fake.answer(Api.payment_config, CONFIG)
    fake.answer(Api.payment_history, Page([payment(), payment()], "next"), Page([payment()], ""))
    devices, bills = owner.state(LoginSessionsState), owner.state(BillingState)
    for shown, name in ((devices, "rows"), (bills, "payments")):
        await owner.load(type(shown))
        assert (len(getattr(shown, name)), shown.following) == (2, "next")
        (effect,) = await owner.fire(type(shown).show_more)
        assert effect.name == "set_focus"
        assert (len(getattr(shown, name)), shown.following) == (3, "")


async def test_a_request_for_extra_time_shows_as_open_and_then_as_decided(owner: Tab, fake: FakeApi):
    fields = {"percent": 50, "reason": None, "asked_at": NOW, "decided_at": NOW + timedelta(days=1)}
    refused = ExtraTimeRequest.model_validate(fields | {"state": "refused", "note": "Write to us."})
    asked = refused.model_copy(update={"state": "asked", "decided_at": None, "note": None})
    fake.answer(Api.extra_time_requests, [], [asked], [refused])
    fake.answer(Api.ask_extra_time, asked)
    shown = await owner.load(ExtraTimeState)
    assert (shown.phase, shown.granted, shown.is_open, shown.rows) == ("ready", 0, False, [])
    await owner.fire(AskExtraTimeState.ask, {"percent": "50", "reason": "I read with a magnifier."})
    assert owner.state(AskExtraTimeState).notice.startswith("We’ve got your request.")
    assert (shown.granted, shown.is_open) == (0, True)
    assert shown.rows == [RequestRow("50% more time", "Requested on March\u00a02,\u00a02026", "")]
    await owner.load(ExtraTimeState)
    assert not shown.is_open
    assert shown.rows == [RequestRow("50% more time", "Declined on March\u00a03,\u00a02026", "Write to us.")]
