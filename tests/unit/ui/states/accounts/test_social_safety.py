"""Social sign-in against attackers, and with several tabs at once."""

from types import SimpleNamespace

from tests.api.accounts.social import clock, project, served_project, settings
from tests.contract.supabase.browser import somebody, visit
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.accounts.social import (
    come_back,
    come_back_canceled,
    depart,
    own_project,
    tab_of_the_same_browser,
    time,
)
from tests.unit.ui.states.browser import Tab, query, redirect
from tests.unit.ui.states.session.test_session import is_anonymous
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "own_project", "project", "served_project", "settings", "time"]


def refused(tab: Tab, wire: Wire) -> bool:
    return "not started in this browser" in tab.state(SocialState).failure and wire.calls == []


async def test_a_code_is_refused_in_a_browser_that_started_another_sign_in(tab: Tab, wire: Wire, line: Line):
    attacker = Tab()
    back = await visit(await depart(attacker), somebody())
    own = await depart(tab)
    tab.open(back.raw_path.decode())
    assert redirect(await tab.fire(SocialState.finish)) is None
    assert refused(tab, wire)
    assert is_anonymous(tab)
    assert query(own)["code_challenge"]


async def test_a_signed_in_user_is_not_replaced(own_tab: Tab, wire: Wire, account: Account):
    back = await visit(await depart(Tab()), somebody())
    own_tab.open(back.raw_path.decode())
    await own_tab.fire(SocialState.finish)
    assert refused(own_tab, wire)
    assert own_tab.state(SessionState).user_email == account.user["email"]


async def test_a_code_can_be_used_once(tab: Tab, wire: Wire, line: Line, time: SimpleNamespace):
    departure = await depart(tab)
    verifier = tab.state(SocialSessionState).kept_verifier
    await come_back(tab, departure)
    url = tab.url
    await tab.fire(SocialState.finish)
    wire.calls.clear()
    thief = Tab()
    thief.state(SocialSessionState).kept_verifier = verifier
    thief.open(url)
    assert redirect(await thief.fire(SocialState.finish)) is None
    assert refused(thief, wire)
    assert is_anonymous(thief)


# Several tabs


async def test_a_restart_of_the_server_loses_no_sign_in(tab: Tab, line: Line):
    departure = await depart(tab)
    after = tab_of_the_same_browser(tab)
    await come_back(after, departure)
    assert redirect(await after.fire(SocialState.finish)) == "/dashboard"


async def test_an_attackers_code_does_not_turn_linking_into_a_sign_in(own_tab: Tab, wire: Wire, line: Line):
    own_tab.open("/dashboard/profile")
    await own_tab.fire(SocialState.start, "github", True)
    after = tab_of_the_same_browser(own_tab)
    await come_back(after, own_tab.state(SocialState).departure)
    assert redirect(await after.fire(SocialState.finish)) == "/dashboard/profile"
    assert wire.paths() == []
    assert after.state(SocialState).take_link()


async def test_the_purpose_of_a_sign_in_ends_with_it(own_tab: Tab, wire: Wire, line: Line):
    """The browser still has the verifier of an abandoned attempt to link; signing in overwrites it."""
    own_tab.open("/dashboard/profile")
    await own_tab.fire(SocialState.start, "github", True)
    after = tab_of_the_same_browser(own_tab)
    await come_back(after, await depart(after))
    assert redirect(await after.fire(SocialState.finish)) == "/dashboard"
    assert after.state(SocialState).take_link() is None


async def test_failed_linking_is_tried_again_from_the_profile(own_tab: Tab, line: Line):
    own_tab.open("/dashboard/profile")
    await own_tab.fire(SocialState.start, "github", True)
    after = tab_of_the_same_browser(own_tab)
    await come_back_canceled(after, own_tab.state(SocialState).departure)
    await after.fire(SocialState.finish)
    assert redirect(await after.fire(SocialState.retry)) == "/dashboard/profile"
