"""Wait in tests until something has happened."""

import asyncio
import time
from collections.abc import Awaitable, Callable

WAIT_SECONDS = 30


async def until(
    happened: Callable[[], bool | Awaitable[bool]], *, seconds: float = WAIT_SECONDS, pause: float = 0.01
) -> None:
    """Wait until a condition is true.

    Args:
        happened: Looks whether it is, at once or asynchronously.
        seconds: How long to wait at most.
        pause: Seconds between two looks.

    Raises:
        TimeoutError: It did not become true in time.
    """
    async with asyncio.timeout(seconds):
        while True:
            answer = happened()
            if await answer if isinstance(answer, Awaitable) else answer:
                return
            await asyncio.sleep(pause)


def block_until(
    happened: Callable[[], bool], failure: Callable[[], str], *, seconds: float = WAIT_SECONDS
) -> None:
    """Wait until a condition is true, in a test that has no event loop.

    Args:
        happened: Looks whether it is.
        failure: Returns what to say if it does not become true in time.
        seconds: How long to wait at most.

    Raises:
        AssertionError: It did not become true in time.
    """
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, failure()
        time.sleep(0.1)
