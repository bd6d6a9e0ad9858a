"""The screens that mailed links open: a new password, and a confirmed email."""

from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import USER
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.auth import AuthResponse, Confirmed
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.confirmation import ConfirmationState, EmailNoticeState
from webdev_certs.ui.states.accounts.mails import UnsubscribeState
from webdev_certs.ui.states.accounts.recovery import ResetState
from webdev_certs.ui.states.accounts.sign_in import SignInState
from webdev_certs.ui.states.session.session import SessionState

NEW, TOKEN = "eight quiet donkeys", "token-of-the-link"
ENDED = ApiError(401, "session_ended", "You’ve been signed out.")
CONFIRMED = USER.model_copy(update={"email_confirmed": True})


@pytest.mark.parametrize(
    ("kind", "token", "phase"),
    [
        (ResetState, TOKEN, "form"),
        (UnsubscribeState, f"retake.{TOKEN}", "asking"),
        (ConfirmationState, TOKEN, "signed_out"),
    ],
)
async def test_another_process_takes_the_token_that_a_page_repeats(
    visitor: Tab, kind: Any, token: str, phase: str
):
    await visitor.fire(kind.open, token, True)
    shown = visitor.state(kind)
    assert (shown.phase, shown._token) == (phase, token)
    await visitor.fire(kind.open, "", True)
    assert (shown.phase, shown._token) == (phase, token), "the same process knows it"


async def choose(tab: Tab, password: str = NEW) -> ResetState:
    """Open a reset link, choose a password, and return the state."""
    await tab.fire(ResetState.open, TOKEN)
    await tab.fire(ResetState.choose, {"password": password})
    assert TOKEN not in tab.shown(ResetState)
    assert NEW not in tab.shown(ResetState, SessionState)
    return tab.state(ResetState)


@pytest.mark.parametrize(
    ("verified", "is_kept"),
    [
        (USER, True),
        (ENDED, False),
        # The page says that the user is signed out on all devices, so this browser must not look signed in.
        (refusal("unavailable", 503), False),
    ],
)
async def test_a_new_password_signs_out_its_own_account_alone(
    learner: Tab, fake: FakeApi, verified: Any, is_kept: bool
):
    fake.answer(Api.reset_password, None)
    fake.answer(Api.verify, verified)
    shown = await choose(learner)
    assert shown.phase == "done"
    assert learner.state(SessionState).is_authenticated is is_kept


async def test_an_invalid_password_is_reported_at_its_field(visitor: Tab, fake: FakeApi):
    too_short = {"password": "Use at least 12 characters."}
    fake.answer(Api.reset_password, ApiError(422, "password_too_short", "", too_short), None)
    shown = await choose(visitor, "")
    assert list(shown.field_errors) == ["password"]
    await visitor.fire(ResetState.choose, {"password": "short"})
    assert (shown.field_errors, shown.phase, shown.form_error) == (too_short, "form", "")
    await visitor.fire(ResetState.choose, {"password": NEW})
    assert shown.phase == "done"


async def test_a_refused_link_says_why(visitor: Tab, fake: FakeApi):
    fake.answer(Api.reset_password, refusal("reset_link_expired"))
    shown = await choose(visitor)
    assert (shown.phase, shown.refusal) == ("refused", "This link has expired")
    await visitor.fire(ResetState.open, "")
    assert (shown.phase, shown.refusal) == ("refused", "This link is incomplete")


async def test_after_an_ended_login_session_the_user_signs_in_first(learner: Tab, fake: FakeApi):
    fake.answer(Api.confirm, ENDED, Confirmed(email=USER.email, certificates=[]))
    fake.answer(Api.login, AuthResponse(access_token="a", refresh_token="r", user=USER))
    fake.answer(Api.verify, CONFIRMED)
    await learner.fire(ConfirmationState.open, TOKEN)
    shown = learner.state(ConfirmationState)
    assert (shown.phase, shown.error) == ("signed_out", "")
    await learner.fire(SignInState.login, {"email": USER.email, "password": NEW})
    await learner.fire(ConfirmationState.open, "")
    assert shown.phase == "confirmed", "the tab has lost the token of the link"


@pytest.mark.parametrize(
    ("token", "code", "heading"),
    [
        ("", "", "This link is incomplete"),
        (TOKEN, "confirm_link_expired", "This link has expired"),
        (TOKEN, "confirm_link_other_account", "This link is for another account"),
        # Used in another browser: the email is confirmed, so no new link is offered.
        (TOKEN, "confirm_link_used", "This link has been used or replaced"),
    ],
)
async def test_refused_links_say_why(learner: Tab, fake: FakeApi, token: str, code: str, heading: str):
    is_used = code == "confirm_link_used"
    fake.answer(Api.confirm, refusal(code))
    fake.answer(Api.verify, CONFIRMED if is_used else USER)
    await learner.fire(ConfirmationState.open, token)
    shown = learner.state(ConfirmationState)
    assert (shown.phase, shown.refusal) == ("refused", heading)
    assert shown.for_another is (code == "confirm_link_other_account")
    assert learner.state(SessionState).email_confirmed is is_used


async def test_a_lost_connection_keeps_the_link_of_a_confirmation(learner: Tab, fake: FakeApi):
    fake.answer(Api.confirm, ApiError.unreachable(), Confirmed(email=USER.email, certificates=[]))
    fake.answer(Api.verify, CONFIRMED)
    await learner.fire(ConfirmationState.open, TOKEN)
    shown = learner.state(ConfirmationState)
    assert shown.phase == "asking"
    assert "can’t reach the server" in shown.error
    # The second click of a double click changes nothing.
    for _ in range(2):
        await learner.fire(ConfirmationState.confirm)
    assert (shown.phase, shown.error) == ("confirmed", "")
    assert len(fake.calls(Api.confirm)) == 2


async def test_a_confirmation_elsewhere_is_noticed(learner: Tab, fake: FakeApi):
    fake.answer(Api.verify, USER, CONFIRMED)
    for is_confirmed in (False, True, True):
        await learner.fire(EmailNoticeState.load)
        assert learner.state(SessionState).email_confirmed is is_confirmed
    assert fake.names() == ["verify", "verify"]


async def test_an_already_confirmed_user_loses_the_notice(learner: Tab, fake: FakeApi):
    fake.answer(Api.resend_confirmation, refusal("already_confirmed"))
    fake.answer(Api.verify, CONFIRMED)
    await learner.fire(EmailNoticeState.resend)
    shown = learner.state(EmailNoticeState)
    assert (shown.sent, shown.error) == ("", "")
    assert learner.state(SessionState).email_confirmed
