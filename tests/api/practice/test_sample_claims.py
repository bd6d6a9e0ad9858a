"""A sample goes on as practice once the visitor has an account."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.answering import start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.api.practice.test_samples import ask, take
from tests.conftest import FakeClock
from tests.factories import Account, generous_limits, register
from tests.practicing import answer_all, give, later
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import PracticeItem, PracticeSession
from webdev_certs.server.services.items.statistics import read_practice
from webdev_certs.settings import Settings
from webdev_certs.settings.limits import OwnRates, PublicRates

RIGHTS = [True, False, True]


async def claim(account: Account, answers: list[Any], technology: str = "react") -> httpx.Response:
    form = {"technology": technology, "answers": answers}
    return await account.post("/api/samples/claim", json=form)


@pytest.fixture
async def answers(api: httpx.AsyncClient) -> list[Any]:
    """The answers of a sample: right, wrong, right."""
    return (await take(api, RIGHTS))[1]


async def test_a_claimed_sample_is_the_start_of_a_practice_session(
    account: Account, answers: list[Any], resources: Resources
):
    response = await claim(account, answers)
    assert response.status_code == 200, response.text
    state = response.json()
    assert (state["kind"], state["position"], state["length"]) == ("adaptive", 4, 10)
    assert (state["correct"], state["finished"]) == (2, False)
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(PracticeItem).order_by("position"))).all()  # pyright: ignore[reportArgumentType]
    assert [row.item_id for row in rows[:3]] == [given["item_id"] for given in answers]
    assert [row.correct for row in rows] == [*RIGHTS, None]
    assert len({row.item_id for row in rows}) == 4


@pytest.mark.one_database
async def test_a_claimed_sample_shows_the_feedback_of_the_sample(
    api: httpx.AsyncClient, account: Account, answers: list[Any]
):
    _, _, states = await take(api, RIGHTS)
    claimed = (await claim(account, answers)).json()
    for position, given in enumerate(answers, start=1):
        path = f"/api/practice/{claimed['practice_session_id']}/answers/{position}"
        found = await account.read(path)
        assert found["feedback"] == states[position]["feedback"]
        stored = {name: value for name, value in found["response"].items() if value}
        assert stored == {name: value for name, value in given["response"].items() if value}


@pytest.mark.one_database
async def test_a_claimed_sample_can_be_practiced_to_its_end(account: Account, answers: list[Any]):
    state = await answer_all(account, (await claim(account, answers)).json())
    assert (state["length"], state["correct"]) == (10, 9)


async def test_claiming_twice_changes_nothing(
    api: httpx.AsyncClient, account: Account, answers: list[Any], resources: Resources
):
    """Only the first answer to an item counts, so the right answers of a second sample raise no estimate."""
    both = await asyncio.gather(claim(account, answers), claim(account, answers))
    assert [response.status_code for response in both] == [200, 200]
    before = await account.read("/api/progress/learning")
    _, better, _ = await take(api, [True, True, True])
    again = await claim(account, better)
    assert {response.text for response in both} == {again.text}
    assert await account.read("/api/progress/learning") == before
    assert len(await stored(resources, PracticeSession)) == 1


async def test_each_learner_has_one_claim_for_each_technology(
    api: httpx.AsyncClient, account: Account, answers: list[Any], resources: Resources
):
    _, java, _ = await take(api, [True], "java")
    other = await register(api, email="grace@example.com")
    ids = {
        (await claim(account, answers)).json()["practice_session_id"],
        (await claim(account, java, "java")).json()["practice_session_id"],
        (await claim(other, answers)).json()["practice_session_id"],
    }
    assert len(ids) == 3
    assert len(await stored(resources, PracticeSession)) == 3


async def test_the_answers_count_as_practice_and_what_was_missed_comes_back(
    account: Account, answers: list[Any], clock: FakeClock
):
    await claim(account, answers)
    account = await later(account, clock, days=1)
    standing = await account.read("/api/progress/learning")
    assert standing["due"] == 1
    react = next(one for one in standing["technologies"] if one["technology"] == "react")
    assert (react["answers"], react["ability"]["score"] != 500) == (3, True)


async def test_answers_of_a_claimed_sample_are_not_used_for_calibration(
    account: Account, answers: list[Any], resources: Resources
):
    """A visitor can take the same sample again after its keys were shown."""
    state = (await claim(account, answers)).json()
    await give(account, state)
    async with resources.database.transaction() as db:
        assert len((await db.exec(select(PracticeItem))).all()) == 5
        assert await read_practice(db, "react") == []


@pytest.mark.one_database
async def test_a_visitor_cannot_claim(api: httpx.AsyncClient, answers: list[Any]):
    form = {"technology": "react", "answers": answers}
    problem(await api.post("/api/samples/claim", json=form), 401, "not_authenticated")


@pytest.mark.one_database
async def test_only_answers_to_the_sample_are_taken(
    account: Account, answers: list[Any], resources: Resources
):
    turned = [answers[1], answers[0]]
    problem(await claim(account, turned), 409, "sample_changed")
    other = next(item for item in reversed(list(resources.bank.get("react").practice)))
    problem(await claim(account, [answers[0] | {"item_id": other.id}]), 409, "sample_changed")
    problem(await claim(account, []), 422, "invalid_request")
    problem(await claim(account, answers * 2), 422, "invalid_request")
    wrong = [answers[0] | {"response": {"order": ["1", "2"]}}]
    problem(await claim(account, wrong), 422, "wrong_response_field")
    problem(await claim(account, answers, "cobol"), 404, "unknown_technology")
    assert len(await stored(resources, PracticeSession)) == 0


@pytest.mark.one_database
async def test_a_claim_is_refused_during_a_test_of_the_same_technology(
    account: Account, answers: list[Any], resources: Resources
):
    await start_exam(account)
    problem(await claim(account, answers), 409, "test_running")
    assert len(await stored(resources, PracticeSession)) == 0


class TestLimit:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        limits = generous_limits().model_copy(update={"practice": OwnRates(account="2/hour")})
        return settings.model_copy(update={"limits": limits})

    @pytest.mark.one_database
    async def test_claims_count_as_started_practice_sessions_and_refused_ones_do_not(
        self, api: httpx.AsyncClient, account: Account
    ):
        given = (await take(api, [True]))[1]
        for _ in range(3):
            problem(await claim(account, [given[0] | {"item_id": "another"}]), 409, "sample_changed")
        for _ in range(2):
            assert (await claim(account, given)).status_code == 200
        _, java, _ = await take(api, [True], "java")
        problem(await claim(account, java, "java"), 429, "too_many_requests")
        assert [row["technology"] for row in await account.read("/api/practice")] == ["react"]


class TestSampleLimit:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        limits = generous_limits().model_copy(update={"sample": PublicRates(ip="2/hour")})
        return settings.model_copy(update={"limits": limits})

    @pytest.mark.one_database
    async def test_refused_claims_count_like_samples(self, api: httpx.AsyncClient, account: Account):
        state = (await ask(api, [])).json()
        wrong = [{"item_id": state["item_id"], "response": {"order": ["1", "2"]}}]
        problem(await claim(account, wrong), 422, "wrong_response_field")
        problem(await claim(account, wrong), 429, "too_many_requests")
