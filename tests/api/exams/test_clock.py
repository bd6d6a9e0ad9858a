"""Certification tests: deadlines and the wait before a retake."""

import asyncio

import pytest

from tests.answering import advance, save, start_exam, submit, take_exam
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import confirm
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt
from webdev_certs.settings import Settings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with access tokens that never expire when the clock advances."""
    return settings.model_copy(update={"access_token_minutes": 60 * 24 * 365 * 10})


@pytest.mark.one_database
async def test_a_countdown_of_the_seconds_left_never_ends_before_the_test(account: Account, clock: FakeClock):
    state = await start_exam(account)
    path = f"/api/tests/{state['test_id']}"
    clock.advance(minutes=45, seconds=-37.9)
    left = (await save(account, state)).json()["seconds_left"]
    assert left == 38
    assert (await account.read(path))["seconds_left"] == left
    clock.advance(seconds=left)
    read = await account.read(path)
    assert (read["status"], read["item"], read["response"]) == ("submitted", None, None)
    assert read["seconds_left"] == 0


@pytest.mark.parametrize("seconds", [0, 1, 86400])
@pytest.mark.one_database
async def test_a_late_answer_is_refused_and_closes_the_attempt(
    account: Account, clock: FakeClock, resources: Resources, seconds: int
):
    state = await start_exam(account)
    await save(account, state)
    clock.advance(minutes=45, seconds=seconds)
    for _ in range(2):
        problem(await save(account, state, right=False), 409, "deadline_passed")
    # The refusal did not roll back the end of the attempt.
    (attempt,) = await stored(resources, Attempt)
    assert (attempt.ended_by, attempt.submitted_at) == ("time_up", attempt.deadline)
    result = await account.read(f"/api/tests/{state['test_id']}/result")
    assert (result["ended_by"], result["answered"], result["submitted_at"]) == (
        "time_up",
        1,
        state["deadline"],
    )
    problem(await advance(account, state), 409, "deadline_passed")


async def test_concurrent_late_answers_close_the_attempt_once(account: Account, clock: FakeClock):
    state = await start_exam(account)
    clock.advance(minutes=45)
    for response in await asyncio.gather(*(save(account, state) for _ in range(5))):
        problem(response, 409, "deadline_passed")


@pytest.mark.one_database
async def test_reading_the_result_of_an_overdue_attempt_closes_it(account: Account, clock: FakeClock):
    state = await start_exam(account)
    clock.advance(minutes=45)
    await account.read(f"/api/tests/{state['test_id']}/result")
    (summary,) = await account.read("/api/tests")
    assert (summary["status"], summary["passed"]) == ("submitted", False)


@pytest.mark.one_database
async def test_submitting_an_overdue_attempt_returns_its_result(account: Account, clock: FakeClock):
    await confirm(account)
    state = await take_exam(account)
    clock.advance(minutes=50)
    result = (await submit(account, state["test_id"])).json()
    assert (result["ended_by"], result["passed"]) == ("time_up", True)
    assert result["certificate_number"].startswith("WDC-RE-")


@pytest.mark.one_database
async def test_starting_ends_an_overdue_test_and_says_when_to_come_back(
    account: Account, clock: FakeClock, resources: Resources
):
    state = await start_exam(account)
    clock.advance(hours=1)
    response = await account.post("/api/tests", json={"technology": "react"})
    body = problem(response, 409, "retake_too_early")
    (attempt,) = await stored(resources, Attempt)
    assert attempt.ended_by == "time_up"
    assert body["retake_at"].startswith("2026-03-16T09:00:00")
    clock.advance(days=14)
    assert (await start_exam(account))["test_id"] != state["test_id"]


async def test_listing_ends_overdue_tests_in_every_technology(account: Account, clock: FakeClock):
    await start_exam(account, "react")
    clock.advance(minutes=1)
    await start_exam(account, "java")
    clock.advance(hours=1)
    summaries = await account.read("/api/tests")
    assert [(s["technology"], s["status"]) for s in summaries] == [
        ("java", "submitted"),
        ("react", "submitted"),
    ]


@pytest.mark.parametrize("right", [True, False])
async def test_a_retake_waits_for_two_weeks(account: Account, clock: FakeClock, right: bool):
    state = await take_exam(account, right=lambda _: right)
    clock.advance(minutes=10)
    result = (await submit(account, state["test_id"])).json()
    assert result["passed"] is right
    assert result["retake_at"].startswith("2026-03-16T09:00:00")
    clock.advance(days=14, minutes=-10, seconds=-1)
    response = await account.post("/api/tests", json={"technology": "react"})
    assert problem(response, 409, "retake_too_early")["retake_at"].startswith("2026-03-16T09:00:00")
    await start_exam(account, "java")
    clock.advance(seconds=1)
    again = await start_exam(account)
    assert again["test_id"] != state["test_id"]
    summaries = await account.read("/api/tests")
    assert [s["status"] for s in summaries] == ["open", "open", "submitted"]
    assert summaries[2]["retake_at"] == result["retake_at"]
    assert summaries[0]["retake_at"] is None
