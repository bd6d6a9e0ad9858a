"""Measuring the database's time again and again, because clocks drift and a replica may take over."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from webdev_certs.server.database.clock import DatabaseClock
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.services.shared.background_tasks import in_background, pause

log = logging.getLogger(__name__)
_EVERY_SECONDS = 10
_UNTIL_KNOWN_SECONDS = 1


@asynccontextmanager
async def keeping_time(clock: DatabaseClock) -> AsyncIterator[None]:
    """Measure the database's time now, if it answers, and again and again until the block ends."""
    await _try(clock)
    stopping = asyncio.Event()
    async with in_background(_measure(clock, stopping), "clock", stopping.set):
        yield


async def _measure(clock: DatabaseClock, stopping: asyncio.Event) -> None:
    while not stopping.is_set():
        seconds = _UNTIL_KNOWN_SECONDS if clock.difference() is None else _EVERY_SECONDS
        await pause(seconds, stopping)
        await _try(clock)


async def _try(clock: DatabaseClock) -> None:
    try:
        await clock.measure()
    except DatabaseUnavailable:
        # `Outage` has logged it.
        pass
    except Exception:
        log.exception("The database's time could not be measured")
