"""The screen of a certification test, before loading and at its first question."""

import pytest

from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.ui.states.exams.exam import ExamState

__all__ = ["settings"]


@pytest.fixture
def exam(own_tab: Tab) -> ExamState:
    """The screen of `/test/react` before loading."""
    own_tab.open("/test/react")
    return own_tab.state(ExamState)


@pytest.fixture
async def running(own_tab: Tab, exam: ExamState) -> ExamState:
    """An attempt at its first question."""
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    return exam
