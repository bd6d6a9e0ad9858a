"""Background tasks that run from the start of the product to its end."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

STOP_SECONDS = 5
"""How long a task may take to finish, once it is told to stop."""


async def pause(seconds: float, woken: asyncio.Event) -> None:
    """Wait until the event is set, at most for some seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()


@asynccontextmanager
async def in_background(
    work: Coroutine[Any, Any, None], name: str, stop: Callable[[], None]
) -> AsyncIterator[None]:
    """Run a task until the block ends; it then gets a few seconds to finish before it is canceled.

    Args:
        work: Runs until it is told to stop.
        name: The task's name.
        stop: Tells the task to stop.
    """
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        stop()
        await asyncio.wait({task}, timeout=STOP_SECONDS)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
