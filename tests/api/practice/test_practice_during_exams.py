"""Practice during an exam: refused in the same technology."""

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from tests.practicing import give, read, start


async def test_practice_is_refused_during_an_attempt_in_the_same_technology(account: Account):
    begun = await start(account)
    state = await start_exam(account)
    form = {"technology": "react"}
    refused = await account.post("/api/practice", json=form)
    refusal = problem(refused, 409, "test_running")
    assert (refusal["technology"], refusal["name"]) == ("react", "React")
    assert "React" in refusal["detail"]
    problem(await give(account, begun), 409, "test_running")
    other = await account.post("/api/practice", json={"technology": "java"})
    assert other.status_code == 201
    await submit(account, state["test_id"])
    assert (await give(account, begun)).status_code == 200


async def test_feedback_is_refused_during_an_attempt_in_the_same_technology(account: Account):
    begun = await start(account)
    told = (await give(account, begun)).json()
    await start_exam(account, "java")
    assert (await read(account, begun, "/answers/1")).json() == told
    attempt = await start_exam(account)
    problem(await read(account, begun, "/answers/1"), 409, "test_running")
    # Repeating the same answer would return its feedback too.
    problem(await give(account, begun), 409, "test_running")
    await submit(account, attempt["test_id"])
    assert (await read(account, begun, "/answers/1")).json() == told
    assert (await give(account, begun)).json() == told


async def test_feedback_can_be_read_once_the_time_of_the_attempt_is_up(account: Account, clock: FakeClock):
    begun = await start(account)
    await give(account, begun)
    await start_exam(account)
    clock.advance(minutes=10)
    problem(await read(account, begun, "/answers/1"), 409, "test_running")
    account = await sign_in(account)
    clock.advance(minutes=35)
    account = await sign_in(account)
    assert (await read(account, begun, "/answers/1")).status_code == 200
