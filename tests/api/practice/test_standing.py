"""Where learners stand: ability, mastery, readiness, activity, due reviews and the next step."""

from dataclasses import replace
from typing import Any

import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_results import pay
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import answer_all, finish, give, later, read, start
from tests.statements import observed_statements
from webdev_certs.server.api.dependencies import Resources


async def standing(account: Account, zone: str = "UTC") -> dict[str, Any]:
    return await account.read(f"/api/progress/learning?time_zone={zone}")


@pytest.mark.one_database
async def test_a_new_learner_tries_three_questions(account: Account):
    body = await standing(account)
    assert body["next_step"]["kind"] == "try_practice"
    assert (body["due"], body["streak"], body["minutes"], body["days"]) == (0, 0, 0, [])
    assert body["technologies"] == body["plans"] == []


async def test_practice_shows_ability_mastery_and_reviews(account: Account, clock: FakeClock):
    await finish(account)
    account = await later(account, clock, days=1)
    await finish(account)
    body = await standing(account)
    (react,) = body["technologies"]
    assert (react["technology"], react["name"], react["answers"]) == ("react", "React", 20)
    assert react["due"] == body["due"] == 5
    assert [(day["day"], day["answers"]) for day in react["history"]] == [
        ("2026-03-02", 10),
        ("2026-03-03", 20),
    ]
    latest = react["history"][-1]
    assert {name: latest[name] for name in ("score", "low", "high")} == react["ability"]
    assert react["ability"]["low"] < react["ability"]["score"] < react["ability"]["high"]
    assert sum(topic["answers"] for topic in react["topics"]) == 20
    assert [topic["title"] for topic in react["topics"]] == ["Basics", "State", "Effects", "Testing"]
    assert sum(row["correct"] for row in react["difficulties"]) == 10
    assert all(row["enough"] for row in react["topics"])
    assert 1 <= react["readiness"]["low"] <= react["readiness"]["probability"] <= react["readiness"]["high"]
    assert (body["streak"], body["longest_streak"]) == (2, 2)
    assert body["days"] == [{"day": "2026-03-02", "answers": 10}, {"day": "2026-03-03", "answers": 10}]
    step = body["next_step"]
    assert (step["kind"], step["technology"], step["name"]) == ("practice_topic", "react", "React")
    weakest = min(react["topics"], key=lambda topic: topic["score"])
    assert (step["topic"], step["topic_title"]) == (weakest["topic"], weakest["title"])


@pytest.mark.one_database
async def test_only_first_answers_count(account: Account, clock: FakeClock):
    await finish(account, right=False, topic="effects", difficulty="beginner")
    before = await standing(account)
    account = await later(account, clock, days=1)
    # The same three items, whose keys the feedback has shown.
    await finish(account, right=True, topic="effects", difficulty="beginner")
    after = await standing(account)
    assert after["technologies"][0]["ability"] == before["technologies"][0]["ability"]
    assert after["technologies"][0]["answers"] == 3
    assert after["days"][-1] == {"day": "2026-03-03", "answers": 3}


@pytest.mark.one_database
async def test_few_answers_give_todays_questions_but_no_readiness_mastery_or_date(account: Account):
    await finish(account, length=9)
    body = await standing(account)
    (react,), (plan,) = body["technologies"], body["plans"]
    assert react["readiness"] is None
    for row in [*react["topics"], *react["difficulties"]]:
        assert row["enough"] == (row["answers"] >= 5)
    assert not any(row["enough"] for row in react["topics"])
    assert (plan["technology"], plan["kind"], plan["minutes"]) == ("react", "few_answers", 15)
    assert (plan["chance"], plan["days"], plan["chance_then"]) == (None, None, None)
    assert [task["topic"] is None for task in plan["tasks"]] == [False, False]


@pytest.mark.one_database
async def test_a_ready_learner_is_sent_to_the_test_but_running_ones_come_first(
    account: Account, resources: Resources
):
    await finish(account, right=True)
    await finish(account, right=True)
    body = await standing(account)
    step, (plan,) = body["next_step"], body["plans"]
    assert (step["kind"], step["technology"]) == ("take_exam", "react")
    assert (step["readiness"] >= 70, step["deadline"]) == (True, None)
    ready = body["technologies"][0]["readiness"]
    assert step["readiness"] == ready["probability"]
    assert (step["readiness_low"], step["readiness_high"]) == (ready["low"], ready["high"])
    assert (plan["kind"], plan["days"]) == ("ready", None), "a high chance needs no date"
    assert plan["chance"] >= plan["goal"] == 80
    await pay(resources, account)
    mock = await start_exam(account, mock=True)
    step = (await standing(account))["next_step"]
    assert (step["kind"], step["technology"], step["name"]) == ("resume_mock_exam", "react", "React")
    assert step["deadline"] == mock["deadline"]
    running = await start_exam(account, "java")
    step = (await standing(account))["next_step"]
    assert (step["kind"], step["technology"], step["name"]) == ("resume_attempt", "java", "Java")
    assert (step["readiness"], step["readiness_low"], step["readiness_high"]) == (None, None, None)
    assert step["deadline"] == running["deadline"]


@pytest.mark.one_database
async def test_a_practice_session_left_in_the_middle_is_next(account: Account, clock: FakeClock):
    await finish(account)
    clock.advance(seconds=1)
    state = await start(account, topic="effects")
    # Without an answer, nothing was begun.
    assert (await standing(account))["next_step"]["kind"] == "practice_topic"
    await give(account, state)
    step = (await standing(account))["next_step"]
    assert (step["kind"], step["technology"], step["name"]) == ("resume_practice", "react", "React")
    begun = step["practice"]
    assert (begun["practice_session_id"], begun["topic"]) == (state["practice_session_id"], "effects")
    assert begun["answered"] == 1
    await answer_all(account, (await read(account, state)).json())
    step = (await standing(account))["next_step"]
    assert (step["kind"], step["practice"]) == ("practice_topic", None)


@pytest.mark.one_database
async def test_what_the_bank_no_longer_has_is_not_next(
    account: Account, resources: Resources, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
):
    await finish(account, right=False, topic="effects")
    await finish(account, topic="basics")
    clock.advance(seconds=1)
    await give(account, await start(account, technology="java"))
    with monkeypatch.context() as bank:
        bank.delitem(resources.bank.technologies, "java")
        step = (await standing(account))["next_step"]
        assert (step["kind"], step["topic"]) == ("practice_topic", "effects")
        react = resources.bank.technologies["react"]
        topics = tuple(topic for topic in react.blueprint.topics if topic.id != "effects")
        blueprint = react.blueprint.model_copy(update={"topics": topics})
        bank.setitem(resources.bank.technologies, "react", replace(react, blueprint=blueprint))
        step = (await standing(account))["next_step"]
        assert (step["kind"], step["topic"]) == ("practice_topic", "basics")


async def test_exam_scores_stand_beside_practice(account: Account, clock: FakeClock):
    result = await pass_exam(account)
    account = await later(account, clock, days=20)
    state = await take_exam(account, right=lambda position: False)
    failed = (await submit(account, state["test_id"])).json()
    body = await standing(account)
    (react,) = body["technologies"]
    assert [(exam["score"], exam["passed"]) for exam in react["exams"]] == [
        (result["score"], True),
        (failed["score"], False),
    ]
    assert (react["ability"], react["readiness"], react["topics"]) == (None, None, [])
    last = react["last_exam"]
    assert (last["test_id"], last["score"], last["passed"]) == (state["test_id"], failed["score"], False)
    # Those that the result shows as not above the pass mark.
    weak = {topic["title"] for topic in failed["topics"] if topic["band"] != "above"}
    assert len(last["weak_topics"]) == min(len(weak), 3)
    assert set(last["weak_topics"]) <= weak
    assert react["retake_at"] == failed["retake_at"]
    # The certificate of the first attempt stays.
    assert react["certificate"]["number"] == result["certificate_number"]
    assert (react["certificate"]["status"], body["next_step"]["kind"]) == ("valid", "next_technology")


async def test_after_a_pass_the_certificate_is_shared_and_the_next_technology_named(account: Account):
    await finish(account, technology="java")
    result = await pass_exam(account)
    body = await standing(account)
    step = body["next_step"]
    assert (step["kind"], step["technology"], step["name"]) == ("share", "react", "React")
    assert (step["following"], step["following_name"]) == ("java", "Java")
    react = next(row for row in body["technologies"] if row["technology"] == "react")
    assert react["certificate"]["number"] == result["certificate_number"]
    assert (react["last_exam"]["passed"], react["last_exam"]["weak_topics"]) == (True, [])
    assert react["last_exam"]["under_review"] is False


@pytest.mark.one_database
async def test_after_a_fail_the_next_step_prepares_for_the_retake(account: Account):
    state = await take_exam(account, right=lambda position: False)
    failed = (await submit(account, state["test_id"])).json()
    body = await standing(account)
    (react,) = body["technologies"]
    step = body["next_step"]
    assert (step["kind"], step["technology"]) == ("prepare_retake", "react")
    assert step["topic_title"] == react["last_exam"]["weak_topics"][0]
    assert (react["retake_at"], react["certificate"]) == (failed["retake_at"], None)


@pytest.mark.parametrize(("zone", "day"), [("UTC", "2026-03-02"), ("Asia/Tokyo", "2026-03-03")])
async def test_days_are_those_of_the_learners_zone(account: Account, clock: FakeClock, zone: str, day: str):
    account = await later(account, clock, hours=10)
    await finish(account, length=3)
    body = await standing(account, zone)
    assert (body["today"], body["time_zone"]) == (day, zone)
    assert [one["day"] for one in body["days"]] == [day]
    assert body["technologies"][0]["history"][0]["day"] == day


async def test_minutes_practiced_leave_out_long_pauses(account: Account, clock: FakeClock):
    state = await start(account, length=3)
    for minutes in (1, 2, 600):
        account = await later(account, clock, minutes=minutes)
        await give(account, state)
        state = (await read(account, state)).json()
    assert (await standing(account))["minutes"] == 1 + 2 + 5


@pytest.mark.one_database
async def test_an_unknown_time_zone_is_refused(account: Account):
    response = await account.get("/api/progress/learning?time_zone=Mars/Base")
    problem(response, 422, "unknown_time_zone")


async def queries_of_standing(account: Account) -> int:
    queries: list[str] = []
    with observed_statements(queries.append):
        await standing(account)
    # Blocked accounts are read every few seconds, by whatever request comes then.
    return len([query for query in queries if "block_reason" not in query])


async def test_the_number_of_queries_does_not_grow(account: Account):
    await finish(account, length=1)
    few = await queries_of_standing(account)
    for technology in ("react", "java"):
        await finish(account, technology=technology)
        await pass_exam(account, technology)
    # Background jobs may have asked something at the first time.
    assert 1 <= await queries_of_standing(account) <= few
