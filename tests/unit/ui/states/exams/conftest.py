"""The screen of a certification test, before loading and at its first question."""

import httpx
import pytest

from tests.factories import Account
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.exams.sitting import Sitting
from webdev_certs.ui.states.exams.exam import ExamState


@pytest.fixture
def sitting(own_tab: Tab, api: httpx.AsyncClient, account: Account) -> Sitting:
    """The screen of `/test/react` before loading."""
    own_tab.open("/test/react")
    return Sitting(own_tab, api, account)


@pytest.fixture
async def running(sitting: Sitting) -> Sitting:
    """An attempt at its first question."""
    await sitting.tab.load(ExamState)
    await sitting.tab.fire(ExamState.start)
    return sitting
