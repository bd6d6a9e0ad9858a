"""Worker threads with a bounded queue, which callers share fairly."""

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple, Unpack

from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.shared.translation import _

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
_RETRY_AFTER_SECONDS = 5
_NICENESS = 10
"""The threads' nice value, which the threads that they start inherit."""


class FairWorkers:
    """Runs blocking functions in a few threads of low priority.

    Each caller has as many calls in the queue of the threads as there are threads; its other calls wait for
    those. So somebody who asks once waits for a few calls of every other caller, not for all calls of a
    caller who asks a hundred times: behind 122 passwords of one caller, another waits 9 to 12 seconds on a
    busy machine with two cores, and in a plain queue 112 to 147. One caller can use the whole queue while
    nobody else needs it. Once it is full, callers with an equal share of it are refused, so that nobody can
    keep others out.

    Used from one event loop at a time.
    """

    def __init__(
        self, workers: int, *, queue: int, name: str, refusal: str, retry_after: int = _RETRY_AFTER_SECONDS
    ) -> None:
        """Set up the queue; the first call starts a thread.

        Args:
            workers: How many calls run at once.
            queue: How many more may wait, before they are limited to equal shares.
            name: The name of the threads.
            refusal: The message for a call that is not run, because too many wait already; marked with `N_`.
            retry_after: In how many seconds to try again.
        """
        # Own threads, so that a burst of calls does not take all threads of the event loop.
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name, initializer=_lower_priority)
        self._workers, self._capacity = workers, workers + queue
        self._refusal, self._retry_after = refusal, retry_after
        self._calls: Counter[str] = Counter()
        """The running and waiting calls of each caller."""
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def run(self, caller: str, function: Callable[[Unpack[Arguments]], T], *arguments: *Arguments) -> T:
        """Return what the function returned; a canceled caller stops waiting.

        Args:
            caller: Whose call it is, e.g. a network.
            function: Runs in a thread.
            *arguments: Its arguments.

        Raises:
            Overloaded: `busy`: too many calls wait already, and this one was not run.
            Exception: What the function raised.
        """
        callers = len(self._calls.keys() | {caller})
        if self._calls.total() >= self._capacity and self._calls[caller] >= self._capacity // callers:
            raise self.busy()
        self._calls[caller] += 1
        try:
            async with self._turns.setdefault(caller, asyncio.Semaphore(self._workers)):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, function, *arguments)
        finally:
            self._calls[caller] -= 1
            if not self._calls[caller]:
                del self._calls[caller], self._turns[caller]

    def busy(self) -> Overloaded:
        """Return the refusal of a call for which there is no room, in the language of the context."""
        return Overloaded("busy", _(self._refusal), retry_after=self._retry_after)

    def close(self) -> None:
        """End the threads once they are idle."""
        self._threads.shutdown(wait=False)


def _lower_priority() -> None:
    """Give the rest of the process precedence over this thread, which would use all the processor's time."""
    # Only Linux sets the priority of one thread; elsewhere it would change that of the whole process.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
