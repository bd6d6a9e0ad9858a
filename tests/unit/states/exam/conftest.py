"""The screen of a certification test, before it has loaded and at its first question."""

import pytest

from tests.unit.states.browser import Tab
from webdev_certs.settings import Settings
from webdev_certs.states.exam import ExamState


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Sessions and their tokens outlast every move of the clock."""
    days = 365 * 10
    return settings.model_copy(update={"access_token_minutes": days * 24 * 60, "refresh_token_days": days})


@pytest.fixture
def exam(own_tab: Tab) -> ExamState:
    """The screen of `/test/react`, which has not loaded."""
    own_tab.open("/test/react")
    return own_tab.state(ExamState)


@pytest.fixture
async def running(own_tab: Tab, exam: ExamState) -> ExamState:
    """A test at its first question."""
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    return exam
