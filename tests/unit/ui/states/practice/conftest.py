"""A practice session on the screen."""

import pytest

from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.practice.practice import PracticeState


@pytest.fixture
async def practice(own_tab: Tab) -> PracticeState:
    """A practice session at its first item."""
    own_tab.open("/practice-test/react")
    await own_tab.fire(PracticeState.load)
    return own_tab.state(PracticeState)
