"""Wait in tests until something has happened."""

import asyncio
from collections.abc import Awaitable, Callable

WAIT_SECONDS = 30


async def until(happened: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until a condition is true.

    Args:
        happened: Looks whether it is, at once or asynchronously.

    Raises:
        TimeoutError: It did not become true in time.
    """
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            answer = happened()
            if await answer if isinstance(answer, Awaitable) else answer:
                return
            await asyncio.sleep(0.01)
