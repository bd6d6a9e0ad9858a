"""`make scale-test`, which takes too long for each change, still starts: a short one with one fault."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks.load.page import Server
from benchmarks.load.run import Outcome
from tests.conftest import ROOT, needs_postgres
from tests.e2e.product import Product
from tests.redis_server import PROGRAM
from tests.scale.faults import KILL, Faults
from tests.scale.fleet import fleet, serve
from tests.scale.noticed import Noticed


@needs_postgres
@pytest.mark.skipif(not PROGRAM, reason="Redis or Valkey is not installed")
def test_learners_go_on_while_a_process_is_killed(product: Product, tmp_path: Path) -> None:
    product.kill()
    noticed = Noticed()

    def run() -> Outcome:
        with fleet(Server(product.host, product.port), ROOT, tmp_path, each=1) as running:
            faults = Faults(running, upgrade=lambda process: serve(process, ROOT))
            return asyncio.run(faults.happen(4, noticed, only=KILL))

    # Browsers of other tests have a loop in this thread.
    with ThreadPoolExecutor(1) as other_loop:
        outcome = other_loop.submit(run).result()
    assert outcome.confirmed
    assert outcome.lost == 0
    assert noticed.unexpected() == []
    assert f"| {KILL} | 1 |" in noticed.faults()
