"""PostgreSQL is frozen, stopped and restarted during a test: no answer is lost, and the screen is right.

These outages last for a fixed time, unlike the waits of other tests, and a script in the page notes what the
learner sees at that time.
"""

import asyncio
import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from playwright.sync_api import Page

from tests.conftest import POSTGRES, start_migrated
from tests.e2e.answers import AnswerKey, expect_answered, expect_given, given
from tests.e2e.conftest import Visit
from tests.e2e.exams.test_saving_again import NOT_SAVED, saved_response
from tests.e2e.journeys import (
    Learner,
    expect_question,
    login_storage,
    next_question,
    wait_until,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product
from tests.postgres import Cluster
from webdev_certs.ui.states.items.answering import read_response

# A call gives up after 4 s (`database/engine.py`), so each outage lasts some tries.
FROZEN_SECONDS, STOPPED_SECONDS = 10, 16
SAVED = "Answer saved"
# How long a change may be shown as being saved: 3 s (attempt.js), and some time for a busy machine.
SAVING_SECONDS = 6
_SAMPLER = """() => {
  window.samples = [];
  setInterval(() => {
    const line = document.querySelector("main form [role=status][data-state]");
    const form = line?.closest("form");
    if (form) window.samples.push({
      at: Date.now() / 1000,
      words: line.innerText,
      page: document.body.innerText,
      given: [...new FormData(form).entries()],
    });
  }, 250);
}"""


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A cluster that only the test uses, so that it can be frozen and stopped."""
    if POSTGRES is None:
        pytest.skip("PostgreSQL is not installed")
    cluster = Cluster(POSTGRES, durable=True)
    # The browser's event loop is running in this thread.
    with ThreadPoolExecutor(1) as other_loop:
        other_loop.submit(start_migrated, cluster).result()
    yield cluster
    cluster.stop()


@pytest.fixture
def own_product(product: Product, cluster: Cluster, tmp_path: Path) -> Iterator[Product]:
    """The product on that cluster, instead of the product that all tests share."""
    product.kill()
    own = Product(product.port, tmp_path, cluster.url("migrated"))
    own.start()
    yield own
    own.kill()


@pytest.fixture
def tokens(own_product: Product, learner: Learner) -> dict[str, Any]:
    """Register the learner in that product."""
    form: dict[str, Any] = {"full_name": learner.name, "email": learner.email, "accept_terms": True}
    form["password"] = learner.password
    response = own_product.http.post("/api/auth/register", json=form)
    assert response.status_code == 201, response.text
    own_product.set_confirmed(learner.email)
    return response.json()


@pytest.fixture
def key(own_product: Product) -> AnswerKey:
    return AnswerKey(own_product)


@dataclass(frozen=True)
class Sample:
    """What the screen showed at one moment (seconds since 1970)."""

    at: float
    words: str
    """The line that says whether the answer is saved."""
    page: str
    """All words on the page."""
    given: list[list[str]]
    """The answer in the form."""


def samples(page: Page, start: float, end: float) -> list[Sample]:
    """Return what was on the screen between two moments, at least once a second."""
    found = [Sample(**one) for one in page.evaluate("() => window.samples")]
    wanted = [one for one in found if start <= one.at <= end]
    moments = [start, *(one.at for one in wanted), end]
    longest = max(later - earlier for earlier, later in itertools.pairwise(moments))
    assert longest < 1, f"nothing was noted for {longest:.1f} s"
    return wanted


def stay(page: Page, seconds: float) -> None:
    """Leave the page alone for some seconds."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        page.wait_for_timeout(min(left, 1) * 1000)


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """Assert that the screen tells the truth in each second of the block, during which nothing can be saved.

    So the answer that was saved before is the only one that may be shown as saved.
    """
    before = given(page)
    changed: float | None = None
    start = time.time()
    yield
    end = time.time()
    for one in samples(page, start, end):
        moment = f"{one.at - start:.1f} s after the beginning: {one.words}"
        assert "nothing is lost" not in one.page.lower(), moment
        if one.given != before:
            before, changed = one.given, one.at
            # The line about saving changes a moment after the form.
            continue
        if changed is None:
            continue
        assert one.words in (NOT_SAVED, "Saving…"), moment
        assert SAVED not in one.page, moment
        if one.at - changed > SAVING_SECONDS:
            assert one.words == NOT_SAVED, moment
    assert changed, "no answer was given"
    assert end - changed > SAVING_SECONDS, "the last answer was given too late to be watched"


def read(entries: list[list[str]]) -> dict[str, Any]:
    """Return the answer in a form as the API has it."""
    response = read_response(entries)
    assert response
    return response.model_dump(exclude_none=True)


def in_database(product: Product, tokens: dict[str, Any]) -> dict[str, Any]:
    """Return the saved answer to the current question."""
    response = saved_response(product, tokens)
    return {name: value for name, value in (response or {}).items() if value is not None}


def answered_positions(cluster: Cluster) -> list[int]:
    """Return the positions with an answer in the database."""

    async def ask() -> list[int]:
        connection = await asyncpg.connect(cluster.url("migrated").replace("+asyncpg", ""))
        try:
            rows = await connection.fetch(
                "SELECT position FROM attempt_items WHERE response IS NOT NULL ORDER BY position"
            )
        finally:
            await connection.close()
        return [row["position"] for row in rows]

    with ThreadPoolExecutor(1) as other_loop:
        return other_loop.submit(asyncio.run, ask()).result()


def expect_saved(page: Page, product: Product, tokens: dict[str, Any], answer: list[list[str]]) -> None:
    """Wait until an answer is on the screen, said to be saved, and in the database."""
    wait_until(page, lambda: in_database(product, tokens) == read(answer), seconds=40)
    expect_answered(page)
    expect_given(page, answer)


def test_no_answer_is_lost_and_the_screen_is_right_each_second(
    own_product: Product, cluster: Cluster, tokens: dict[str, Any], visit: Visit, key: AnswerKey
) -> None:
    page = visit(login_storage(tokens))
    number = open_exam_at(page, ApiLearner(own_product, tokens), "single_choice", "true_false", "output")
    page.evaluate(_SAMPLER)
    key.answer(page, right=False)
    expect_saved(page, own_product, tokens, given(page))

    with cluster.frozen(), watched(page):
        stay(page, 2)
        key.answer(page)
        frozen = given(page)
        stay(page, FROZEN_SECONDS - 2)
    expect_saved(page, own_product, tokens, frozen)

    cluster.halt()
    with watched(page):
        key.answer(page, right=False)
        stay(page, STOPPED_SECONDS / 4)
        # A click on "Next question" must not leave a question whose answer is not saved.
        next_question(page)
        stay(page, STOPPED_SECONDS / 4)
        key.answer(page)
        stopped = given(page)
        stay(page, STOPPED_SECONDS / 2)
    expect_question(page, number)
    cluster.launch()
    expect_saved(page, own_product, tokens, stopped)

    # A restart takes less time than a save may take, so only its outcome is looked at.
    cluster.halt()
    cluster.launch()
    key.answer(page, right=False)
    restarted = given(page)
    expect_saved(page, own_product, tokens, restarted)

    page.reload()
    expect_question(page, number)
    expect_given(page, restarted)
    next_question(page)
    expect_question(page, number + 1)
    assert answered_positions(cluster) == list(range(1, number + 1))
