"""What a social sign-in says when it fails, and how it is tried again."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.contract.supabase.browser import somebody
from tests.unit.client.wire import Line, Wire
from tests.unit.states.browser import Tab, query, redirect
from tests.unit.states.social import (
    come_back,
    come_back_cancelled,
    depart,
    own_project,
    time,
)
from tests.unit.states.test_session import is_anonymous
from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


async def test_cancelling_is_no_fault_and_leads_back(tab: Tab, wire: Wire, line: Line):
    await come_back_cancelled(tab, await depart(tab))
    assert await tab.fire(SocialState.finish) == []
    assert tab.state(SocialState).failure == "You cancelled the sign-in."
    assert is_anonymous(tab)
    assert wire.calls == []


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (
            "?error=server_error&error_code=unexpected_failure&error_description=Call+0900",
            "reported a problem",
        ),
        ("?error=access_denied&error_code=provider_email_needs_verification", "not confirmed your email"),
        (
            "?error=invalid_request&error_code=bad_oauth_state&error_description=%3Cscript%3E",
            "Start it again",
        ),
        ("?error_code=flow_state_expired", "took too long"),
        ("?code=", "under way"),
        ("", "under way"),
    ],
)
async def test_other_answers_are_said_in_words_of_our_own(
    tab: Tab, wire: Wire, line: Line, address: str, words: str
):
    tab.open(f"/auth/callback{address}")
    assert redirect(await tab.fire(SocialState.finish)) is None
    failure = tab.state(SocialState).failure
    assert words in failure
    assert "0900" not in failure
    assert "script" not in failure
    assert is_anonymous(tab)
    assert wire.calls == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (PlainTextResponse("no", 500), "no clear answer"),
        (JSONResponse({}, 200), "no clear answer"),
        (PlainTextResponse("<html>", 502), "no clear answer"),
    ],
)
async def test_a_failing_server_clears_loading(tab: Tab, wire: Wire, line: Line, answer, words: str):
    await come_back(tab, await depart(tab))
    wire.instead(CALLBACK, answer)
    assert redirect(await tab.fire(SocialState.finish)) is None
    assert words in tab.state(SocialState).failure
    assert is_anonymous(tab)


async def test_a_provider_that_has_not_verified_the_address_is_said(tab: Tab, line: Line):
    await come_back(tab, await depart(tab), somebody(email_verified=False))
    await tab.fire(SocialState.finish)
    assert "has not confirmed your email address" in tab.state(SocialState).failure
    assert is_anonymous(tab)


async def test_a_project_that_cannot_be_reached_is_said(
    tab: Tab, line: Line, monkeypatch: pytest.MonkeyPatch
):
    await come_back(tab, await depart(tab))
    monkeypatch.setenv("SUPABASE_URL", "http://127.0.0.1:1")
    get_settings.cache_clear()
    await tab.fire(SocialState.finish)
    assert "cannot be reached" in tab.state(SocialState).failure
    assert is_anonymous(tab)
    assert tab.state(SocialSessionState).kept_verifier


async def test_trying_again_goes_to_the_same_provider(tab: Tab, line: Line):
    await come_back_cancelled(tab, await depart(tab, "github"))
    await tab.fire(SocialState.finish)
    assert await tab.fire(SocialState.retry) == []
    assert query(tab.state(SocialState).departure)["provider"] == "github"
    assert tab.state(SocialState).failure == ""


async def test_or_to_the_sign_in_page_when_none_is_known(tab: Tab, line: Line):
    tab.open("/auth/callback")
    await tab.fire(SocialState.finish)
    assert redirect(await tab.fire(SocialState.retry)) == "/auth/login"
