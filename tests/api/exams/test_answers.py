"""Certification tests: answering and advancing."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlmodel import col, select, update

from tests.answering import advance, answer, save, start_exam, take_exam
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account
from tests.statements import lock_awaited, observed_statements
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import Attempt, AttemptItem
from webdev_certs.server.services.exams import answers


@pytest.mark.one_database
async def test_saving_again_replaces_the_answer(account: Account, clock: FakeClock, resources: Resources):
    state = await start_exam(account)
    await save(account, state, right=False)
    clock.advance(seconds=10)
    saved = await save(account, state)
    assert saved.status_code == 200
    assert saved.json()["position"] == 1
    assert saved.json()["seconds_left"] == 2690
    read = await account.read(f"/api/tests/{state['test_id']}")
    given = {field: value for field, value in read["response"].items() if value is not None}
    assert given == answer(state["item"])
    assert [row.position for row in await stored(resources, AttemptItem) if row.answered_at] == [1]


async def test_saving_costs_one_select_and_one_update(account: Account, resources: Resources):
    state = await start_exam(account)
    statements: list[str] = []

    with observed_statements(statements.append):
        assert (await save(account, state)).status_code == 200
    # Jobs may be running, which use other tables. `test_round_trips` counts everything.
    saving = [statement for statement in statements if "attempt_items" in statement]
    assert [statement.split()[0] for statement in saving] == ["SELECT", "UPDATE"]


@pytest.mark.one_database
async def test_answers_are_stored_with_the_ids_of_the_bank(account: Account, resources: Resources):
    await take_exam(account)
    for row in await stored(resources, AttemptItem):
        assert row.response in (
            {"choices": ["a"]},
            {"choices": ["a", "b"]},
            {"choices": ["true"]},
            {"text": "42"},
            {"order": ["a", "b", "c", "d"]},
            {"pairs": {"a": "x", "b": "y", "c": "z"}},
        )
        assert row.correct is None


async def numbered(
    account: Account, state: dict[str, Any], sequence: int, *, right: bool = True
) -> httpx.Response:
    """Save an answer with the client's number."""
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    body = {"response": answer(state["item"], right=right), "sequence": sequence}
    return await account.put(path, json=body)


async def saved_answer(account: Account, state: dict[str, Any]) -> tuple[Any, int]:
    """Return the saved answer and its number."""
    read = await account.read(f"/api/tests/{state['test_id']}")
    return {field: value for field, value in read["response"].items() if value is not None}, read["sequence"]


@pytest.mark.one_database
async def test_an_answer_that_arrives_late_does_not_replace_a_newer_one(account: Account):
    state = await start_exam(account)
    assert state["sequence"] == 0
    newer = answer(state["item"])
    assert (await numbered(account, state, 2)).status_code == 200
    for late in (1, 2):
        refusal = problem(await numbered(account, state, late, right=False), 409, "answer_outdated")
        assert refusal["sequence"] == 2
        assert await saved_answer(account, state) == (newer, 2)
    assert (await numbered(account, state, 3, right=False)).status_code == 200
    assert await saved_answer(account, state) == (answer(state["item"], right=False), 3)


async def test_answers_that_arrive_in_any_order_end_with_the_newest(account: Account):
    state = await start_exam(account)
    answers = await asyncio.gather(
        *(numbered(account, state, number, right=number == 8) for number in (3, 8, 1, 7, 2, 6, 4, 5))
    )
    assert {response.status_code for response in answers} <= {200, 409}
    assert await saved_answer(account, state) == (answer(state["item"]), 8)


async def test_an_answer_that_the_database_holds_up_does_not_replace_a_newer_one(
    account: Account, resources: Resources
):
    """The older request has read the saved number before the newer answer is committed."""
    state = await start_exam(account)
    async with resources.database.transaction() as db:
        await db.exec(update(AttemptItem).where(col(AttemptItem.position) == 1).values(sequence=5))
        with lock_awaited("attempt_items") as awaited:
            late = asyncio.create_task(numbered(account, state, 4, right=False))
            await awaited.wait()
        assert not late.done()
    assert problem(await late, 409, "answer_outdated")["sequence"] == 5


@pytest.mark.one_database
async def test_an_answer_without_a_number_replaces_any_and_outdates_what_was_sent_before(account: Account):
    state = await start_exam(account)
    await numbered(account, state, 7, right=False)
    assert (await save(account, state)).status_code == 200
    assert await saved_answer(account, state) == (answer(state["item"]), 8)
    problem(await numbered(account, state, 8, right=False), 409, "answer_outdated")


@pytest.mark.one_database
async def test_only_the_current_item_can_be_answered_or_left(account: Account):
    state = await start_exam(account)
    for position in (2, 20, 21, 100):
        for step in (save, advance):
            response = await step(account, state | {"position": position})
            assert problem(response, 409, "position_not_current")["position"] == 1


@pytest.mark.one_database
async def test_malformed_answers_are_refused_and_not_stored(account: Account):
    state = await start_exam(account)
    path = f"/api/tests/{state['test_id']}"
    for position in ("0", "101", "-1", "x", "9" * 30):
        answered = await account.put(f"{path}/answers/{position}", json={"response": {"text": "42"}})
        problem(answered, 422, "invalid_request")
    for sequence in (0, -1, 1_000_000_001, "x", 1.5):
        problem(await numbered(account, state, sequence), 422, "invalid_request")  # pyright: ignore[reportArgumentType]
    for response in ({"choices": ["a"]}, {"answer": "a"}, None, {"text": "x" * 201}):
        answered = await account.put(f"{path}/answers/1", json={"response": response})
        problem(answered, 422, "invalid_request")
    assert (await account.read(path))["response"] is None


@pytest.mark.one_database
async def test_refused_answers_name_their_field(account: Account):
    state = await start_exam(account)
    while state["item"]["format"] not in ("single_choice", "output", "true_false"):
        await save(account, state)
        state = (await advance(account, state)).json()
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    body = {"response": {"choices": ["9"]}}
    refusal = problem(await account.put(path, json=body), 422, "unknown_option")
    assert refusal["errors"][0]["field"] == "response.choices"


async def test_advancing_again_or_at_once_skips_nothing(account: Account):
    first = await start_exam(account)
    await save(account, first)
    at_once = await asyncio.gather(*(advance(account, first) for _ in range(5)))
    assert {response.status_code for response in at_once} == {200}
    states = [response.json() for response in [*at_once, await advance(account, first)]]
    assert all(state == states[0] for state in states)
    assert (states[0]["position"], states[0]["response"]) == (2, None)


async def test_an_answer_concurrent_with_an_advance_gets_the_current_position(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    await save(account, state)
    async with resources.database.transaction() as db:
        (attempt,) = await db.exec(select(Attempt))
        await answers.advance(new_context(resources, db), attempt.user_id, attempt.id, 1)
        # Sent before the other tab's advance is committed, so it has to wait and check again.
        with lock_awaited("attempt_items") as awaited:
            saving = asyncio.create_task(save(account, state))
            await awaited.wait()
        # A later query is answered, and the save still waits.
        assert [row.position for row in await stored(resources, Attempt)] == [1]
        assert not saving.done()
    assert problem(await saving, 409, "position_not_current")["position"] == 2
