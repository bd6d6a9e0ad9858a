"""The sandbox in the tests' own process, at a time that is moved by hand."""

from collections.abc import AsyncIterator

import pytest

from tests.conftest import FakeClock
from tests.stripe_shop import World, running_world


@pytest.fixture
async def world(clock: FakeClock) -> AsyncIterator[World]:
    async with running_world(clock) as world:
        yield world
