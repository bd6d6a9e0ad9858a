"""The session at Supabase that a social sign-in leaves in the browser."""

import pytest

from tests.api.accounts.social import clock, project, served_project, settings
from tests.social import Project
from tests.unit.client.wire import Line
from tests.unit.states.browser import Tab, redirect, storage_key
from tests.unit.states.social import (
    come_back,
    depart,
    own_project,
    time,
)
from tests.unit.states.test_session import is_anonymous
from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


# Signing out


async def test_signing_out_ends_the_session_at_the_project_too(tab: Tab, line: Line, project: Project):
    await come_back(tab, await depart(tab))
    await tab.fire(SocialState.finish)
    project.paths.clear()
    assert redirect(await tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(tab)
    assert project.paths == ["/auth/v1/logout"]
    assert tab.state(SocialSessionState).kept_session == ""


async def test_without_one_the_project_is_not_asked(own_tab: Tab, project: Project):
    await own_tab.fire(SessionState.logout)
    assert project.paths == []


async def test_a_project_that_is_away_does_not_keep_anyone_signed_in(
    tab: Tab, line: Line, monkeypatch: pytest.MonkeyPatch
):
    await come_back(tab, await depart(tab))
    await tab.fire(SocialState.finish)
    monkeypatch.setenv("SUPABASE_URL", "http://127.0.0.1:1")
    get_settings.cache_clear()
    assert redirect(await tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(tab)
    assert tab.state(SocialSessionState).kept_session == ""


async def test_a_damaged_session_is_forgotten(own_tab: Tab):
    own_tab.state(SocialSessionState).kept_session = "{"
    assert redirect(await own_tab.fire(SessionState.logout)) == "/"
    assert own_tab.state(SocialSessionState).kept_session == ""


# Local storage


def test_it_is_kept_under_the_official_clients_keys():
    assert storage_key(SocialSessionState, "kept_session") == "sb-localhost-auth-token"
    assert storage_key(SocialSessionState, "kept_verifier") == "sb-localhost-auth-token-code-verifier"
