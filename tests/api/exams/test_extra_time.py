"""Extra time is asked for with a reason and granted by an operator."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlmodel import select

from tests.answering import start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import mails
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import ExtraTimeRequest, User
from webdev_certs.server.services.exams.extra_time import decide

PATH = "/api/profile/extra-time"
REASON = "I read with a magnifier."


async def ask(account: Account, **changes: Any) -> httpx.Response:
    form = {"percent": 50, "reason": REASON} | changes
    return await account.post(PATH, json=form)


async def own(account: Account) -> list[dict[str, Any]]:
    return await account.read(PATH)


async def decided(
    resources: Resources, account: Account, *, granted: bool, note: str | None = None
) -> int | None:
    async with resources.database.transaction() as db:
        user = (await db.exec(select(User).where(User.id == UUID(account.user["id"])))).one()
        return await decide(new_context(resources, db), user, granted=granted, note=note)


async def test_a_request_is_listed_until_it_is_granted(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    response = await ask(account, reason=f"  {REASON} ")
    expected = {
        "percent": 50,
        "state": "asked",
        "reason": REASON,
        "asked_at": "2026-03-02T09:00:00Z",
        "decided_at": None,
        "note": None,
    }
    assert (response.status_code, response.json()) == (201, expected)
    assert await own(account) == [expected]
    assert (await account.read("/api/profile"))["extra_time_percent"] == 0
    clock.advance(minutes=10)
    assert await decided(resources, account, granted=True, note="Good luck!") == 50
    assert await own(account) == [
        expected
        | {"state": "granted", "reason": None, "decided_at": "2026-03-02T09:10:00Z", "note": "Good luck!"}
    ]
    assert (await account.read("/api/profile"))["extra_time_percent"] == 50
    mail = (await mails(api, account.user["email"]))[-1]
    assert mail.subject == "You’ve got extra time"
    assert "50% more time" in mail.text
    assert "Good luck!" in mail.text
    assert REASON not in mail.text


@pytest.mark.one_database
async def test_a_refusal_leaves_the_time_and_allows_a_new_request(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await ask(account, percent=25)
    await decided(resources, account, granted=True)
    clock.advance(minutes=1)
    await ask(account, percent=100)
    clock.advance(minutes=1)
    assert await decided(resources, account, granted=False) == 100
    assert (await account.read("/api/profile"))["extra_time_percent"] == 25
    assert (await mails(api, account.user["email"]))[-1].subject == "Your request for extra time"
    clock.advance(minutes=1)
    assert (await ask(account, percent=100)).status_code == 201
    assert [request["state"] for request in await own(account)] == ["asked", "refused", "granted"]


async def test_there_is_one_open_request_at_a_time(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    responses = await asyncio.gather(*(ask(account) for _ in range(4)))
    assert sorted(response.status_code for response in responses) == [201, 409, 409, 409]
    problem(await ask(account), 409, "extra_time_asked")
    assert len(await stored(resources, ExtraTimeRequest)) == 1
    other = await register(api)
    assert await own(other) == []
    assert (await ask(other)).status_code == 201


async def test_a_request_is_decided_once(account: Account, resources: Resources):
    assert await decided(resources, account, granted=True) is None
    await ask(account)
    outcomes = await asyncio.gather(
        decided(resources, account, granted=True), decided(resources, account, granted=True)
    )
    assert sorted(outcomes, key=str) == [50, None]
    assert await decided(resources, account, granted=False) is None


@pytest.mark.one_database
async def test_invalid_requests_are_refused(account: Account):
    for field, value in (
        ("percent", 30),
        ("percent", 0),
        ("reason", "  "),
        ("reason", "x" * 501),
        ("state", "granted"),
    ):
        print(field, value)
        body = problem(await ask(account, **{field: value}), 422, "invalid_request")
        assert [error["field"] for error in body["errors"]] == [field]
    assert await own(account) == []


@pytest.mark.one_database
async def test_granted_time_counts_from_the_next_start(account: Account, resources: Resources):
    running = await start_exam(account, "java")
    await ask(account, percent=25)
    await decided(resources, account, granted=True)
    state = await start_exam(account)
    assert state["seconds_total"] == timedelta(minutes=56.25).total_seconds()
    resumed = await account.post("/api/tests", json={"technology": "java"})
    assert resumed.json()["deadline"] == running["deadline"]
    assert resumed.json()["seconds_total"] == 2700


@pytest.mark.one_database
async def test_a_reason_has_no_characters_that_control_a_terminal(account: Account, resources: Resources):
    refused = problem(await ask(account, reason="\x1b\u202e"), 422, "reason_unreadable")
    assert [error["field"] for error in refused["errors"]] == ["reason"]
    assert (await ask(account, reason="I read slowly.\x1b[2J")).status_code == 201
    (row,) = await stored(resources, ExtraTimeRequest)
    assert row.reason == "I read slowly. [2J"
