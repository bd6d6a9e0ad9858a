"""Worker threads with a bounded queue, which callers share fairly."""

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter, itemgetter
from time import monotonic
from typing import TypeVar, TypeVarTuple, Unpack

from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.shared.ip_prefix import wide_network
from webdev_certs.shared.translation import _

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
_RETRY_AFTER_SECONDS = 5
_NICENESS = 10
"""The threads' nice value, which the threads that they start inherit."""
_HALF_LIFE_SECONDS = 300
"""After this time a caller's use of the threads counts half."""
_AVERAGED = 16
"""Over about how many calls their usual time is averaged."""
_MOST_REMEMBERED = 10_000
"""How many callers' use is remembered."""


@dataclass(frozen=True, eq=False)
class _Call:
    """A call that waits for a thread."""

    caller: str
    network: str
    turn: asyncio.Future[bool]
    """Whether the call may run, or is refused."""


class FairWorkers:
    """Runs blocking functions in a few threads of low priority.

    The next call to run is one of the network that has used the threads least in the last minutes, and within
    a network, of the caller who has. So somebody who has not asked lately waits for the calls that run, and
    for others like them, however many callers ask all the time. Networks are wide, so that the addresses of
    one /24 are no newcomers one after the other. Somebody can use the whole queue while nobody else needs it.
    Once it is full, the call that would run last is refused, which may be the new one.

    Used from one event loop at a time.
    """

    def __init__(
        self,
        workers: int,
        *,
        queue: int,
        name: str,
        refusal: str,
        retry_after: int = _RETRY_AFTER_SECONDS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Set up the queue; the first call starts a thread.

        Args:
            workers: How many calls run at once.
            queue: How many more may wait.
            name: The name of the threads.
            refusal: The message for a call that is not run, because too many wait already; marked with `N_`.
            retry_after: In how many seconds to try again.
            clock: The time in seconds.
        """
        # Own threads, so that a burst of calls does not take all threads of the event loop.
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name, initializer=_lower_priority)
        self._free, self._queue = workers, queue
        self._refusal, self._retry_after = refusal, retry_after
        self._clock = clock
        self._waiting: list[_Call] = []
        self._running: Counter[str] = Counter()
        """By caller and by network."""
        self._usual_seconds = 0.0
        self._used: dict[str, tuple[float, float]] = {}
        """Caller or network → the seconds of the threads that it has used, and as of when."""

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
        loop = asyncio.get_running_loop()
        call = _Call(*_parties(caller), loop.create_future())
        self._waiting.append(call)
        self._start_next()
        if len(self._waiting) > self._queue:
            refused = self._in_order()[-1]
            self._waiting.remove(refused)
            # Its caller may have given up a moment ago, and not have run since.
            if not refused.turn.cancelled():
                refused.turn.set_result(False)
        try:
            may_run = await call.turn
        except asyncio.CancelledError:
            if call in self._waiting:
                self._waiting.remove(call)
            elif not call.turn.cancelled() and call.turn.result():
                # The caller gave up in the step in which the call was to run.
                self._end(call, 0.0)
            raise
        if not may_run:
            raise self.busy()
        began = self._clock()
        running = loop.run_in_executor(self._threads, function, *arguments)
        # A thread cannot be stopped, so it is free again only once the function has ended.
        running.add_done_callback(lambda _done: self._end(call, self._clock() - began))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            # Nobody waits for its error any more.
            running.add_done_callback(lambda done: done.exception())
            raise

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return len(self._waiting)

    def busy(self) -> Overloaded:
        """Return the refusal of a call for which there is no room, in the language of the context."""
        return Overloaded("busy", _(self._refusal), retry_after=self._retry_after)

    def close(self) -> None:
        """End the threads once they are idle."""
        self._threads.shutdown(wait=False)

    def _start_next(self) -> None:
        """Let calls run while threads are free."""
        while self._free and self._waiting:
            call = self._in_order()[0]
            self._waiting.remove(call)
            if call.turn.cancelled():
                continue
            self._free -= 1
            self._running.update((call.caller, call.network))
            call.turn.set_result(True)

    def _end(self, call: _Call, seconds: float) -> None:
        self._free += 1
        self._usual_seconds += (seconds - self._usual_seconds) / _AVERAGED
        now = self._clock()
        for party in (call.caller, call.network):
            self._running[party] -= 1
            if not self._running[party]:
                del self._running[party]
            self._used[party] = (self._use_of(party, now) + seconds, now)
        if len(self._used) > _MOST_REMEMBERED:
            kept = sorted(self._used, key=lambda party: self._use_of(party, now))[_MOST_REMEMBERED // 2 :]
            self._used = {party: self._used[party] for party in kept}
        self._start_next()

    def _in_order(self) -> list[_Call]:
        """Return the waiting calls in the order in which they would run."""
        now = self._clock()
        calls = self._waiting
        # First those of each network, then the networks.
        for party_of in (attrgetter("caller"), attrgetter("network")):
            calls = self._take_turns(calls, [party_of(call) for call in calls], now)
        return calls

    def _take_turns(self, calls: Sequence[_Call], parties: Sequence[str], now: float) -> list[_Call]:
        """Sort calls by the use of their parties, which grows with each of their calls that is ahead."""
        used = {party: self._use_of(party, now) for party in set(parties)}
        ahead: Counter[str] = Counter()
        places: list[tuple[float, int]] = []
        for party in parties:
            before = self._running[party] + ahead[party]
            places.append((used[party] + before * self._usual_seconds, before))
            ahead[party] += 1
        # Sorting is stable, so the others stay in their order.
        return [call for _place, call in sorted(zip(places, calls, strict=True), key=itemgetter(0))]

    def _use_of(self, party: str, now: float) -> float:
        seconds, at = self._used.get(party, (0.0, now))
        return seconds * 0.5 ** ((now - at) / _HALF_LIFE_SECONDS)


@lru_cache(maxsize=4096)
def _parties(caller: str) -> tuple[str, str]:
    """Return the caller and its network."""
    return f"caller {caller}", f"network {wide_network(caller)}"


def _lower_priority() -> None:
    """Give the rest of the process precedence over this thread, which would use all the processor's time."""
    # Only Linux sets the priority of one thread; elsewhere it would change that of the whole process.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
