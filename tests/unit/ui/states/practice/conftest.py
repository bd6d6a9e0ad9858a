"""A practice session on the screen."""

import pytest

from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.practice.practice import PracticeState


@pytest.fixture
async def practice(own_tab: Tab) -> PracticeState:
    """A practice session at its first item."""
    return await own_tab.load(PracticeState, "/practice-test/react")
