"""Work that continues after the event handler that started it, so that the screen does not wait for it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)

FINISH_SECONDS = 3
"""How long a process that stops waits for work that is still running."""

# The event loop itself keeps only weak references to its tasks.
_running: set[asyncio.Task[None]] = set()


def run_in_background(work: Coroutine[Any, Any, None]) -> None:
    """Start a coroutine and return at once; if it raises, the error is logged."""
    task = asyncio.create_task(work)
    _running.add(task)
    task.add_done_callback(_end)


async def finish_background_work(seconds: float | None = None) -> None:
    """Wait until all background work is done, for at most `seconds`."""
    if _running:
        await asyncio.wait(_running, timeout=seconds)


def _end(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()):
        log.error("Background work failed", exc_info=error)
