"""Why the plan is as it is, over HTTP: who may ask, what is sent, and what is shown of the answer."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from llmock.pytest_plugin import LLMock
from sqlmodel import select

from tests.answering import start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_results import pay
from tests.api.practice.test_standing import standing
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, later
from tests.waiting import until
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import TokenUse, TutorExchange
from webdev_certs.server.services.tutor import switching
from webdev_certs.server.services.tutor.prompt import MAX_ANSWER_TOKENS

REASON = "Here you would lose the most points today."


async def consent(account: Account) -> None:
    assert (await account.put("/api/profile/tutor-consent")).status_code == 204


@pytest.fixture
async def learner(account: Account) -> Account:
    """Somebody with a plan who has agreed to the tutor."""
    await finish(account)
    await consent(account)
    return account


async def ask(account: Account, language: str = "en") -> httpx.Response:
    headers = {**account.headers, "Accept-Language": language}
    return await account.api.post("/api/progress/plan/reason", headers=headers)


async def said(account: Account) -> dict[str, Any]:
    response = await ask(account)
    assert response.status_code == 200, response.text
    return response.json()


async def offered(account: Account) -> bool:
    return (await standing(account))["tutor"]


async def used(resources: Resources) -> list[int]:
    async with resources.database.transaction() as db:
        return list(await db.exec(select(TokenUse.tokens)))


async def test_the_sentence_is_shown_and_not_kept(llmock: LLMock, learner: Account, resources: Resources):
    assert await offered(learner)
    llmock.reply(f"*{REASON}*")
    assert await said(learner) == {"text": REASON, "outcome": "complete", "detail": ""}
    (tokens,) = await used(resources)
    # What was reserved for a longer answer is free again.
    assert 0 < tokens < MAX_ANSWER_TOKENS
    async with resources.database.transaction() as db:
        assert (await db.exec(select(TutorExchange))).all() == []


async def test_the_model_gets_figures_and_topics_and_nothing_about_the_person(
    llmock: LLMock, account: Account, clock: FakeClock, bank: Bank
):
    await finish(account, clock=clock)
    state = await take_exam(account, right=lambda position: position == 1)
    await submit(account, state["test_id"])
    learner = await later(account, clock, days=1)
    await finish(learner, clock=clock)
    learner = await later(learner, clock, days=1)
    await consent(learner)
    llmock.reply(REASON)
    assert (await ask(learner, "de")).status_code == 200
    system, user = llmock.last_request.body["messages"]
    assert "Write in German" in system["content"]
    data = json.loads(user["content"].removeprefix("<data>\n").removesuffix("\n</data>"))
    body = await standing(learner)
    (plan,), (react,) = body["plans"], body["technologies"]
    assert data.pop("tasks") == [
        {"topic": task["topic_title"] or "reviews", "questions": task["questions"]} for task in plan["tasks"]
    ]
    assert data.pop("days_until_goal") == plan["days"]
    assert data == {
        "technology": "React",
        "minutes": 15,
        "reviews_due": react["due"],
        "chance_of_passing_in_percent": plan["chance"],
        "goal_in_percent": 80,
        "days_until_retake": data["days_until_retake"],
        "chance_at_retake_in_percent": plan["chance_then"],
        "days_since_practice": 1,
    }
    assert 1 <= data["days_until_retake"] <= 30
    sent = str(llmock.last_request.body)
    name, email = learner.user["full_name"], learner.user["email"]
    for secret in (name, email, *name.split(), learner.user["id"], state["test_id"], "secret"):
        assert secret not in sent
    for item in bank.get("react").items:
        assert item.id not in sent
        assert item.stem not in sent


@pytest.mark.one_database
@pytest.mark.parametrize(
    "answer", ["You will pass in 999 days.", "See https://evil.example.", "Read <b>this</b>.", "Why? " * 99]
)
async def test_an_answer_that_fails_the_check_is_not_shown(
    llmock: LLMock, learner: Account, resources: Resources, answer: str
):
    llmock.reply(answer)
    shown = await said(learner)
    assert (shown["text"], shown["outcome"]) == ("", "malformed")
    assert shown["detail"] == "The tutor’s answer wasn’t usable. Ask again."
    # It was paid for all the same.
    assert (await used(resources))[0] > 0


@pytest.mark.one_database
async def test_a_topic_that_the_plan_does_not_have_is_not_named(llmock: LLMock, learner: Account, bank: Bank):
    (plan,) = (await standing(learner))["plans"]
    planned = {task["topic_title"] for task in plan["tasks"]}
    other = next(title for title in bank.get("react").topic_titles.values() if title not in planned)
    llmock.reply(f"You are weak in {other}.").reply(f"You are weak in {plan['tasks'][-1]['topic_title']}.")
    assert (await said(learner))["outcome"] == "malformed"
    assert (await said(learner))["outcome"] == "complete"


Fault = Callable[[LLMock], object]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (lambda llmock: llmock.fail(401, times=None), "unavailable"),
        (lambda llmock: llmock.rate_limit(times=None, retry_after=60), "rate_limited"),
        (lambda llmock: llmock.reply("One. Two. Three. Four.").disconnect(after_chunks=3), "cut"),
        (lambda llmock: llmock.reply(""), "malformed"),
    ],
    ids=["down", "busy", "cut", "empty"],
)
async def test_a_failure_is_told_in_the_tutors_words(
    llmock: LLMock, learner: Account, resources: Resources, fault: Fault, outcome: str
):
    fault(llmock)
    shown = await said(learner)
    assert (shown["text"], shown["outcome"]) == ("", outcome)
    assert shown["detail"]
    # A refused call uses nothing.
    assert (await used(resources) == [0]) == (outcome in ("unavailable", "rate_limited"))


@pytest.mark.one_database
async def test_without_consent_or_a_model_or_after_tutor_off_nothing_is_offered_or_sent(
    llmock: LLMock, account: Account, resources: Resources
):
    async def assert_unavailable(status: int, code: str) -> None:
        assert not await offered(account)
        problem(await ask(account), status, code)

    await finish(account)
    await assert_unavailable(409, "consent_required")
    await consent(account)
    async with new_context(resources).transaction() as context:
        await switching.turn_off(context)
    await assert_unavailable(503, "tutor_unavailable")
    async with new_context(resources).transaction() as context:
        await switching.turn_on(context)
    assert await offered(account)
    object.__setattr__(resources, "language_model", None)
    await assert_unavailable(503, "tutor_unavailable")
    assert not llmock.requests


@pytest.mark.parametrize("technology", ["react", "java"])
async def test_while_any_test_or_mock_exam_runs_nothing_is_offered_or_sent(
    llmock: LLMock, learner: Account, resources: Resources, technology: str
):
    await pay(resources, learner)
    for mock in (True, False):
        state = await start_exam(learner, technology, mock=mock)
        assert not await offered(learner)
        assert problem(await ask(learner), 409, "test_running")["mock"] is mock
        await submit(learner, state["test_id"])
    assert not llmock.requests


async def test_a_test_that_begins_meanwhile_holds_the_answer_back(
    llmock: LLMock, learner: Account, resources: Resources
):
    llmock.pace(200).reply(REASON)
    asking = asyncio.create_task(ask(learner))

    async def is_allowed() -> bool:
        return bool(await used(resources))

    await until(is_allowed, pause=0.02)
    await start_exam(learner, "java")
    assert not asking.done()
    problem(await asking, 409, "test_running")
    assert 0 < (await used(resources))[0] < MAX_ANSWER_TOKENS


@pytest.mark.one_database
async def test_without_a_plan_there_is_nothing_to_say(llmock: LLMock, account: Account):
    await consent(account)
    problem(await ask(account), 404, "no_plan")
    assert not llmock.requests


async def test_the_budgets_of_the_tutor_hold(llmock: LLMock, learner: Account, resources: Resources):
    for name, status, code in (
        ("llm_person_tokens", 429, "too_many_requests"),
        ("llm_day_tokens", 503, "tutor_unavailable"),
    ):
        usual = resources.settings
        object.__setattr__(resources, "settings", usual.model_copy(update={name: 10}))
        problem(await ask(learner), status, code)
        object.__setattr__(resources, "settings", usual)
    assert await used(resources) == []
    assert not llmock.requests
