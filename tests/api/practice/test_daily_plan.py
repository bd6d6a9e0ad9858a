"""The daily plan: what to do today, and when the test is likely to be passed."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.api.practice.test_standing import standing
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import answer_all, finish, later


async def plans(account: Account) -> list[dict[str, Any]]:
    return (await standing(account))["plans"]


async def test_reviews_come_before_topics_and_the_date_has_an_interval(account: Account, clock: FakeClock):
    await finish(account, clock=clock)
    account = await later(account, clock, days=1)
    await finish(account, clock=clock)
    body = await standing(account)
    (plan,), (react,) = body["plans"], body["technologies"]
    assert plan["kind"] == "on_the_way"
    assert plan["chance"] == react["readiness"]["probability"]
    days = plan["days"]
    assert 1 <= days["low"] < days["expected"] < (days["high"] or plan["horizon"] + 1)
    reviews, *topics = plan["tasks"]
    assert (reviews["topic"], reviews["topic_title"]) == (None, None)
    assert reviews["questions"] == react["due"]
    titles = {topic["topic"]: topic["title"] for topic in react["topics"]}
    assert topics
    for task in topics:
        assert task["topic_title"] == titles[task["topic"]]
        assert 3 <= task["questions"] <= 10


async def test_each_task_starts_with_as_many_questions(account: Account, clock: FakeClock):
    await finish(account, right=False, clock=clock)
    account = await later(account, clock, days=5)
    form = {"technology": "react", "length": 4}
    started = await account.post("/api/practice/reviews", json=form)
    assert started.json()["length"] == 4


@pytest.mark.one_database
async def test_a_weak_learner_gets_no_date(account: Account):
    for _round in range(2):
        await finish(account, right=False)
    (plan,) = await plans(account)
    assert plan["chance"] < 5
    if plan["kind"] == "far":
        assert (plan["days"]["expected"], plan["days"]["high"]) == (None, None)
    else:
        assert plan["days"]["expected"] > 30


@pytest.mark.one_database
async def test_a_passed_technology_is_never_planned(account: Account, clock: FakeClock):
    await finish(account)
    await finish(account, technology="java")
    clock.advance(seconds=1)
    await pass_exam(account)
    account = await later(account, clock, days=1)
    body = await standing(account)
    assert [plan["technology"] for plan in body["plans"]] == ["java"]
    assert {row["technology"] for row in body["technologies"]} == {"react", "java"}


async def test_the_technology_used_last_comes_first(account: Account, clock: FakeClock):
    for technology in ("java", "react"):
        await finish(account, technology=technology)
        clock.advance(seconds=1)
    assert [plan["technology"] for plan in await plans(account)] == ["react", "java"]
    # A review has only questions that were answered before.
    account = await later(account, clock, days=1)
    review = await account.post("/api/practice/reviews", json={"technology": "java"})
    await answer_all(account, review.json())
    assert [plan["technology"] for plan in await plans(account)] == ["java", "react"]


@pytest.mark.one_database
async def test_while_a_test_runs_nothing_is_planned(account: Account):
    await finish(account)
    await start_exam(account)
    (plan,) = await plans(account)
    assert (plan["kind"], plan["tasks"]) == ("running", [])


@pytest.mark.one_database
async def test_during_the_wait_for_a_retake_it_says_the_chance_at_its_end(account: Account, clock: FakeClock):
    await finish(account)
    state = await take_exam(account, right=lambda position: position == 1)
    assert (await submit(account, state["test_id"])).json()["passed"] is False
    (plan,) = await plans(account)
    assert datetime.fromisoformat(plan["retake_at"]) - clock.now > timedelta(days=1)
    assert plan["chance_then"] >= plan["chance"]
    assert plan["tasks"]


@pytest.mark.parametrize("days", [3, 400])
@pytest.mark.one_database
async def test_a_pause_costs_some_of_the_chance(account: Account, clock: FakeClock, days: int):
    await finish(account, right=lambda position: position % 4 > 0)
    (before,) = await plans(account)
    account = await later(account, clock, days=days)
    (after,) = await plans(account)
    assert after["paused_days"] == days
    assert after["chance"] <= before["chance"]
    # What is still known after a month is forgotten slowly.
    assert after["chance"] > before["chance"] - 15
