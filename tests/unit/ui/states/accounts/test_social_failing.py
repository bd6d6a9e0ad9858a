"""Messages of failed social sign-ins, and trying again."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.contract.supabase.browser import somebody
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.accounts.social import (
    come_back,
    come_back_cancelled,
    depart,
    own_project,
    time,
)
from tests.unit.ui.states.browser import Tab, query, redirect
from tests.unit.ui.states.session.test_session import is_anonymous
from webdev_certs.settings import get_settings
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


async def test_canceling_is_not_an_error_and_leads_back(tab: Tab, wire: Wire, line: Line):
    await come_back_cancelled(tab, await depart(tab))
    assert await tab.fire(SocialState.finish) == []
    assert tab.state(SocialState).failure == "You canceled the sign-in."
    assert is_anonymous(tab)
    assert wire.calls == []


@pytest.mark.parametrize(
    ("url", "words"),
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
        ("?code=", "in progress"),
        ("", "in progress"),
    ],
)
async def test_other_errors_get_our_own_message(tab: Tab, wire: Wire, line: Line, url: str, words: str):
    tab.open(f"/auth/callback{url}")
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
        (PlainTextResponse("no", 500), "unexpected answer"),
        (JSONResponse({}, 200), "unexpected answer"),
        (PlainTextResponse("<html>", 502), "unexpected answer"),
    ],
)
async def test_a_failing_server_clears_loading(tab: Tab, wire: Wire, line: Line, answer, words: str):
    await come_back(tab, await depart(tab))
    wire.instead(CALLBACK, answer)
    assert redirect(await tab.fire(SocialState.finish)) is None
    assert words in tab.state(SocialState).failure
    assert is_anonymous(tab)


async def test_an_email_that_the_provider_has_not_verified_is_reported(tab: Tab, line: Line):
    await come_back(tab, await depart(tab), somebody(email_verified=False))
    await tab.fire(SocialState.finish)
    assert "has not confirmed your email" in tab.state(SocialState).failure
    assert is_anonymous(tab)


async def test_an_unreachable_project_is_reported(tab: Tab, line: Line, monkeypatch: pytest.MonkeyPatch):
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
    [again] = await tab.fire(SocialState.retry)
    assert (again.name, again.args) == ("SocialState.start", {"provider": "github", "linking": False})
    assert await tab.fire(SocialState.start, *again.args.values()) == []
    assert query(tab.state(SocialState).departure)["provider"] == "github"
    assert tab.state(SocialState).failure == ""


async def test_trying_again_goes_to_the_sign_in_page_without_a_known_provider(tab: Tab, line: Line):
    tab.open("/auth/callback")
    await tab.fire(SocialState.finish)
    assert redirect(await tab.fire(SocialState.retry)) == "/auth/login"
