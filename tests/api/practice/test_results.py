"""The full review of a practice session, which needs paid access."""

from uuid import UUID

import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import answer_all, finish, give, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.payments import entitlements


async def pay(resources: Resources, account: Account) -> None:
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(account.user["id"]), "granted", resources.clock())


@pytest.mark.one_database
async def test_the_review_needs_a_finished_round_and_without_mistakes_its_study_plan_is_empty(paid: Account):
    state = await start(paid)
    problem(await read(paid, state, "/result"), 409, "practice_not_finished")
    review = (await read(paid, await answer_all(paid, state), "/result")).json()
    assert review["correct"] == review["length"]
    assert review["topics"]
    assert review["study_plan"] == []


async def test_the_review_contains_every_item_with_its_feedback(paid: Account, clock: FakeClock):
    state = await start(paid)
    told = []
    while not state["finished"]:
        told.append((await give(paid, state, right=state["position"] <= 4)).json())
        clock.advance(seconds=30)
        state = (await read(paid, state)).json()
    review = (await read(paid, state, "/result")).json()
    assert (review["correct"], review["length"]) == (4, 10)
    assert [item["position"] for item in review["items"]] == list(range(1, 11))
    assert [item["feedback"] for item in review["items"]] == [answer["feedback"] for answer in told]
    assert sum(topic["items"] for topic in review["topics"]) == 10
    assert sum(topic["correct"] for topic in review["topics"]) == 4
    assert [topic["title"] for topic in review["topics"]] == ["Basics", "State", "Effects", "Testing"]
    assert review["started_at"] < review["finished_at"]


@pytest.mark.one_database
async def test_the_study_plan_has_the_topics_with_mistakes(paid: Account):
    state = await finish(paid, right=lambda position: position > 2)
    review = (await read(paid, state, "/result")).json()
    missed = {row["topic"]: row for row in review["topics"] if row["correct"] < row["items"]}
    assert 0 < len(missed) < len(review["topics"])
    # Fewer than five answers to a topic say too little to show its score.
    plan = {step["topic"]: (step["missed"], step["enough"]) for step in review["study_plan"]}
    assert plan == {
        topic: (row["items"] - row["correct"], row["items"] >= 5) for topic, row in missed.items()
    }
