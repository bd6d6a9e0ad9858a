"""Messages of failed social sign-ins, and trying again."""

import pytest
from starlette.responses import PlainTextResponse

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.accounts.social import (
    come_back,
    depart,
    own_project,
    time,
)
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.session.test_session import is_anonymous
from webdev_certs.settings import get_settings
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


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


async def test_a_failing_server_clears_loading(tab: Tab, wire: Wire, line: Line):
    await come_back(tab, await depart(tab))
    wire.instead(CALLBACK, PlainTextResponse("<html>", 502))
    assert redirect(await tab.fire(SocialState.finish)) is None
    assert "unexpected answer" in tab.state(SocialState).failure
    assert is_anonymous(tab)


async def test_an_unreachable_project_is_reported(tab: Tab, line: Line, monkeypatch: pytest.MonkeyPatch):
    await come_back(tab, await depart(tab))
    monkeypatch.setenv("SUPABASE_URL", "http://127.0.0.1:1")
    get_settings.cache_clear()
    await tab.fire(SocialState.finish)
    assert "cannot be reached" in tab.state(SocialState).failure
    assert is_anonymous(tab)
    assert tab.state(SocialSessionState).kept_verifier


async def test_trying_again_goes_to_the_sign_in_page_without_a_known_provider(tab: Tab, line: Line):
    tab.open("/auth/callback")
    await tab.fire(SocialState.finish)
    assert redirect(await tab.fire(SocialState.retry)) == "/auth/login"
