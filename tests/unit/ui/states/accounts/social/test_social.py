"""How the state of social sign-in changes, against a running Supabase project."""

from types import SimpleNamespace

import pytest

from tests.api.accounts.social import CALLBACK
from tests.contract.supabase.browser import somebody, visit
from tests.social import Project
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.accounts.social.going import (
    come_back,
    come_back_canceled,
    depart,
    start_linking,
)
from tests.unit.ui.states.browser import Tab, query, redirect
from tests.unit.ui.states.session.test_session import is_anonymous
from webdev_certs.settings import get_settings
from webdev_certs.ui.client import SocialError
from webdev_certs.ui.pages.root import report_failure
from webdev_certs.ui.states.accounts.social import SocialState, handle_event
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.session.social_session import SocialSessionState

ORIGIN = "http://localhost:8000"


@pytest.mark.parametrize(
    ("shown", "origin"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost:8000", ORIGIN),
        ("https://evil.example", ORIGIN),
        ("", ORIGIN),
    ],
)
async def test_the_return_url_is_on_the_products_origin(tab: Tab, shown: str, origin: str):
    tab.open("/auth/login", origin=shown)
    await tab.fire(SocialState.start, "google", False)
    assert query(tab.state(SocialState).departure)["redirect_to"] == f"{origin}/auth/callback"


async def test_a_failed_start_clears_loading_and_is_reported_and_raised(tab: Tab):
    with pytest.raises(SocialError, match="oauth_provider_not_supported") as failure:
        await depart(tab, "myspace")
    # Only once: no toast repeats it.
    assert report_failure(failure.value) is None
    assert not tab.state(SessionState).loading
    assert tab.state(SocialState).failure == "You can’t sign in here with this service."
    assert tab.state(SocialState).departure == ""


async def test_a_signed_in_event_is_posted_once(tab: Tab, wire: Wire, time: SimpleNamespace):
    await come_back(tab, await depart(tab))
    await tab.fire(SocialState.finish)
    time.seconds += 0.9
    await tab.fire(SocialState.finish)
    assert wire.paths() == [CALLBACK]
    assert tab.state(SocialState).failure == ""
    time.seconds += 0.2
    await come_back(tab, await depart(tab))
    assert redirect(await tab.fire(SocialState.finish)) == "/dashboard"
    assert wire.paths() == [CALLBACK, CALLBACK]


async def test_an_event_is_not_posted_while_it_is_being_handled(tab: Tab, wire: Wire, time: SimpleNamespace):
    await come_back(tab, await depart(tab))
    first = tab.stream(SocialState.finish)
    await anext(first)
    time.seconds += 60
    assert await tab.fire(SocialState.finish) == []
    assert [step async for step in first]
    assert wire.paths() == [CALLBACK]


@pytest.mark.parametrize("event", ["INITIAL_SESSION", "TOKEN_REFRESHED", "USER_UPDATED"])
async def test_other_events_are_ignored(tab: Tab, wire: Wire, project: Project, event: str):
    social_session = await project.sign_in(somebody())
    await handle_event(tab.state(SocialState), (event, social_session))
    assert wire.calls == []
    assert not tab.state(SessionState).is_authenticated


# Messages of failed social sign-ins, and trying again


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("?error_code=unexpected_failure&error_description=Call+0900", "reported a problem"),
        ("?error=access_denied&error_code=provider_email_needs_verification", "hasn’t confirmed your email"),
        ("?error_code=bad_oauth_state&error_description=%3Cscript%3E", "Start again"),
        ("?error_code=flow_state_expired", "took too long"),
        ("?error=server_error", "reported a problem"),
        ("?error=access_denied", "You canceled"),
        ("?code=", "in progress"),
        ("", "in progress"),
    ],
)
async def test_errors_get_a_message_of_the_product(tab: Tab, wire: Wire, url: str, words: str):
    tab.open(f"/auth/callback{url}")
    assert redirect(await tab.fire(SocialState.finish)) is None
    failure = tab.state(SocialState).failure
    assert words in failure
    assert "0900" not in failure
    assert "script" not in failure
    assert tab.state(SocialState).is_canceled is (words == "You canceled")
    assert is_anonymous(tab)
    assert wire.calls == []
    # No service was chosen in this tab.
    assert redirect(await tab.fire(SocialState.retry)) == "/auth/login"


async def test_an_unreachable_project_is_reported(tab: Tab, monkeypatch: pytest.MonkeyPatch):
    await come_back(tab, await depart(tab))
    monkeypatch.setenv("SUPABASE_URL", "http://127.0.0.1:1")
    get_settings.cache_clear()
    await tab.fire(SocialState.finish)
    assert "can’t reach" in tab.state(SocialState).failure
    assert is_anonymous(tab)
    assert tab.state(SocialSessionState).kept_verifier


# Against attackers, and with several tabs at once


async def test_a_code_is_refused_in_a_browser_that_started_another_sign_in(tab: Tab, wire: Wire):
    attacker = Tab()
    back = await visit(await depart(attacker), somebody())
    own = await depart(tab)
    tab.open(back.raw_path.decode())
    assert redirect(await tab.fire(SocialState.finish)) is None
    assert "didn’t start this sign-in in this browser" in tab.state(SocialState).failure
    assert wire.calls == []
    assert is_anonymous(tab)
    assert query(own)["code_challenge"]


async def test_an_attackers_code_does_not_turn_linking_into_a_sign_in(own_tab: Tab, wire: Wire):
    after = await start_linking(own_tab)
    await come_back(after, own_tab.state(SocialState).departure)
    assert redirect(await after.fire(SocialState.finish)) == "/dashboard/profile"
    assert wire.paths() == []
    assert after.state(SocialState).take_link()


async def test_the_purpose_of_a_sign_in_ends_with_it(own_tab: Tab, wire: Wire):
    """The browser still has the verifier of an abandoned attempt to link; signing in overwrites it."""
    after = await start_linking(own_tab)
    await come_back(after, await depart(after))
    assert redirect(await after.fire(SocialState.finish)) == "/dashboard"
    assert after.state(SocialState).take_link() is None


async def test_failed_linking_is_tried_again_from_the_profile(own_tab: Tab):
    after = await start_linking(own_tab)
    await come_back_canceled(after, own_tab.state(SocialState).departure)
    await after.fire(SocialState.finish)
    assert redirect(await after.fire(SocialState.retry)) == "/dashboard/profile"


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
