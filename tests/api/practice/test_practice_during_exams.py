"""Practice during an exam: refused in the same technology."""

import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from tests.practicing import State, finish, give, read, start


def calls(technology: str, session: State) -> list[tuple[str, str, dict[str, str] | None]]:
    """Return the calls that show or start practice of a technology; `session` is a finished one."""
    form, path = {"technology": technology}, f"/api/practice/{session['practice_session_id']}"
    return [
        ("POST", "/api/practice", form),
        ("POST", "/api/practice/reviews", form),
        ("POST", "/api/practice/mistakes", form),
        ("POST", "/api/practice/questions", form | {"question": f"{technology}-basics-106"}),
        ("GET", f"{path}/answers", None),
        ("GET", f"{path}/answers/1", None),
        ("GET", f"{path}/result", None),
        ("GET", f"{path}/items/1/help", None),
        ("GET", f"/api/practice/mistakes?technology={technology}", None),
        ("GET", f"/api/practice/history?technology={technology}", None),
        ("GET", f"/api/practice/questions?q=question&technology={technology}", None),
    ]


async def refusals(account: Account, technology: str, session: State) -> list[str]:
    """Return the codes of the calls that are refused."""
    answers = [
        await account.request(method, path, json=body) for method, path, body in calls(technology, session)
    ]
    return [answer.json()["code"] for answer in answers if answer.is_error]


async def test_a_running_test_hides_practice_of_its_technology_alone(paid: Account):
    finished = {name: await finish(paid, technology=name) for name in ("react", "java")}
    begun = await start(paid)
    told = (await give(paid, begun)).json()
    state = await start_exam(paid)
    assert await refusals(paid, "react", finished["react"]) == ["test_running"] * 11
    # Repeating the same answer would return its feedback too.
    refusal = problem(await give(paid, begun), 409, "test_running")
    assert (refusal["technology"], refusal["name"]) == ("react", "React")
    assert "React" in refusal["detail"]
    assert await refusals(paid, "java", finished["java"]) == ["nothing_due"]
    await submit(paid, state["test_id"])
    assert (await give(paid, begun)).json() == told
    assert await refusals(paid, "react", finished["react"]) == ["nothing_due"]


@pytest.mark.one_database
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
