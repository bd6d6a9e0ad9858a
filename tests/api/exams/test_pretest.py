"""Pretest items are put in exams like the others, and count for nothing."""

import itertools
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests import factories
from tests.answering import advance, save, start_exam, submit, take_exam
from tests.api.accounts.test_auth import stored
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import Attempt, AttemptItem, ItemExposure
from webdev_certs.server.services.items.statistics import read_attempts

pytestmark = pytest.mark.one_database


@pytest.fixture(scope="module")
def bank() -> Bank:
    return factories.bank(pretest=2)


def is_pretest(item_id: str) -> bool:
    return item_id.split("-")[2].startswith("20")


async def rows_of(resources: Resources) -> list[AttemptItem]:
    return sorted(await stored(resources, AttemptItem), key=lambda row: row.position)


async def finish(
    account: Account,
    resources: Resources,
    *,
    right_if_scored: Callable[[AttemptItem], bool] = lambda row: True,
    right_if_pretest: bool = True,
) -> dict[str, Any]:
    """Answer a test until it ends and return its result."""
    state = await start_exam(account)
    while state["status"] == "open":
        current = (await rows_of(resources))[-1]
        right = right_if_scored(current) if current.scored else right_if_pretest
        assert (await save(account, state, right=right)).status_code == 200
        state = (await advance(account, state)).json()
    return (await submit(account, state["test_id"])).json()


async def test_three_pretest_items_are_put_and_calibrated_but_not_scored(
    account: Account, resources: Resources
):
    result = await finish(account, resources, right_if_pretest=False)
    rows = await rows_of(resources)
    assert len(rows) == 23
    assert [row.position for row in rows] == list(range(1, 24))
    unscored = [row for row in rows if not row.scored]
    assert len(unscored) == 3
    assert all(is_pretest(row.item_id) != row.scored for row in rows)
    assert rows[0].scored
    assert (result["answered"], result["pretest_answered"]) == (20, 3)
    assert (result["ended_by"], result["passed"]) == ("decided", True)
    assert len(result["topics"]) == 4
    # Their answers change no estimate.
    for before, after in itertools.pairwise(rows):
        assert ((before.theta, before.sd) == (after.theta, after.sd)) is not before.scored
    # They are stored for the calibration.
    assert {row.correct for row in unscored} == {False}
    assert {row.correct for row in rows if row.scored} == {True}
    async with resources.database.transaction() as db:
        (attempt,) = await read_attempts(db, "react")
    assert sum(is_pretest(answer.item_id) for answer in attempt.answers) == 3
    counted = {row.item_id for row in await stored(resources, ItemExposure)}
    assert sum(map(is_pretest, counted)) == 3


async def test_pretest_items_do_not_make_a_test_longer_than_forty_items(
    account: Account, resources: Resources
):
    result = await finish(account, resources, right_if_scored=lambda row: (row.theta or 0) <= 0)
    assert (result["answered"], result["pretest_answered"]) == (37, 3)
    assert result["ended_by"] == "max_items"
    assert result["low"] <= result["cut_score"] <= result["high"]
    assert len({row.item_id for row in await rows_of(resources)}) == 40


async def test_twenty_answers_with_pretest_items_among_them_never_pass(
    account: Account, resources: Resources
):
    state = await take_exam(account, items=20)
    scored = sum(row.scored for row in await rows_of(resources))
    assert scored < 20
    result = (await submit(account, state["test_id"])).json()
    assert (result["answered"], result["passed"], result["score"]) == (scored, False, None)


async def test_learners_are_told_how_many_items_do_not_count(api: httpx.AsyncClient, account: Account):
    catalog = (await api.get("/api/technologies")).json()
    assert {(entry["pretest_items"], entry["max_items"]) for entry in catalog} == {(3, 40)}
    state = await start_exam(account)
    assert (state["pretest_items"], state["max_items"]) == (3, 40)
    assert await account.read(f"/api/tests/{state['test_id']}") == state


async def test_their_positions_differ_between_attempts(api: httpx.AsyncClient, resources: Resources):
    for _ in range(6):
        await start_exam(await register(api))
    positions = [tuple(attempt.pretest_positions) for attempt in await stored(resources, Attempt)]
    assert len(set(positions)) > 1
    for some in positions:
        assert len(set(some)) == 3
        assert 2 <= min(some) <= max(some) <= 22


async def test_a_retake_puts_pretest_items_that_the_learner_has_not_seen(
    account: Account, resources: Resources, clock: FakeClock
):
    for _ in range(3):
        await finish(account, resources)
        clock.advance(days=91)
        account = await sign_in(account)
    unscored = [row.item_id for row in await stored(resources, AttemptItem) if not row.scored]
    # There are eight.
    assert len(unscored) == len(set(unscored)) == 8
