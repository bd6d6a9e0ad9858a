"""Social sign-in's transitions (specification §4), against a running Supabase project."""

import base64
import hashlib
from types import SimpleNamespace

import pytest

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.contract.supabase.browser import somebody
from tests.factories import Account
from tests.social import Project
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.accounts.social import (
    come_back,
    depart,
    own_project,
    time,
)
from tests.unit.ui.states.browser import Tab, query, redirect
from webdev_certs.ui.client import SocialError
from webdev_certs.ui.pages.root import report_failure
from webdev_certs.ui.states.accounts.sign_in_methods import MethodState, SignInMethodsState
from webdev_certs.ui.states.accounts.social import SocialState, handle_event
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


ORIGIN = "http://localhost:8000"


# Starting


async def test_starting_sets_loading_and_goes_to_the_provider(tab: Tab, line: Line, project: Project):
    tab.open("/auth/login")
    steps = tab.stream(SocialState.start, "github", False)
    assert await anext(steps) == []
    assert tab.state(SessionState).loading
    assert tab.state(SocialState).departure == ""
    assert [effect async for step in steps for effect in step] == []
    departure = tab.state(SocialState).departure
    assert departure.startswith(f"{project.url}/auth/v1/authorize?")
    sent = query(departure)
    verifier = tab.state(SocialSessionState).kept_verifier
    digest = hashlib.sha256(verifier.encode()).digest()
    assert sent == {
        "provider": "github",
        "redirect_to": f"{ORIGIN}/auth/callback",
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "s256",
    }
    assert tab.state(SessionState).loading


@pytest.mark.parametrize(
    ("shown", "origin"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost:8000", ORIGIN),
        ("https://evil.example", ORIGIN),
        ("", ORIGIN),
    ],
)
async def test_the_return_url_is_on_our_own_origin(tab: Tab, line: Line, shown: str, origin: str):
    tab.open("/auth/login", origin=shown)
    await tab.fire(SocialState.start, "google", False)
    assert query(tab.state(SocialState).departure)["redirect_to"] == f"{origin}/auth/callback"


async def test_a_failed_start_clears_loading_and_is_reported_and_raised(tab: Tab, line: Line):
    with pytest.raises(SocialError, match="oauth_provider_not_supported") as failure:
        await depart(tab, "myspace")
    # Only once: no toast repeats it.
    assert report_failure(failure.value) is None
    assert not tab.state(SessionState).loading
    assert tab.state(SocialState).failure == "This service cannot be used to sign in here."
    assert tab.state(SocialState).departure == ""


async def test_an_api_without_social_sign_in_refuses_it(
    tab: Tab, line: Line, monkeypatch: pytest.MonkeyPatch, settings
):
    nothing = settings.model_copy(update={"environment": "production", "supabase_url": ""})
    for module in ("origin", "social_session"):
        monkeypatch.setattr(f"webdev_certs.ui.states.session.{module}.get_settings", lambda: nothing)
    with pytest.raises(SocialError, match="social_not_configured"):
        await depart(tab)
    assert not tab.state(SessionState).loading
    assert "not set up here" in tab.state(SocialState).failure


async def test_entering_resets_what_an_earlier_visit_left(tab: Tab, line: Line):
    await depart(tab)
    tab.state(SocialState).failure = "Something."
    await tab.fire(SocialState.enter)
    state = tab.state(SocialState)
    assert (state.provider, state.departure, state.failure) == ("", "", "")


# Coming back


async def test_coming_back_signs_in(tab: Tab, wire: Wire, line: Line):
    person = somebody(name="Grace Hopper")
    await come_back(tab, await depart(tab), person)
    steps = tab.stream(SocialState.finish)
    assert await anext(steps) == []
    assert tab.state(SessionState).loading
    effects = [effect async for step in steps for effect in step]
    assert redirect(effects) == "/dashboard"
    assert effects[0].args["replace"] is True
    session = tab.state(SessionState)
    assert session.is_authenticated
    assert not session.loading
    assert (session.user_name, session.user_email) == ("Grace Hopper", person.email)
    assert wire.paths() == [CALLBACK]
    assert wire.calls[0].authorization is None
    kept = tab.state(SocialSessionState)
    assert kept.kept_session.startswith("{")
    assert kept.kept_verifier == ""
    assert tab.state(SocialState).failure == ""


async def test_a_foreign_return_url_of_the_login_page_is_not_followed(tab: Tab, line: Line):
    tab.open("/auth/login?returnUrl=%2Fpractice-results%2F7")
    await tab.fire(SocialState.start, "google", False)
    await come_back(tab, tab.state(SocialState).departure)
    assert redirect(await tab.fire(SocialState.finish)) == "/dashboard"


async def test_a_signed_in_event_is_posted_once(tab: Tab, wire: Wire, line: Line, time: SimpleNamespace):
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


async def test_an_event_is_not_posted_while_it_is_being_handled(
    tab: Tab, wire: Wire, line: Line, time: SimpleNamespace
):
    await come_back(tab, await depart(tab))
    first = tab.stream(SocialState.finish)
    await anext(first)
    time.seconds += 60
    assert await tab.fire(SocialState.finish) == []
    assert [step async for step in first]
    assert wire.paths() == [CALLBACK]


@pytest.mark.parametrize("event", ["INITIAL_SESSION", "TOKEN_REFRESHED", "USER_UPDATED"])
async def test_other_events_are_ignored(tab: Tab, wire: Wire, line: Line, project: Project, event: str):
    session = await project.sign_in(somebody())
    await handle_event(tab.state(SocialState), (event, session))
    assert wire.calls == []
    assert not tab.state(SessionState).is_authenticated


# Linking


async def test_a_refused_link_is_reported(own_tab: Tab, account: Account):
    own_tab.open("/dashboard/profile")
    await own_tab.fire(SocialState.start, "github", True)
    await come_back(own_tab, own_tab.state(SocialState).departure)
    await own_tab.fire(SocialState.finish)
    await own_tab.fire(SignInMethodsState.load)
    await own_tab.fire(MethodState.change, {"method_password": account.password})
    assert "Confirm your email" in own_tab.state(MethodState).form_error
    assert own_tab.state(SessionState).is_authenticated
