"""A tab with the API and a Supabase project."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.api.accounts.social import clock, project, served_project, settings
from tests.social import Project
from tests.unit.ui.client.wire import Line
from webdev_certs.settings import get_settings
from webdev_certs.ui.states.accounts import social as social_module

__all__ = ["clock", "project", "served_project", "settings"]


@pytest.fixture(autouse=True)
def own_project(monkeypatch: pytest.MonkeyPatch, project: Project, line: Line) -> Iterator[None]:
    """Point the UI tier's settings to the project."""
    monkeypatch.setenv("SUPABASE_URL", project.url)
    monkeypatch.setenv("SUPABASE_ANON_KEY", "anon")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the clock of the guard against repeated events; it stands still."""
    now = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(social_module, "time", SimpleNamespace(time=lambda: now.seconds))
    return now
