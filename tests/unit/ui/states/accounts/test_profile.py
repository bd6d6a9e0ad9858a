"""The profile screen: its forms, linked services and extra time."""

from datetime import timedelta
from uuid import UUID

import pytest

from tests.fake_api import FakeApi
from tests.records import NOW
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import profile, progress
from webdev_certs.schemas.auth import LoginSession
from webdev_certs.schemas.exams import ExtraTimeRequest
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.accounts.profile import (
    AskExtraTimeState,
    ExtraTimeState,
    NameState,
    ProfileState,
    RequestRow,
    TutorConsentState,
)
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState
from webdev_certs.ui.states.session.locale import ZoneState

PASSWORD, NEW = "seven plain horses", "eight quiet donkeys"


def device(number: int) -> LoginSession:
    return LoginSession(
        id=UUID(int=number), device="Firefox", current=number == 1, created_at=NOW, last_seen_at=NOW
    )


@pytest.fixture
async def owner(learner: Tab, fake: FakeApi) -> Tab:
    """A tab with the screen open."""
    fake.answer(Api.profile, profile())
    fake.answer(Api.progress, progress())
    fake.answer(Api.login_sessions, Page([device(1), device(2)], ""))
    await learner.load(ProfileState, "/dashboard/profile")
    await learner.load(LoginSessionsState)
    return learner


async def test_a_new_visit_shows_no_old_messages(owner: Tab, fake: FakeApi):
    fake.answer(Api.change_profile, profile(full_name="Ada King"))
    await owner.fire(NameState.save, {"full_name": "Ada King"})
    assert owner.state(NameState).notice
    await owner.load(ProfileState)
    assert owner.state(NameState).notice == ""


async def test_further_login_sessions_are_appended_in_the_zone_of_the_browser(owner: Tab, fake: FakeApi):
    await owner.fire(ZoneState.note, "America/New_York")
    fake.answer(Api.login_sessions, Page([device(1), device(2)], "next"), Page([device(3)], ""))
    shown = await owner.load(LoginSessionsState)
    (effect,) = await owner.fire(LoginSessionsState.show_more)
    assert effect.name == "set_focus"
    assert (len(shown.rows), shown.following) == (3, "")
    assert {row.seen for row in shown.rows} == {"March\u00a02,\u00a02026, 4:00\u00a0AM"}


async def test_signing_out_all_other_devices_twice_sends_once(owner: Tab, fake: FakeApi):
    fake.answer(Api.login_sessions, Page([device(1)], ""))
    fake.answer(Api.end_other_login_sessions, None)
    for _ in range(2):
        await owner.fire(LoginSessionsState.end_others)
    assert len(fake.calls(Api.end_other_login_sessions)) == 1
    assert owner.state(LoginSessionsState).notice


async def test_withdrawing_the_consent_to_the_tutor_twice_sends_once(owner: Tab, fake: FakeApi):
    fake.answer(Api.profile, profile(tutor_consented_at=NOW))
    fake.answer(Api.withdraw_tutor_consent, None)
    shown = await owner.load(ProfileState)
    assert shown.tutor_consented
    for _ in range(2):
        await owner.fire(TutorConsentState.withdraw)
    assert len(fake.calls(Api.withdraw_tutor_consent)) == 1
    assert shown.tutor_consented == ""
    assert owner.state(TutorConsentState).notice


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
