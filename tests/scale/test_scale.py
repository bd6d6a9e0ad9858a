"""`make scale-test`: learners use several processes while everything that can be killed is killed.

MINUTES: How long at least; each fault happens once in any case.
LEARNERS: How many take tests; a quarter as many practice.
FROM: A checkout of the release from which the first upgrade leads, with its `.venv` and with pages built
    for the same port. Without it, the releases have the same code, and pages with other names of scripts.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from benchmarks.load.run import Outcome, Plan, run
from tests.conftest import POSTGRES, ROOT
from tests.e2e import product as products
from tests.e2e.product import Product, releases_restored
from tests.e2e.second_release import copy_renamed
from tests.scale.faults import UNDISTURBED, Faults, Noticed
from tests.scale.fleet import REDIS, Fleet, fleet, release
from tests.scale.network import Network
from tests.waiting import until

MINUTES = float(os.environ.get("MINUTES") or 0)
LEARNERS = int(os.environ.get("LEARNERS") or 40)
FROM = Path(os.environ.get("FROM") or ROOT)
_CALM_SECONDS = 5
"""How long nothing happens after each fault, so that what it has left is still counted as its own."""
_START_SECONDS = 300
_FOREVER = 1e9

pytestmark = pytest.mark.skipif(not (POSTGRES and REDIS), reason="it needs PostgreSQL and Redis or Valkey")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Fleet]:
    with fleet(products.build(), FROM, tmp_path) as running:
        yield running


@pytest.fixture
def upgrade(running: Fleet, tmp_path: Path) -> Iterator[Callable[[Product], None]]:
    """Return what gives a process the next release; the first process of an upgrade makes it."""
    with releases_restored() as releases:
        copy_renamed(releases, tmp_path / "again")
        served = releases.current()
        assert served
        builds = cycle([tmp_path / "again", served])

        def upgrade(process: Product) -> None:
            if process is running.processes[0] and process.root == ROOT:
                now, origin = time.time(), f"http://localhost:{running.server.port}"
                releases.add(next(builds), fingerprint=f"{now:.0f}", origin=origin, now=now)
            release(process, ROOT)

        yield upgrade


def test_no_answer_is_lost_and_no_page_is_dead(running: Fleet, upgrade: Callable[[Product], None]) -> None:
    plan = Plan(
        running.server,
        running.proxy,
        running.database_url,
        learners=LEARNERS,
        practicing=LEARNERS // 4,
        seconds=_FOREVER,
        save_every=5,
        think=20,
        reload_every=30,
        visit_every=2,
        verify_every=1,
        seed=1,
    )
    noticed = Noticed()
    outcome = asyncio.run(_run(plan, running, upgrade, noticed))
    print(f"\n{noticed.faults()}\n\n{outcome.table()}")
    assert outcome.lost == 0
    assert outcome.confirmed
    assert noticed.unexpected() == []


async def _run(plan: Plan, fleet: Fleet, upgrade: Callable[[Product], None], noticed: Noticed) -> Outcome:
    network = Network(fleet.proxy)
    async with network.at(fleet.server):
        return await _disturbed(plan, Faults(fleet, network, asyncio.get_running_loop(), upgrade), noticed)


async def _disturbed(plan: Plan, faults: Faults, noticed: Noticed) -> Outcome:
    stop = asyncio.Event()
    learners = asyncio.create_task(run(plan, noticed, stop))
    # Their passwords are hashed before, which takes the processes some seconds.
    await until(lambda: bool(noticed.done("save an answer")), seconds=_START_SECONDS)
    end = time.monotonic() + 60 * MINUTES
    while True:
        for fault, happens in faults.all().items():
            await asyncio.sleep(_CALM_SECONDS)
            noticed.begin(fault)
            await asyncio.to_thread(happens)
            await asyncio.sleep(_CALM_SECONDS)
            noticed.fault = UNDISTURBED
            print(f"{time.strftime('%X')} {fault}: {noticed.failures.total()} failures until now", flush=True)
            if learners.done():
                return await learners
        if time.monotonic() > end:
            stop.set()
            return await learners
