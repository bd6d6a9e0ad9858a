"""The load generator speaks the same protocol as the pages."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from benchmarks.load.measurements import Measurements
from benchmarks.load.page import Server
from benchmarks.load.run import Plan, run
from tests.e2e.product import Product

PLAN = {
    "learners": 3,
    "practicing": 2,
    "save_every": 0.5,
    "think": 1.5,
    "reload_every": 2.5,
    "visit_every": 1,
    "verify_every": 1,
    "seed": 1,
}
ACTIONS = {
    "start a test",
    "save an answer",
    "next question",
    "reload the test",
    "open practice",
    "step in practice",
    "reload practice",
    "open the home page",
    "look up a certificate",
}


def plan(product: Product, seconds: float) -> Plan:
    server = Server(product.host, product.port, product.name)
    return Plan(server=server, documents=server, database_url=product.database_url, seconds=seconds, **PLAN)


def test_learners_do_everything_and_all_answers_are_found(product: Product) -> None:
    generated = run(plan(product, seconds=12), Measurements(), asyncio.Event())
    # Browsers of other tests have a loop in this thread.
    with ThreadPoolExecutor(1) as other_loop:
        outcome = other_loop.submit(asyncio.run, generated).result()
    assert not outcome.measurements.failures
    assert {action for action in ACTIONS if not outcome.measurements.done(action)} == set()
    assert outcome.sent >= outcome.confirmed > outcome.answered > 0
    assert outcome.lost == 0
