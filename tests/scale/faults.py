"""What happens to a fleet while learners use it, and what they notice of it."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle

from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements
from tests.e2e.product import Product
from tests.scale.fleet import Fleet, migrate
from tests.scale.network import Network

UNDISTURBED = "nothing"
_WAITED_FOR = ("save an answer", "next question", "step in practice")
_AWAY_SECONDS, _SILENT_SECONDS, _DISTURBED_SECONDS, _LONG_SECONDS = 3, 5, 10, 20


class Noticed(Measurements):
    """Measurements that also know during which fault they were made.

    Attributes:
        fault: What is happening now.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fault = UNDISTURBED
        self._times: Counter[str] = Counter()
        self._done: Counter[str] = Counter()
        self._longest: defaultdict[str, float] = defaultdict(float)
        self._seen: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def begin(self, fault: str) -> None:
        """Note that a fault begins."""
        self.fault = fault
        self._times[fault] += 1

    def record(self, action: str, seconds: float) -> None:
        super().record(action, seconds)
        if action in _WAITED_FOR:
            self._done[self.fault] += 1
            self._longest[self.fault] = max(self._longest[self.fault], seconds)

    def fail(self, action: str, seen: str) -> None:
        super().fail(action, seen)
        self._seen[self.fault][f"{action}: {seen}"] += 1

    def unexpected(self) -> list[str]:
        """Return the failures that learners should not have seen.

        Without the database, calls are refused with the advice to try again. Answers to tests are saved all
        the same, because the pages send them again.
        """
        return [
            f"{fault}: {seen}"
            for fault, kinds in self._seen.items()
            for seen in kinds
            if not fault.startswith("PostgreSQL") or seen.startswith("save an answer")
        ]

    def faults(self) -> str:
        """Return a table of the faults as Markdown."""
        header = ["Fault", "Times", "Answers and questions meanwhile", "Longest wait (s)", "Failures seen"]
        return markdown(header, list(self._fault_rows()))

    def _fault_rows(self) -> Iterator[list[str]]:
        for fault in self._done:
            seen = "; ".join(f"{times} × {kind}" for kind, times in self._seen[fault].items())
            times = str(self._times[fault]) if fault in self._times else "–"
            yield [fault, times, f"{self._done[fault]:,}", f"{self._longest[fault]:.1f}", seen or "0"]


@dataclass
class Faults:
    """The faults that a fleet has to survive; each returns when the fleet is whole again.

    Attributes:
        fleet: The fleet.
        network: The way of the learners' pages to the proxy.
        loop: The event loop of the network.
        upgrade: Prepares the next release for a process, which serves it from its next start on.
    """

    fleet: Fleet
    network: Network
    loop: asyncio.AbstractEventLoop
    upgrade: Callable[[Product], None]
    _next: Iterator[Product] = field(init=False)

    def __post_init__(self) -> None:
        # The hosts in turn.
        halves = len(self.fleet.processes) // 2
        first, second = self.fleet.processes[:halves], self.fleet.processes[halves:]
        self._next = cycle([process for pair in zip(first, second, strict=True) for process in pair])

    def all(self) -> Mapping[str, Callable[[], None]]:
        """Return the faults by their names, in the order in which they happen."""
        return {
            "a process is killed (`kill -9`)": self._kill,
            "a process is silent for 5 s (`SIGSTOP`)": self._silence,
            "PostgreSQL is killed, and comes back after 3 s": self._restart_postgres,
            "PostgreSQL is silent for 5 s (`SIGSTOP`)": self._freeze_postgres,
            "Redis is restarted and empty": self._restart_redis,
            "Redis is away for 20 s": lambda: self._restart_redis(_LONG_SECONDS),
            "the network ends all connections": self._reset_network,
            "the network delays everything by 1 s for 10 s": lambda: self._disturb(delay=1.0),
            "the network cuts 1 of 20 messages for 10 s": lambda: self._disturb(loss=0.05),
            "rolling upgrade of all processes": self._upgrade,
        }

    def _kill(self) -> None:
        process = next(self._next)
        process.kill()
        process.start()

    def _silence(self) -> None:
        with next(self._next).suspended():
            time.sleep(_SILENT_SECONDS)

    def _restart_postgres(self) -> None:
        self.fleet.cluster.halt()
        time.sleep(_AWAY_SECONDS)
        self.fleet.cluster.launch()

    def _freeze_postgres(self) -> None:
        with self.fleet.cluster.frozen():
            time.sleep(_SILENT_SECONDS)

    def _restart_redis(self, seconds: float = _AWAY_SECONDS) -> None:
        self.fleet.redis.stop()
        time.sleep(seconds)
        self.fleet.redis.start()

    def _reset_network(self) -> None:
        asyncio.run_coroutine_threadsafe(self.network.reset(), self.loop).result()

    def _disturb(self, *, delay: float = 0.0, loss: float = 0.0) -> None:
        self.network.delay, self.network.loss = delay, loss
        time.sleep(_DISTURBED_SECONDS)
        self.network.delay = self.network.loss = 0.0

    def _upgrade(self) -> None:
        for number, process in enumerate(self.fleet.processes):
            self.upgrade(process)
            if number == 0:
                migrate(process)
            assert process.stop() == 0, process.log_end()
            process.start()
