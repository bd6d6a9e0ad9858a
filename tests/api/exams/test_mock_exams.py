"""Mock exams: like certification tests, but of practice questions, with a full review and no consequences."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.answering import answer, save, start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem, stored
from tests.api.practice.test_results import pay
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from tests.mailbox import confirm, mails, set_confirmed
from tests.practicing import read, start
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import (
    AttemptItem,
    AttemptReview,
    Certificate,
    ExamCount,
    ExamStart,
    ItemExposure,
    PracticeItem,
    PracticeSession,
    ReviewCard,
    User,
)
from webdev_certs.server.services.accounts.operators import summarize
from webdev_certs.server.services.exams.integrity import list_remarkable_attempts
from webdev_certs.server.services.items.statistics import read_statistics, read_trustworthy_attempts
from webdev_certs.server.services.payments import entitlements
from webdev_certs.settings import Settings


@pytest.fixture
def plain_settings(plain_settings: Settings) -> Settings:
    # A passing test with answers as quick as these would be held.
    return plain_settings.model_copy(update={"hold_attempts": True})


@pytest.fixture
async def pro(account: Account, resources: Resources) -> Account:
    await pay(resources, account)
    return account


async def take_mock(account: Account, wrong: tuple[int, ...] = ()) -> dict[str, Any]:
    """Take a mock exam of 20 answers in React and return its result."""
    state = await take_exam(account, mock=True, right=lambda position: position not in wrong)
    response = await submit(account, state["test_id"])
    assert response.status_code == 200, response.text
    return response.json()


async def review(account: Account, result: dict[str, Any]) -> httpx.Response:
    return await account.get(f"/api/practice/{result['practice_session_id']}/result")


async def asked(resources: Resources, test_id: str) -> set[str]:
    rows = await stored(resources, AttemptItem)
    return {row.item_id for row in rows if row.attempt_id == UUID(test_id)}


@pytest.mark.one_database
async def test_a_mock_exam_needs_pro(api: httpx.AsyncClient, account: Account, resources: Resources):
    form = {"technology": "react", "mock": True}
    refused = await account.post("/api/tests", json=form)
    assert problem(refused, 402, "payment_required")["detail"] == "Mock exams are part of Pro."
    assert (await api.post("/api/tests", json=form)).status_code == 401
    assert await stored(resources, AttemptItem) == []
    await pay(resources, account)
    # Unlike a certification test, it needs no confirmed email.
    await set_confirmed(account, False)
    assert (await account.post("/api/tests", json=form)).status_code == 201


@pytest.mark.one_database
async def test_a_mock_exam_runs_like_a_test_over_practice_questions(pro: Account, resources: Resources):
    state = await start_exam(pro, mock=True)
    assert (state["mock"], state["min_items"], state["max_items"], state["pretest_items"]) == (
        True,
        20,
        40,
        0,
    )
    assert (state["seconds_total"], state["item"]["difficulty"]) == (2700, None)
    # Nothing tells a key before the end.
    path = f"/api/tests/{state['test_id']}"
    assert problem(await pro.get(f"{path}/result"), 409, "test_not_submitted")["mock"] is True
    problem(await pro.get(f"/api/practice/{state['test_id']}/result"), 404, "practice_not_found")
    assert (await save(pro, state)).status_code == 200
    again = await pro.post("/api/tests", json={"technology": "react", "mock": True})
    assert (again.status_code, again.json()["test_id"]) == (200, state["test_id"])
    assert again.json()["response"]
    result = (await submit(pro, state["test_id"])).json()
    assert (result["mock"], result["answered"], result["passed"], result["score"]) == (True, 1, False, None)
    practice = {item.id for item in resources.bank.technologies["react"].practice}
    await take_mock(pro)
    assert {row.item_id for row in await stored(resources, AttemptItem)} <= practice


@pytest.mark.one_database
async def test_the_end_has_the_score_the_topics_and_the_full_review(pro: Account):
    result = await take_mock(pro, wrong=(3, 7))
    assert (result["passed"], result["decided"], result["ended_by"]) == (True, True, "submitted")
    assert result["low"] < result["score"] < result["high"]
    assert {topic["band"] for topic in result["topics"]} <= {"near", "above"}
    nothing = ("certificate_number", "certificate_pending", "review", "retake_at")
    assert [result[name] for name in nothing] == [None] * 4
    assert (await submit(pro, result["test_id"])).json() == result
    full = (await review(pro, result)).json()
    assert (full["kind"], full["length"], full["correct"], len(full["items"])) == ("mock", 20, 18, 20)
    missed = full["items"][2]
    assert (missed["position"], missed["feedback"]["correct"]) == (3, False)
    assert missed["feedback"]["reference"]["url"].startswith("https://")
    keys = [answer(item["item"]).items() <= item["feedback"]["key"].items() for item in full["items"]]
    assert all(keys)


@pytest.mark.one_database
async def test_mock_exams_of_other_people_do_not_exist(
    api: httpx.AsyncClient, pro: Account, resources: Resources
):
    state = await start_exam(pro, mock=True)
    other = await register(api)
    await pay(resources, other)
    problem(await other.get(f"/api/tests/{state['test_id']}"), 404, "test_not_found")
    await save(pro, state)
    result = (await submit(pro, state["test_id"])).json()
    problem(await review(other, result), 404, "practice_not_found")


async def test_a_mock_exam_has_no_consequences(pro: Account, resources: Resources):
    result = await take_mock(pro, wrong=(4,))
    assert result["passed"] is True
    await set_confirmed(pro, False)
    # A passed test would get its certificate now.
    await confirm(pro)
    for table in (Certificate, AttemptReview, ExamStart, ExamCount, ItemExposure):
        assert await stored(resources, table) == [], table
    assert await pro.read("/api/tests") == []
    progress = await pro.read("/api/progress")
    assert (progress["technologies"], progress["exams_passed"]) == ([], 0)
    (standing,) = (await pro.read("/api/progress/learning"))["technologies"]
    assert standing["exams"] == []
    part = resources.bank.technologies["react"]
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        assert (await read_statistics(db, part)).attempts == 0
        assert await read_trustworthy_attempts(db, part) == []
        assert await list_remarkable_attempts(context) == ([], 0)
        user = await db.get_one(User, UUID(pro.user["id"]))
        assert (await summarize(context, user))["tests"] == 0
    # It neither delays the test nor has used up its questions.
    await start_exam(pro)
    assert not await mails_about_tests(pro)


async def mails_about_tests(account: Account) -> list[str]:
    return [
        mail.subject for mail in await mails(account.api, account.user["email"]) if "test" in mail.subject
    ]


async def test_answers_count_as_practice(pro: Account):
    result = await take_mock(pro, wrong=(3, 7))
    session = {"practice_session_id": result["practice_session_id"]}
    assert await pro.read("/api/practice") == []
    (row,) = await pro.read("/api/practice?kind=mock")
    assert (row["practice_session_id"], row["correct"]) == (result["practice_session_id"], 18)
    (listed,) = await pro.read("/api/tests?mock=true&technology=react")
    assert (listed["test_id"], listed["mock"], listed["score"]) == (result["test_id"], True, result["score"])
    (standing,) = (await pro.read("/api/progress/learning"))["technologies"]
    # Missed items come back tomorrow.
    assert (standing["answers"], standing["mistakes"], standing["due"]) == (20, 2, 0)
    report = (await read(pro, session, "/report")).json()
    assert (report["estimate"]["before"], report["estimate"]["counted"]) == (None, 20)
    exported = await pro.read("/api/profile/export")
    assert [test["mock"] for test in exported["tests"]] == [True]
    assert len(exported["reviews"]) == 2
    path = f"/api/practice/{result['practice_session_id']}/retry"
    again = (await pro.post(path)).json()
    assert (again["kind"], again["length"]) == ("retry", 2)


async def test_new_questions_come_first(pro: Account, resources: Resources):
    first, second = await take_mock(pro), await take_mock(pro)
    # Each topic has nine questions, and each mock exam asks five of them.
    both = await asked(resources, first["test_id"]) & await asked(resources, second["test_id"])
    assert len(both) == 4


@pytest.mark.one_database
async def test_a_mock_exam_and_practice_or_a_test_of_the_same_technology_wait_for_each_other(pro: Account):
    mock = await start_exam(pro, mock=True)
    practice = await pro.post("/api/practice", json={"technology": "react"})
    assert problem(practice, 409, "test_running")["mock"] is True
    form = {"technology": "react"}
    refused = problem(await pro.post("/api/tests", json=form), 409, "test_running")
    assert (refused["technology"], refused["name"], refused["mock"]) == ("react", "React", True)
    java = await start_exam(pro, "java")
    form = {"technology": "java", "mock": True}
    refused = problem(await pro.post("/api/tests", json=form), 409, "test_running")
    assert refused["mock"] is False
    await submit(pro, java["test_id"])
    await submit(pro, mock["test_id"])
    await start(pro)
    await start_exam(pro)


@pytest.mark.parametrize("answers", [0, 2])
async def test_a_mock_exam_ends_with_its_time(
    pro: Account, clock: FakeClock, resources: Resources, answers: int
):
    state = await (
        take_exam(pro, mock=True, items=2, right=lambda position: False)
        if answers
        else start_exam(pro, mock=True)
    )
    clock.advance(minutes=45)
    pro = await sign_in(pro)
    (listed,) = await pro.read("/api/tests?mock=true")
    assert (listed["status"], listed["retake_at"]) == ("submitted", None)
    result = await pro.read(f"/api/tests/{state['test_id']}/result")
    assert (result["ended_by"], result["answered"]) == ("time_up", answers)
    assert [row.answered for row in await stored(resources, PracticeSession)] == [answers] * bool(answers)
    # When missed questions come back follows from when they were answered, however late the end is noticed.
    answered_at = {row.item_id: row.answered_at for row in await stored(resources, PracticeItem)}
    assert {card.item_id: card.reviewed_at for card in await stored(resources, ReviewCard)} == answered_at
    assert (result["practice_session_id"] is None) == (answers == 0)


async def test_without_pro_any_more_the_score_stays_and_the_review_is_locked(
    pro: Account, resources: Resources
):
    result = await take_mock(pro)
    async with resources.database.transaction() as db:
        await entitlements.revoke(db, UUID(pro.user["id"]))
    seen = await pro.get(f"/api/tests/{result['test_id']}/result")
    assert seen.json() == result
    problem(await review(pro, result), 402, "payment_required")
