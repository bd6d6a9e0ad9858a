"""The switches for emails in the profile, and the page to unsubscribe."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import profile
from webdev_certs.schemas.mails import Unsubscribed
from webdev_certs.schemas.profile import MailChoices
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.mails import MailChoicesState, UnsubscribeState
from webdev_certs.ui.states.session.session import SessionState

TOKEN = "retake.signed-token"


async def test_a_switch_is_saved_at_once_and_says_so(learner: Tab, fake: FakeApi):
    fake.answer(Api.change_profile, profile(mails=MailChoices(retake=False)))
    await learner.fire(MailChoicesState.switch, "retake", False)
    shown = learner.state(MailChoicesState)
    assert shown.wanted["retake"] is False
    assert shown.wanted["passed"] is True
    assert shown.notice == "“Retakes” is off."
    (call,) = fake.calls(Api.change_profile)
    assert call["change"].mails.model_dump(exclude_none=True) == {"retake": False}
    # The browser shows it already, so the switch is not drawn afresh.
    assert shown.version == 0


async def test_a_switch_that_cannot_be_saved_goes_back(learner: Tab, fake: FakeApi):
    fake.answer(Api.change_profile, ApiError.unreachable(), profile(mails=MailChoices(practice=True)))
    await learner.fire(MailChoicesState.switch, "practice", True)
    shown = learner.state(MailChoicesState)
    assert (shown.wanted["practice"], shown.notice, shown.version) == (False, "", 1)
    assert "can’t reach the server" in shown.error
    await learner.fire(MailChoicesState.switch, "practice", True)
    assert (shown.wanted["practice"], shown.error) == (True, "")


async def test_a_choice_of_another_device_is_drawn(learner: Tab):
    shown = learner.state(MailChoicesState)
    shown.show(MailChoices())
    assert shown.version == 0
    shown.show(MailChoices(review=False))
    assert (shown.wanted["review"], shown.version) == (False, 1)


async def test_unsubscribing_asks_first_and_needs_no_login(visitor: Tab, fake: FakeApi):
    fake.answer(Api.unsubscribe, ApiError.unreachable(), Unsubscribed(kind="retake"))
    await visitor.fire(UnsubscribeState.open, TOKEN)
    shown = visitor.state(UnsubscribeState)
    assert (shown.phase, shown.name, fake.called) == ("asking", "Retakes", [])
    assert TOKEN not in visitor.shown(UnsubscribeState, SessionState)
    # A reload of the page has no token in its URL any more.
    await visitor.fire(UnsubscribeState.open, "")
    await visitor.fire(UnsubscribeState.unsubscribe)
    assert shown.phase == "asking"
    assert "can’t reach the server" in shown.error
    # The second click of a double click changes nothing.
    await visitor.fire(UnsubscribeState.unsubscribe)
    await visitor.fire(UnsubscribeState.unsubscribe)
    assert (shown.phase, shown.error) == ("done", "")
    assert [call["token"] for call in fake.calls(Api.unsubscribe)] == [TOKEN, TOKEN]


@pytest.mark.parametrize("token", ["", "retake", "security.signed-token"])
async def test_a_link_that_is_not_complete_is_refused(visitor: Tab, fake: FakeApi, token: str):
    fake.answer(Api.unsubscribe, refusal("unsubscribe_link_unknown", 404))
    await visitor.fire(UnsubscribeState.open, token)
    await visitor.fire(UnsubscribeState.unsubscribe)
    assert visitor.state(UnsubscribeState).phase == "refused"
