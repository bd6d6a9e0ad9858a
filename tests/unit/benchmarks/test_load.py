"""The parts of the load generator that need no server."""

import asyncio
import random
import time
from dataclasses import asdict
from itertools import islice, pairwise
from statistics import fmean

import httpx
import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.answers import two_answers
from benchmarks.load.accounts import Accounts
from benchmarks.load.documents import BrowserCache, scripts_of
from benchmarks.load.learners import ExamLearner, Question, Surroundings, shown_answer
from benchmarks.load.measurements import Measurements
from benchmarks.load.page import PATIENCE, Server
from benchmarks.load.run import lost
from benchmarks.load.schedule import Period, arrivals, thinking
from tests.ports import free_port
from tests.waiting import WAIT_SECONDS, until
from webdev_certs.schemas.items import ItemResponse, ShownItem, ShownOption
from webdev_certs.shared.vocabulary import ItemFormat
from webdev_certs.ui.states.items.view import item_view


def test_actions_of_a_learner_come_in_order_with_the_pauses_that_are_wanted():
    due = list(islice(thinking(random.Random(1), {"save": 20, "next": 60}), 400))
    assert due == sorted(due)
    saves = [at for at, action in due if action == "save"]
    pauses = [later - earlier for earlier, later in pairwise(saves)]
    assert 10 <= min(pauses) <= max(pauses) <= 30
    assert len(saves) / len(due) == pytest.approx(0.75, abs=0.05)


def test_visitors_come_independently_of_each_other():
    due = [at for at, _ in islice(arrivals(random.Random(1), "visit", 2), 1000)]
    pauses = [later - earlier for earlier, later in pairwise(due)]
    assert fmean(pauses) == pytest.approx(2, rel=0.1)
    # Of exponential pauses, so many percent are longer than twice the mean.
    assert fmean(pause > 4 for pause in pauses) == pytest.approx(0.135, abs=0.03)


async def test_what_comes_too_late_to_begin_fails_at_once_so_that_a_run_ends():
    measured = Measurements()
    async with httpx.AsyncClient() as client, asyncio.timeout(PATIENCE):
        accounts = Accounts(client, create_async_engine("sqlite+aiosqlite://"))
        around = Surroundings(Server("127.0.0.1", 1), accounts, lambda: BrowserCache(client), measured)
        learner = ExamLearner(around, random.Random(1), {"save": 20})
        now = time.monotonic()
        await learner.live(Period(now - PATIENCE - 300, now - PATIENCE - 100, asyncio.Event()), 0)
    assert measured.failures.keys() == {("save an answer", "not begun in time")}
    assert measured.failures.total() == pytest.approx(200 / 20, abs=3)


def test_percentiles_and_failures_are_in_the_table():
    measured = Measurements()
    for milliseconds in range(1, 1001):
        measured.record("save", milliseconds / 1000)
    measured.fail("save", "signed out")
    measured.fail("next", "nothing for 60 s")
    assert measured.percentile("save", 99) == pytest.approx(0.99, rel=0.002)
    assert "| save | 1,000 | 1 | 500 | 900 | 990 | 999 | 1,000 |" in measured.table()
    assert "| next | 0 | 1 | – | – | – | – | – |" in measured.table()
    assert "| save: signed out | 1 |" in measured.others()


def test_what_takes_longer_than_can_be_shown_counts_as_the_longest():
    measured = Measurements()
    measured.record("save", 3600)
    assert measured.percentile("save", 100) == pytest.approx(600, rel=0.01)


def test_an_answer_is_lost_if_the_database_has_fewer_than_were_confirmed():
    confirmed = {("a", 1): Question(sent=2, confirmed=2), ("a", 2): Question(sent=3, confirmed=1)}
    assert lost(confirmed, {("a", 1): 2, ("a", 2): 3}) == []
    assert lost(confirmed, {("a", 1): 1, ("a", 2): 1}) == [("a", 1)]
    assert lost(confirmed, {("a", 1): 2}) == [("a", 2)]


async def test_a_learner_whose_page_does_not_come_counts_a_failure_and_goes_on():
    measured, stop = Measurements(), asyncio.Event()
    nowhere = Server("127.0.0.1", free_port())
    async with httpx.AsyncClient(base_url=f"http://{nowhere.host}:{nowhere.port}") as client:
        accounts = Accounts(client, create_async_engine("sqlite+aiosqlite://"))
        around = Surroundings(nowhere, accounts, lambda: BrowserCache(client), measured)
        learner = ExamLearner(around, random.Random(1), {"save": 0.05})
        now = time.monotonic()
        living = asyncio.create_task(learner.live(Period(now, now + WAIT_SECONDS, stop), 0))
        await until(lambda: measured.failures.total() > 1 or living.done())
        stop.set()
        await living
    assert set(measured.failures) == {("start a test", "registration, ConnectError")}


def test_scripts_of_a_document_are_found_once_in_every_language():
    document = """
        <link rel="modulepreload" href="/assets/a-1.js"/><script src="/de/assets/b-2.js"></script>
        <link href="/assets/c.css" rel="preload"/><link href="/assets/a-1.js"/><img src="/assets/d.png"/>
    """
    assert list(scripts_of(document)) == ["/assets/a-1.js", "/de/assets/b-2.js", "/assets/c.css"]


@pytest.mark.parametrize("kind", ["single_choice", "fill_in", "order_lines", "match_pairs"])
def test_an_answer_is_read_from_the_screen_as_it_was_given(kind: ItemFormat):
    lettered = [ShownOption(id=str(number), text=text) for number, text in enumerate("abc", start=1)]
    options = [] if kind == "fill_in" else lettered
    matches = lettered if kind == "match_pairs" else []
    item = ShownItem(format=kind, topic="Basics", stem="Which?", options=options, matches=matches)
    blank = asdict(item_view(item))
    for _, answer in two_answers(blank):
        shown = asdict(item_view(item, ItemResponse.model_validate(answer)))
        assert shown_answer(shown) == answer
        assert shown_answer(blank) != answer or kind == "order_lines"
