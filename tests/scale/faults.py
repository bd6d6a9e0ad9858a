"""What happens to a fleet while learners use it."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import cycle

from benchmarks.load.run import Outcome, Plan, run
from tests.e2e.product import Product
from tests.scale.fleet import Fleet, migrate
from tests.scale.network import Network
from tests.scale.noticed import UNDISTURBED, Noticed
from tests.waiting import until

_AWAY_SECONDS, _SILENT_SECONDS, _DISTURBED_SECONDS = 3, 5, 10
_CALM_SECONDS = 5
"""How long nothing happens after each fault, so that what it has left is still counted as its own."""
_FIRST_SECONDS = 300
"""Until the first answer, because the learners' passwords are hashed before."""
_FOREVER = 1e9
KILL, UPGRADE = "a process is killed (`kill -9`)", "rolling upgrade of all processes"


@dataclass
class Faults:
    """The faults that a fleet has to survive; each returns when the fleet is whole again.

    Attributes:
        fleet: The fleet.
        upgrade: Prepares the next release for a process, which serves it from its next start on.
        without_redis: How long Redis is away at once, in seconds.
    """

    fleet: Fleet
    upgrade: Callable[[Product], None]
    without_redis: float = 20
    network: Network = field(init=False)
    _loop: asyncio.AbstractEventLoop = field(init=False)

    def __post_init__(self) -> None:
        self.network = Network(self.fleet.proxy)
        self._next = cycle(self.fleet.processes)

    async def happen(
        self, learners: int, noticed: Noticed, *, minutes: float = 0.0, only: str = ""
    ) -> Outcome:
        """Let learners use the fleet while faults happen, one after the other.

        Args:
            learners: How many take tests; a quarter as many practice.
            noticed: Where to write what they notice.
            minutes: How long the faults are repeated; each happens once in any case.
            only: Parts of the names of the faults that happen, separated by commas.
        """
        self._loop = asyncio.get_running_loop()
        parts = only.split(",")
        chosen = {name: fault for name, fault in self._all().items() if any(part in name for part in parts)}
        async with self.network.at(self.fleet.server):
            stop = asyncio.Event()
            living = asyncio.create_task(run(self._plan(learners), noticed, stop))
            await until(lambda: bool(noticed.done("save an answer")), seconds=_FIRST_SECONDS)
            end = time.monotonic() + 60 * minutes
            while True:
                for name, fault in chosen.items():
                    await self._one(name, fault, noticed)
                    if living.done():
                        return await living
                if time.monotonic() >= end:
                    stop.set()
                    return await living

    def _plan(self, learners: int) -> Plan:
        return Plan(
            self.fleet.server,
            self.fleet.proxy,
            self.fleet.database_url,
            learners=learners,
            practicing=-(-learners // 4),
            seconds=_FOREVER,
            save_every=5,
            think=20,
            reload_every=30,
            visit_every=2,
            verify_every=1,
            seed=1,
        )

    async def _one(self, name: str, fault: Callable[[], None], noticed: Noticed) -> None:
        await asyncio.sleep(_CALM_SECONDS)
        print(f"{time.strftime('%X')} {name}", flush=True)
        noticed.begin(name)
        await asyncio.to_thread(fault)
        await asyncio.sleep(_CALM_SECONDS)
        print(noticed.faults(name), flush=True)
        noticed.fault = UNDISTURBED

    def _all(self) -> Mapping[str, Callable[[], None]]:
        postgres = self.fleet.postgres
        full = {"PostgreSQL's disk is full for 10 s (data and WAL)": postgres.fill_disk}
        return {
            # First, so that the other faults happen to this release.
            UPGRADE: self._upgrade,
            KILL: self._kill,
            "a process is silent for 5 s (`SIGSTOP`)": self._silence,
            "PostgreSQL is killed, and comes back after 3 s": lambda: postgres.restart(_AWAY_SECONDS),
            "PostgreSQL is silent for 5 s (`SIGSTOP`)": self._freeze_postgres,
            **(full if postgres.has_disk else {}),
            "PostgreSQL is killed, and fails over to a synchronous replica": postgres.fail_over,
            "Redis is restarted and empty": self._restart_redis,
            f"Redis is away for {self.without_redis:g} s": lambda: self._restart_redis(self.without_redis),
            "the network ends all connections": self._reset_network,
            "the network delays everything by 1 s for 10 s": lambda: self._disturb(delay=1.0),
            "the network cuts 1 of 20 messages for 10 s": lambda: self._disturb(loss=0.05),
        }

    def _kill(self) -> None:
        process = next(self._next)
        process.kill()
        process.start()

    def _silence(self) -> None:
        with next(self._next).suspended():
            time.sleep(_SILENT_SECONDS)

    def _freeze_postgres(self) -> None:
        with self.fleet.postgres.cluster.frozen():
            time.sleep(_SILENT_SECONDS)

    def _restart_redis(self, seconds: float = _AWAY_SECONDS) -> None:
        self.fleet.redis.stop()
        time.sleep(seconds)
        self.fleet.redis.start()

    def _reset_network(self) -> None:
        asyncio.run_coroutine_threadsafe(self.network.reset(), self._loop).result()

    def _disturb(self, *, delay: float = 0.0, loss: float = 0.0) -> None:
        self.network.delay, self.network.loss = delay, loss
        time.sleep(_DISTURBED_SECONDS)
        self.network.delay = self.network.loss = 0.0

    def _upgrade(self) -> None:
        """Migrate, and restart one process after the other."""
        for number, process in enumerate(self.fleet.processes):
            self.upgrade(process)
            if number == 0:
                migrate(process)
            assert process.stop() == 0, process.log_end()
            process.start()
