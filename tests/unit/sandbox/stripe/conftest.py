"""The sandbox in the process of the tests, with a clock that tests move."""

from collections.abc import AsyncIterator

import pytest

from tests.conftest import FakeClock
from tests.stripe_shop import Shop, running_shop


@pytest.fixture
async def shop(clock: FakeClock) -> AsyncIterator[Shop]:
    async with running_shop(clock) as shop:
        yield shop
