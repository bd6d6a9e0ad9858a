"""Worker threads with a bounded queue in which callers take turns."""

import asyncio
import os
import sys
import threading
from collections import OrderedDict, deque
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

    Callers that wait take turns, so that somebody who asks once waits for one call of every other caller, not
    for all calls of a caller who asks a hundred times. If the queue is full, the caller with the most waiting
    calls loses the last of them (McKenney, "Stochastic Fairness Queueing", 1990). So one caller can use the
    whole queue while nobody else needs it, and can keep nobody out.

    Used from one event loop at a time.
    """

    def __init__(
        self, workers: int, *, queue: int, name: str, refusal: str, retry_after: int = _RETRY_AFTER_SECONDS
    ) -> None:
        """Set up the queue; the first call starts a thread.

        Args:
            workers: How many calls run at once.
            queue: How many more may wait.
            name: The name of the threads.
            refusal: The message for a call that is not run, because too many wait already; marked with `N_`.
            retry_after: In how many seconds to try again.
        """
        # Own threads, so that a burst of calls does not take all threads of the event loop.
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name, initializer=_lower_priority)
        self._free = workers
        self._places = queue
        self._refusal, self._retry_after = refusal, retry_after
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """The waiting calls of each caller; the caller whose turn is next comes first."""

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
        await self._turn(caller)
        loop = asyncio.get_running_loop()
        job = loop.run_in_executor(self._threads, function, *arguments)
        # The thread is busy until the function ends, even if the caller is canceled.
        job.add_done_callback(self._on_done)
        return await asyncio.shield(job)

    def close(self) -> None:
        """End the threads once they are idle."""
        self._threads.shutdown(wait=False)

    async def _turn(self, caller: str) -> None:
        """Wait for a free thread, and take it."""
        if self._free:
            self._free -= 1
            return
        self._make_room(caller)
        place = asyncio.get_running_loop().create_future()
        self._lines.setdefault(caller, deque()).append(place)
        try:
            await place
        except Overloaded:
            # The error was made for the caller that took the place, perhaps in another language.
            raise self.busy() from None
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._pass_on()
            else:
                self._leave(caller, place)
            raise

    def _make_room(self, caller: str) -> None:
        if sum(map(len, self._lines.values())) < self._places:
            return
        longest = max(self._lines, key=lambda name: len(self._lines[name]), default=caller)
        if len(self._lines.get(longest, ())) <= len(self._lines.get(caller, ())) + 1:
            raise self.busy()
        last = self._lines[longest][-1]
        self._leave(longest, last)
        last.set_exception(self.busy())

    def busy(self) -> Overloaded:
        """Return the refusal of a call for which there is no room, in the language of the context."""
        return Overloaded("busy", _(self._refusal), retry_after=self._retry_after)

    def _leave(self, caller: str, place: asyncio.Future[None]) -> None:
        line = self._lines.get(caller)
        if line and place in line:
            line.remove(place)
            if not line:
                del self._lines[caller]

    def _on_done(self, job: asyncio.Future[T]) -> None:
        if not job.cancelled():
            # Read, so that the error of a call whose caller was canceled is not reported as forgotten.
            job.exception()
        self._pass_on()

    def _pass_on(self) -> None:
        """Give a thread that has become free to the caller whose turn it is."""
        while self._lines:
            caller, line = self._lines.popitem(last=False)
            place = line.popleft()
            if line:
                # The caller goes to the end of the queue.
                self._lines[caller] = line
            if not place.done():
                place.set_result(None)
                return
            # Otherwise, its caller was canceled just now.
        self._free += 1


def _lower_priority() -> None:
    """Give the rest of the process precedence over this thread, which would use all the processor's time."""
    # Only Linux sets the priority of one thread; elsewhere it would change that of the whole process.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
