"""Work that goes on beside the requests, from the start of the product to its end."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

_STOP_SECONDS = 5


@asynccontextmanager
async def in_background(
    work: Coroutine[Any, Any, None], name: str, stop: Callable[[], None]
) -> AsyncIterator[None]:
    """Works until the block ends; what is on its way then is given some seconds.

    Args:
        work: goes on until it is told to stop.
        name: of its task.
        stop: tells it.
    """
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        stop()
        await asyncio.wait({task}, timeout=_STOP_SECONDS)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
