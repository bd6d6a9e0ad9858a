"""The callback screen when its event comes twice: it always ends, at the dashboard or with an error."""

import asyncio
from types import SimpleNamespace

import pytest

from tests.api.accounts.social import CALLBACK
from tests.unit.ui.client.wire import Call, Wire
from tests.unit.ui.states.accounts.social.going import (
    come_back,
    depart,
    start_linking,
    tab_of_the_same_browser,
)
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.ui.client.social import sole_use
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.session.social_session import SocialSessionState


async def test_a_repeated_event_of_linking_ends_at_the_profile(own_tab: Tab, time: SimpleNamespace):
    await start_linking(own_tab)
    await come_back(own_tab, own_tab.state(SocialState).departure)
    await own_tab.fire(SocialState.finish)
    assert redirect(await own_tab.fire(SocialState.finish)) == "/dashboard/profile"
    assert own_tab.state(SocialState).take_link()


@pytest.mark.parametrize("signed_in", [False, True])
async def test_an_interrupted_sign_in_ends_too(
    tab: Tab, own_tab: Tab, wire: Wire, time: SimpleNamespace, signed_in: bool
):
    """A reload of the page cancels the handler."""
    shown = own_tab if signed_in else Tab()
    asked = asyncio.Event()

    async def silent(_call: Call) -> None:
        asked.set()
        await asyncio.Event().wait()

    await come_back(shown, await depart(shown))
    wire.answers[CALLBACK] = silent
    handling = asyncio.create_task(shown.fire(SocialState.finish))
    await asked.wait()
    handling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await handling
    again = redirect(await shown.fire(SocialState.finish))
    if signed_in:
        assert again == "/dashboard"
    else:
        assert "interrupted" in shown.state(SocialState).failure
    assert not shown.state(SessionState).loading


async def test_a_sign_in_that_is_interrupted_before_it_begins_goes_on(tab: Tab, time: SimpleNamespace):
    await come_back(tab, await depart(tab))
    handling = tab.stream(SocialState.finish)
    await anext(handling)
    await handling.aclose()
    # The handler itself is closed by the event loop.
    await asyncio.sleep(0.01)
    assert redirect(await tab.fire(SocialState.finish)) == "/dashboard"


async def test_a_second_tab_with_the_same_code_follows_the_first(tab: Tab, wire: Wire):
    departure = await depart(tab)
    second = tab_of_the_same_browser(tab)
    await come_back(tab, departure)
    second.open(tab.url)
    await second.hydrate("second", {"sb-localhost-auth-token-code-verifier": _verifier(tab)})
    assert redirect(await tab.fire(SocialState.finish)) == "/dashboard"
    assert redirect(await second.fire(SocialState.finish)) is None
    state, social_session = second.state(SocialState), tab.state(SessionState)
    assert "already used" in state.failure
    assert state.may_follow
    assert await second.fire(SocialState.follow) == [], "the session of the first tab is not here yet"
    tokens = {"access_token": social_session.access_token, "refresh_token": social_session.refresh_token}
    await second.sync("second", {**tokens, "user": social_session.user})
    assert redirect(await second.fire(SocialState.follow)) == "/dashboard"
    assert wire.paths() == [CALLBACK]


async def test_a_lock_held_by_another_tab_ends_at_the_dashboard(
    tab: Tab, wire: Wire, monkeypatch: pytest.MonkeyPatch
):
    """Its guard asks to sign in if the other tab has not finished."""
    monkeypatch.setattr("webdev_certs.ui.client.social.LOCK_SECONDS", 0)
    await come_back(tab, await depart(tab))
    async with sole_use(_verifier(tab)):
        assert redirect(await tab.fire(SocialState.finish)) == "/dashboard"
    assert tab.state(SocialState).failure == ""
    assert not tab.state(SessionState).is_authenticated
    assert wire.calls == []


def _verifier(tab: Tab) -> str:
    return tab.state(SocialSessionState).kept_verifier or ""
