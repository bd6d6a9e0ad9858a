"""A tab in front of the API and of a Supabase project, and the way to the provider and back."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.api.accounts.social import clock, project, served_project, settings
from tests.contract.supabase.browser import Person, somebody, visit
from tests.social import Project
from tests.unit.states.browser import Tab
from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states import social as social_module
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.session.social_session import SocialSessionState

__all__ = ["clock", "project", "served_project", "settings"]


@pytest.fixture(autouse=True)
def own_project(monkeypatch: pytest.MonkeyPatch, project: Project) -> Iterator[None]:
    """The UI tier's settings name the project."""
    monkeypatch.setenv("SUPABASE_URL", project.url)
    monkeypatch.setenv("SUPABASE_ANON_KEY", "anon")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the guard flag, which stands still."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(social_module, "time", SimpleNamespace(time=lambda: now.seconds))
    return now


async def depart(tab: Tab, provider: str = "google") -> str:
    """Starts a sign-in; tells where the browser is sent."""
    tab.open("/auth/login")
    await tab.fire(SocialState.start, provider)
    return tab.state(SocialState).departure


async def come_back(tab: Tab, departure: str, person: Person | None = None) -> None:
    """Signs in at the provider, and has the address bar show where that ends."""
    back = await visit(departure, person or somebody())
    tab.open(back.raw_path.decode())


async def come_back_cancelled(tab: Tab, departure: str) -> None:
    back = await visit(departure, None)
    tab.open(back.raw_path.decode())


def tab_of_the_same_browser(other: Tab) -> Tab:
    """A new tab, whose server-side state begins with what local storage holds."""
    tab, kept = Tab(), other.state(SocialSessionState)
    own = tab.state(SocialSessionState)
    own.kept_session, own.kept_verifier = kept.kept_session, kept.kept_verifier
    return tab
