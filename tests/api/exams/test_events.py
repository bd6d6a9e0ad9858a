"""What the browser reports while a test runs: that its page was left, or that a text was pasted."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.answering import advance, save, start_exam, submit
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt, AttemptEvent
from webdev_certs.server.services.exams.integrity import MOST

LEFT = {"kind": "left", "position": 1, "seconds": 12}


async def report(account: Account, state: dict[str, Any], **changes: Any) -> httpx.Response:
    path = f"/api/tests/{state['test_id']}/events"
    return await account.post(path, json=LEFT | changes)


async def events(resources: Resources) -> list[AttemptEvent]:
    return sorted(await stored(resources, AttemptEvent), key=lambda event: event.number)


async def test_events_are_recorded_in_order(account: Account, resources: Resources, clock: FakeClock):
    state = await start_exam(account)
    before = await account.read(f"/api/tests/{state['test_id']}")
    response = await report(account, state)
    assert (response.status_code, response.content) == (204, b"")
    assert await account.read(f"/api/tests/{state['test_id']}") == before
    clock.advance(minutes=1)
    await save(account, state)
    await advance(account, state)
    # A report of the item before may come late.
    await report(account, state, position=1, kind="paste", seconds=0)
    await report(account, state, position=2, kind="paste")
    rows = [(row.number, row.position, row.kind, row.seconds) for row in await events(resources)]
    assert rows == [(1, 1, "left", 12), (2, 1, "paste", None), (3, 2, "paste", None)]
    assert [row.at.minute for row in await events(resources)] == [0, 1, 1]


async def test_concurrent_events_are_all_recorded(account: Account, resources: Resources):
    state = await start_exam(account)
    responses = await asyncio.gather(*(report(account, state) for _ in range(6)))
    assert {response.status_code for response in responses} == {204}
    assert [row.number for row in await events(resources)] == [1, 2, 3, 4, 5, 6]


async def test_events_beyond_the_limit_are_not_stored(
    account: Account, resources: Resources, clock: FakeClock
):
    state = await start_exam(account)
    async with resources.database.transaction() as db:
        attempt_id = (await stored(resources, Attempt))[0].id
        for number in range(1, MOST):
            db.add(AttemptEvent(attempt_id=attempt_id, number=number, position=1, kind="paste", at=clock()))
    for _ in range(3):
        assert (await report(account, state)).status_code == 204
    assert len(await events(resources)) == MOST


@pytest.mark.one_database
async def test_malformed_events_are_refused(account: Account, resources: Resources):
    state = await start_exam(account)
    for field, value in (
        ("kind", "copied"),
        ("position", 0),
        ("position", 101),
        ("seconds", -1),
        ("seconds", 86_401),
        ("seconds", 1.5),
        ("text", "what was pasted"),
    ):
        print(field, value)
        body = problem(await report(account, state, **{field: value}), 422, "invalid_request")
        assert [error["field"] for error in body["errors"]] == [field]
    assert await events(resources) == []


@pytest.mark.one_database
async def test_an_event_of_an_item_that_was_not_shown_is_refused(account: Account):
    state = await start_exam(account)
    refusal = problem(await report(account, state, position=2), 409, "position_not_current")
    assert refusal["position"] == 1


@pytest.mark.one_database
async def test_only_a_running_attempt_has_events(account: Account, resources: Resources, clock: FakeClock):
    ended = await start_exam(account)
    await submit(account, ended["test_id"])
    problem(await report(account, ended), 409, "test_submitted")
    late = await start_exam(account, "java")
    clock.advance(minutes=45)
    problem(await report(await sign_in(account), late), 409, "deadline_passed")
    assert await events(resources) == []
