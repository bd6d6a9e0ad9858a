"""The full review of a practice session, which needs paid access."""

from uuid import UUID

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, give, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.payments import entitlements


async def pay(resources: Resources, account: Account) -> None:
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(account.user["id"]), "granted", resources.clock())


@pytest.mark.one_database
async def test_the_review_needs_a_finished_practice_session(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await pay(resources, account)
    state = await start(api, account)
    problem(await read(api, account, state, "/result"), 409, "practice_not_finished")


async def test_the_review_contains_every_item_with_its_feedback(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await pay(resources, account)
    state = await start(api, account)
    told = []
    while not state["finished"]:
        told.append((await give(api, account, state, right=state["position"] <= 4)).json())
        clock.advance(seconds=30)
        state = (await read(api, account, state)).json()
    review = (await read(api, account, state, "/result")).json()
    assert (review["correct"], review["length"]) == (4, 10)
    assert [item["position"] for item in review["items"]] == list(range(1, 11))
    assert [item["feedback"] for item in review["items"]] == [answer["feedback"] for answer in told]
    assert sum(topic["items"] for topic in review["topics"]) == 10
    assert sum(topic["correct"] for topic in review["topics"]) == 4
    assert [topic["title"] for topic in review["topics"]] == ["Basics", "State", "Effects", "Testing"]
    assert review["started_at"] < review["finished_at"]


@pytest.mark.one_database
async def test_the_study_plan_has_the_topics_with_mistakes(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await pay(resources, account)
    state = await finish(api, account, right=lambda position: position > 2)
    review = (await read(api, account, state, "/result")).json()
    missed = {row["topic"]: row for row in review["topics"] if row["correct"] < row["items"]}
    assert 0 < len(missed) < len(review["topics"])
    # Fewer than five answers to a topic say too little to show its score.
    plan = {step["topic"]: (step["missed"], step["enough"]) for step in review["study_plan"]}
    assert plan == {
        topic: (row["items"] - row["correct"], row["items"] >= 5) for topic, row in missed.items()
    }


@pytest.mark.one_database
async def test_a_round_without_mistakes_has_an_empty_study_plan(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await pay(resources, account)
    state = await finish(api, account, right=True)
    review = (await read(api, account, state, "/result")).json()
    assert review["correct"] == review["length"]
    assert review["topics"]
    assert review["study_plan"] == []


@pytest.mark.one_database
async def test_the_review_is_refused_during_an_attempt_in_the_same_technology(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await pay(resources, account)
    state = await finish(api, account)
    other = await finish(api, account, technology="java")
    attempt = await start_exam(api, account)
    problem(await read(api, account, state, "/result"), 409, "test_running")
    assert (await read(api, account, other, "/result")).status_code == 200
    await submit(api, account, attempt["test_id"])
    assert (await read(api, account, state, "/result")).status_code == 200
