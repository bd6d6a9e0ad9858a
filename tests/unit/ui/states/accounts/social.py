"""A tab with the API and a Supabase project, and the way to the provider and back."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.api.accounts.social import clock, project, served_project, settings
from tests.contract.supabase.browser import Person, somebody, visit
from tests.social import Project
from tests.unit.ui.states.browser import Tab
from webdev_certs.settings import get_settings
from webdev_certs.ui.states.accounts import social as social_module
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "project", "served_project", "settings"]


@pytest.fixture(autouse=True)
def own_project(monkeypatch: pytest.MonkeyPatch, project: Project) -> Iterator[None]:
    """Point the UI tier's settings to the project."""
    monkeypatch.setenv("SUPABASE_URL", project.url)
    monkeypatch.setenv("SUPABASE_ANON_KEY", "anon")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the guard flag's clock, which stands still."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(social_module, "time", SimpleNamespace(time=lambda: now.seconds))
    return now


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
