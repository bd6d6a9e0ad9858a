"""`make scale-test`: learners use several processes while everything that can fail does.

MINUTES: How long at least; each fault happens once in any case.
LEARNERS: How many take tests; a quarter as many practice.
FAULTS: Parts of the names of the faults that happen, such as `upgrade,Redis`; all by default. Without
    `upgrade`, they happen to the previous release.
REDIS_AWAY: For how many seconds Redis is away at once.
"""

import asyncio
import os
from pathlib import Path

import pytest

from benchmarks.load.page import Server
from tests.conftest import POSTGRES
from tests.e2e import product as products
from tests.redis_server import PROGRAM
from tests.scale.faults import Faults
from tests.scale.fleet import fleet
from tests.scale.noticed import Noticed
from tests.scale.releases import previous_release, upgrades

MINUTES = float(os.environ.get("MINUTES") or 0)
LEARNERS = int(os.environ.get("LEARNERS") or 40)
REDIS_AWAY = float(os.environ.get("REDIS_AWAY") or 20)


@pytest.mark.timeout(0)
@pytest.mark.skipif(not (POSTGRES and PROGRAM), reason="it needs PostgreSQL and Redis or Valkey")
def test_no_answer_is_lost_and_no_page_is_dead(tmp_path: Path) -> None:
    port = products.build()
    previous = previous_release(port)
    if previous is None:
        pytest.skip("the previous release is not to be had without a network")
    noticed = Noticed()
    with (
        fleet(Server("127.0.0.1", port), previous, tmp_path, each=2) as running,
        upgrades(running.processes, port, tmp_path) as upgrade,
    ):
        only = os.environ.get("FAULTS", "")
        happen = Faults(running, upgrade, REDIS_AWAY).happen(LEARNERS, noticed, minutes=MINUTES, only=only)
        outcome = asyncio.run(happen)
    print(f"\n{noticed.faults()}\n\n{outcome.table()}")
    assert outcome.lost == 0
    assert outcome.confirmed
    assert noticed.unexpected() == []
