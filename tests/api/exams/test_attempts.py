"""Certification tests: starting and resuming attempts, and who may see them."""

import asyncio

import pytest

from tests.answering import answer, save, start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import confirm, set_confirmed
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt, AttemptItem, ExamCount


async def test_starting_puts_the_first_item(account: Account, resources: Resources):
    state = await start_exam(account)
    assert (state["name"], state["status"], state["resumed"]) == ("React", "open", False)
    assert (state["position"], state["min_items"], state["max_items"]) == (1, 20, 40)
    assert (state["seconds_left"], state["seconds_total"]) == (2700, 2700)
    assert state["item"]["difficulty"] is None
    (first,) = await stored(resources, AttemptItem)
    assert (first.position, first.exposure_rate) == (1, 0)
    assert first.theta == pytest.approx(0, abs=0.01)
    assert first.sd == pytest.approx(1, abs=0.01)


async def test_starting_again_resumes_the_same_item_in_the_same_order(account: Account, clock: FakeClock):
    state = await start_exam(account)
    await save(account, state)
    clock.advance(minutes=5)
    again = await account.post("/api/tests", json={"technology": "react"})
    assert again.status_code == 200
    resumed = again.json()
    assert resumed["resumed"] is True
    assert (resumed["test_id"], resumed["item"]) == (state["test_id"], state["item"])
    assert resumed["response"] == {"choices": None, "text": None, "order": None, "pairs": None} | answer(
        state["item"]
    )
    assert resumed["seconds_left"] == 2400
    read = await account.read(f"/api/tests/{state['test_id']}")
    assert read == resumed | {"resumed": False}


async def test_concurrent_starts_create_one_attempt(account: Account, resources: Resources):
    await set_confirmed(account, True)
    responses = await asyncio.gather(
        *(account.post("/api/tests", json={"technology": "react"}) for _ in range(5))
    )
    assert sorted(r.status_code for r in responses) == [200, 200, 200, 200, 201]
    assert len({r.json()["test_id"] for r in responses}) == 1
    assert len({str(r.json()["item"]) for r in responses}) == 1
    assert (len(await stored(resources, Attempt)), len(await stored(resources, AttemptItem))) == (1, 1)
    assert [(count.attempts) for count in await stored(resources, ExamCount)] == [1]


@pytest.mark.one_database
async def test_a_test_starts_only_with_a_confirmed_email(account: Account, resources: Resources):
    """One mailbox, many throwaway accounts: none of them sees a question."""
    body = {"technology": "react"}
    refused = await account.post("/api/tests", json=body)
    problem(refused, 409, "email_unconfirmed")
    assert await stored(resources, Attempt) == []
    assert (await confirm(account)).status_code == 200
    assert (await account.post("/api/tests", json=body)).status_code == 201


async def test_an_unknown_technology_gets_the_list_of_technologies(account: Account):
    response = await account.post("/api/tests", json={"technology": "cobol"})
    assert problem(response, 404, "unknown_technology")["technologies"] == ["react", "java"]
