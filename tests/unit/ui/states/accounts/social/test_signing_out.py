"""The social session (at Supabase) that a social sign-in stores in the browser."""

import pytest

from tests.social import Project
from tests.unit.ui.states.accounts.social.going import (
    come_back,
    depart,
)
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.session.test_session import is_anonymous
from webdev_certs.settings import get_settings
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.session.social_session import SocialSessionState

# Signing out


async def test_signing_out_ends_the_session_at_the_project_too(tab: Tab, project: Project):
    await come_back(tab, await depart(tab))
    await tab.fire(SocialState.finish)
    project.paths.clear()
    assert redirect(await tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(tab)
    assert project.paths == ["/auth/v1/logout"]
    assert tab.state(SocialSessionState).kept_session == ""


async def test_an_unreachable_project_does_not_prevent_signing_out(tab: Tab, monkeypatch: pytest.MonkeyPatch):
    await come_back(tab, await depart(tab))
    await tab.fire(SocialState.finish)
    monkeypatch.setenv("SUPABASE_URL", "http://127.0.0.1:1")
    get_settings.cache_clear()
    assert redirect(await tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(tab)
    assert tab.state(SocialSessionState).kept_session == ""


async def test_a_malformed_session_is_removed(own_tab: Tab):
    own_tab.state(SocialSessionState).kept_session = "{"
    assert redirect(await own_tab.fire(SessionState.logout)) == "/"
    assert own_tab.state(SocialSessionState).kept_session == ""
