"""When actions are due, without regard to how long earlier ones took."""

import asyncio
import heapq
import random
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

Due = tuple[float, str]
"""Seconds since the start, and the action."""


def thinking(rng: random.Random, every: Mapping[str, float]) -> Iterator[Due]:
    """Yield the actions of one learner without end, in the order in which they are due.

    Args:
        rng: The source of randomness.
        every: Action → the mean number of seconds between two of its kind. The pauses are between half and
            one and a half times as long; the first one is shorter, so that learners do not begin together.
    """
    return heapq.merge(*(_repeated(rng, action, mean) for action, mean in every.items()))


def _repeated(rng: random.Random, action: str, mean: float) -> Iterator[Due]:
    due = rng.uniform(0, mean)
    while True:
        yield due, action
        due += rng.uniform(mean / 2, 3 * mean / 2)


def arrivals(rng: random.Random, action: str, every: float) -> Iterator[Due]:
    """Yield the arrivals of people who know nothing of each other (a Poisson process) without end.

    Args:
        rng: The source of randomness.
        action: What each does.
        every: The mean number of seconds between two.
    """
    due = 0.0
    while True:
        due += rng.expovariate(1 / every)
        yield due, action


@dataclass(frozen=True)
class Period:
    """A run.

    Attributes:
        start: When it starts, in seconds of `time.monotonic`.
        end: When it ends at the latest.
        stop: Ends it earlier.
    """

    start: float
    end: float
    stop: asyncio.Event

    async def reach(self, due: float) -> bool:
        """Wait until a time, and return whether the run goes on then."""
        with suppress(TimeoutError):
            async with asyncio.timeout(min(due, self.end) - time.monotonic()):
                await self.stop.wait()
        return due < self.end and not self.stop.is_set()
