"""The screen of a certification test, before it has loaded and at its first question."""

import pytest

from tests.unit.states.browser import Tab
from tests.unit.states.lasting import settings
from webdev_certs.ui.states.exams.exam import ExamState

__all__ = ["settings"]


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
