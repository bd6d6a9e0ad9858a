"""Practice during an exam: refused in the same technology."""

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from tests.practicing import give, read, start


async def test_practice_is_refused_during_an_attempt_in_the_same_technology(
    api: httpx.AsyncClient, account: Account
):
    begun = await start(api, account)
    state = await start_exam(api, account)
    form = {"technology": "react"}
    refused = await api.post("/api/practice", json=form, headers=account.headers)
    refusal = problem(refused, 409, "test_running")
    assert (refusal["technology"], refusal["name"]) == ("react", "React")
    assert "React" in refusal["detail"]
    problem(await give(api, account, begun), 409, "test_running")
    other = await api.post("/api/practice", json={"technology": "java"}, headers=account.headers)
    assert other.status_code == 201
    await submit(api, account, state["test_id"])
    assert (await give(api, account, begun)).status_code == 200


@pytest.mark.one_database
async def test_feedback_is_refused_during_an_attempt_in_the_same_technology(
    api: httpx.AsyncClient, account: Account
):
    begun = await start(api, account)
    told = (await give(api, account, begun)).json()
    await start_exam(api, account, "java")
    assert (await read(api, account, begun, "/answers/1")).json() == told
    attempt = await start_exam(api, account)
    problem(await read(api, account, begun, "/answers/1"), 409, "test_running")
    # Repeating the same answer would return its feedback too.
    problem(await give(api, account, begun), 409, "test_running")
    await submit(api, account, attempt["test_id"])
    assert (await read(api, account, begun, "/answers/1")).json() == told
    assert (await give(api, account, begun)).json() == told


@pytest.mark.one_database
async def test_feedback_can_be_read_once_the_time_of_the_attempt_is_up(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    begun = await start(api, account)
    await give(api, account, begun)
    await start_exam(api, account)
    clock.advance(minutes=10)
    problem(await read(api, account, begun, "/answers/1"), 409, "test_running")
    account = await sign_in(api, account)
    clock.advance(minutes=35)
    account = await sign_in(api, account)
    assert (await read(api, account, begun, "/answers/1")).status_code == 200
