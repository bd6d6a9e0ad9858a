"""`python -m benchmarks.two_processes` shows how many answers two processes save while one saves one.

Each gets a quarter of a core, which needs root and Linux's control groups. So cores are free for the load and
for PostgreSQL even on a small machine. Its learners answer again as soon as their answers are saved.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.costs import plan_for, serving
from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements
from benchmarks.load.run import run
from tests.e2e.product import Product
from tests.ports import free_port
from tests.waiting import until

_SAVE = "save an answer"
_LEARNERS = 20
_ROUNDS = 3
_START_SECONDS, _BEGIN_SECONDS, _WARM_SECONDS, _MEASURED_SECONDS = 300, 10, 20, 30
_PERIOD, _QUOTA = 10_000, 2_500
"""A quarter of a core: so many microseconds of each period."""
_GROUPS = Path("/sys/fs/cgroup")


def main() -> None:
    """Print the table."""
    with serving() as (first, _), TemporaryDirectory() as folder:
        second = Product(free_port(), Path(folder), first.database_url)
        # Of one host, with the same keys.
        second.environment["DATA_DIR"] = first.environment["DATA_DIR"]
        try:
            second.start()
            rows = [asyncio.run(_measured(first, second)) for _each in range(_ROUNDS)]
        finally:
            second.kill()
    print(markdown(["One process (answers/s)", "Two processes (answers/s)", "Ratio"], rows))


async def _measured(first: Product, second: Product) -> list[str]:
    alone, together = await _rate([first]), await _rate([first, second])
    return [f"{alone:.1f}", f"{together:.1f}", f"{together / alone:.2f}"]


async def _rate(products: list[Product]) -> float:
    """Return how many answers a second these processes save together."""
    measured, stop = Measurements(), asyncio.Event()
    plans = [
        # More often than a quarter of a core can save.
        plan_for(product, _START_SECONDS, learners=_LEARNERS, save_every=0.05, begin_within=_BEGIN_SECONDS)
        for product in products
    ]
    running = [asyncio.create_task(run(plan, measured, stop)) for plan in plans]
    await until(lambda: measured.done(_SAVE) > _LEARNERS, seconds=_START_SECONDS)
    with ExitStack() as limits:
        for product in products:
            limits.enter_context(_quarter_of_a_core(product.processes()))
        await asyncio.sleep(_WARM_SECONDS)
        before, begun = measured.done(_SAVE), time.monotonic()
        await asyncio.sleep(_MEASURED_SECONDS)
        rate = (measured.done(_SAVE) - before) / (time.monotonic() - begun)
    stop.set()
    outcomes = await asyncio.gather(*running)
    if measured.failures or any(outcome.lost for outcome in outcomes):
        raise SystemExit("\n\n".join(outcome.table() for outcome in outcomes))
    return rate


@contextmanager
def _quarter_of_a_core(processes: list[int]) -> Iterator[None]:
    """Limit what these processes use together until the block ends."""
    version_1 = _GROUPS / "cpu"
    group = (version_1 if version_1.is_dir() else _GROUPS) / f"webdev-certs-{processes[0]}"
    group.mkdir()
    if version_1.is_dir():
        (group / "cpu.cfs_period_us").write_text(str(_PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(_QUOTA))
    else:
        (group / "cpu.max").write_text(f"{_QUOTA} {_PERIOD}")
    try:
        _move(processes, group)
        yield
    finally:
        _move(processes, group.parent)
        group.rmdir()


def _move(processes: list[int], group: Path) -> None:
    for process in processes:
        (group / "cgroup.procs").write_text(str(process))


if __name__ == "__main__":
    main()
