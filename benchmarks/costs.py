"""`python -m benchmarks.costs` shows what each action costs one process and PostgreSQL, and a tab in memory.

Processor time depends little on other load on the machine, unlike the time on the clock.
"""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements
from benchmarks.load.page import Server
from benchmarks.load.run import Plan, run
from tests.conftest import start_migrated
from tests.e2e import product as products
from tests.e2e.product import Product
from tests.ports import free_port
from tests.postgres import Cluster, find_programs
from tests.waiting import until

_TICKS = os.sysconf("SC_CLK_TCK")
_NEVER = 1e9
_WARM_SECONDS, _MEASURED_SECONDS = 15, 30
_START_SECONDS = 600
_TABS = 30
_NOTHING: dict[str, Any] = {
    "learners": 0,
    "practicing": 0,
    "save_every": _NEVER,
    "think": _NEVER,
    "reload_every": _NEVER,
    "visit_every": _NEVER,
    "verify_every": _NEVER,
}
ACTIONS: dict[str, dict[str, float]] = {
    "save an answer": {"learners": 20, "save_every": 1},
    "next question": {"learners": 20, "think": 4},
    "reload the test": {"learners": 20, "save_every": 60, "reload_every": 4},
    "step in practice": {"practicing": 20, "think": 4},
    "open the home page": {"visit_every": 1},
    "look up a certificate": {"verify_every": 0.05},
}
"""The measured action → what happens meanwhile. Before each next question an answer is saved."""


@dataclass(frozen=True)
class Used:
    """Processor time in seconds since the start."""

    product: float
    postgres: float

    def since(self, before: "Used") -> "Used":
        return Used(self.product - before.product, self.postgres - before.postgres)


def main() -> None:
    """Print the tables."""
    with serving() as (product, cluster):
        _measure(product, cluster)


@contextmanager
def serving() -> Iterator[tuple[Product, Cluster]]:
    """Serve the product with one process and a PostgreSQL of its own.

    Raises:
        SystemExit: PostgreSQL is not installed.
    """
    programs = find_programs()
    if not programs:
        raise SystemExit("PostgreSQL is not installed")
    with TemporaryDirectory() as folder:
        cluster = Cluster(programs, durable=True)
        start_migrated(cluster)
        products.build()
        # Another port than that of the pages, which matters only to browsers.
        product = Product(free_port(), Path(folder), cluster.url("migrated"))
        product.environment["TABS_PER_NETWORK"] = "10000"
        try:
            product.start()
            yield product, cluster
        finally:
            product.kill()
            cluster.stop()


def plan_for(product: Product, seconds: float, **happens: Any) -> Plan:
    """Return a plan in which only this happens.

    Args:
        product: The product.
        seconds: How long it takes.
        **happens: Attributes of the plan; what is not named never happens.
    """
    server = Server(product.host, product.port)
    return Plan(server, server, product.database_url, seconds=seconds, seed=1, **{**_NOTHING, **happens})


def _measure(product: Product, cluster: Cluster) -> None:
    idle = asyncio.run(_measured(product, cluster, "", {}))[1]
    print(f"Without users: {100 * idle.product / _MEASURED_SECONDS:.1f}% of a core")
    print(markdown(["Action", "Times", "Product (ms)", "PostgreSQL (ms)"], []))
    for action, happens in ACTIONS.items():
        times, used = asyncio.run(_measured(product, cluster, action, happens))
        own, others = (
            1000 * seconds / times for seconds in (used.product - idle.product, used.postgres - idle.postgres)
        )
        print(f"| {action} | {times} | {own:.1f} | {others:.1f} |", flush=True)
    before = memory(product)
    asyncio.run(_measured(product, cluster, "save an answer", {"learners": _TABS, "save_every": 10}))
    print(f"A tab of a test: {(memory(product) - before) / _TABS:.0f} KB of memory")


async def _measured(
    product: Product, cluster: Cluster, action: str, happens: dict[str, float]
) -> tuple[int, Used]:
    """Return how often an action was done, and the processor time meanwhile."""
    plan = plan_for(product, _WARM_SECONDS + _MEASURED_SECONDS + 60, **happens)
    measured, stop = Measurements(), asyncio.Event()
    running = asyncio.create_task(run(plan, measured, stop))
    # Registering the learners takes as long as their passwords are hashed.
    await until(lambda: not action or bool(measured.done(action)), seconds=_START_SECONDS)
    await asyncio.sleep(_WARM_SECONDS)
    done, before = measured.done(action), _used(product, cluster)
    await asyncio.sleep(_MEASURED_SECONDS)
    result = measured.done(action) - done, _used(product, cluster).since(before)
    stop.set()
    await running
    if measured.failures:
        raise SystemExit(measured.others())
    return result


def _used(product: Product, cluster: Cluster) -> Used:
    own = processor_seconds(product)
    return Used(own, sum(map(_seconds, cluster.processes())))


def processor_seconds(product: Product) -> float:
    """Return the processor time of the product since its start."""
    return sum(map(_seconds, product.processes()))


def _seconds(process: int) -> float:
    """Return the processor time of a process; its name, which may contain spaces, is in brackets."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory(product: Product) -> int:
    """Return the memory of the product in KB."""
    processes = ",".join(map(str, product.processes()))
    listed = subprocess.run(["ps", "-o", "rss=", "-p", processes], capture_output=True, text=True, check=True)
    return sum(map(int, listed.stdout.split()))


if __name__ == "__main__":
    main()
