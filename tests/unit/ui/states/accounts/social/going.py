"""The way to a provider and back, in a tab."""

from tests.contract.supabase.browser import Person, somebody, visit
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState


async def depart(tab: Tab, provider: str = "google") -> str:
    """Start a sign-in, and return the URL that the browser goes to."""
    tab.open("/auth/login")
    await tab.fire(SocialState.start, provider, False)
    return tab.state(SocialState).departure


async def come_back(tab: Tab, departure: str, person: Person | None = None) -> None:
    """Sign in at the provider, and open the URL that it redirects to."""
    back = await visit(departure, person or somebody())
    tab.open(back.raw_path.decode())


async def come_back_canceled(tab: Tab, departure: str) -> None:
    back = await visit(departure, None)
    tab.open(back.raw_path.decode())


def tab_of_the_same_browser(other: Tab) -> Tab:
    """Return a new tab whose state starts with what local storage holds."""
    tab, kept = Tab(), other.state(SocialSessionState)
    own = tab.state(SocialSessionState)
    own.kept_session, own.kept_verifier = kept.kept_session, kept.kept_verifier
    return tab


async def start_linking(tab: Tab) -> Tab:
    """Start linking GitHub on the profile; return the tab that the provider's redirect would load."""
    tab.open("/dashboard/profile")
    await tab.fire(SocialState.start, "github", True)
    return tab_of_the_same_browser(tab)
