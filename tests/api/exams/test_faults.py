"""Answers that do not fit, two devices at once, a wrong clock, and a locked database."""

import asyncio
from typing import Any

import httpx
from sqlalchemy import Connection, event
from sqlmodel import col, update

from tests.answering import advance, answer, save, start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account, sign_in
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.database.engine import PATIENCE_SECONDS, AsyncSession
from webdev_certs.server.models import Attempt, AttemptItem

FORMATS = {
    "fill_in": {"text": "42"},
    "order_lines": {"order": ["1", "2", "3", "4"]},
    "match_pairs": {"pairs": {"1": "1", "2": "2", "3": "3"}},
    "single_choice": {"choices": ["1"]},
}
FIELDS = {"fill_in": "text", "order_lines": "order", "match_pairs": "pairs"}


async def put(account: Account, state: dict[str, Any], response: Any, **headers: str) -> httpx.Response:
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    return await account.put(path, json={"response": response}, headers=headers)


async def item_rows(resources: Resources) -> list[AttemptItem]:
    return sorted(await stored(resources, AttemptItem), key=lambda row: row.position)


async def test_an_answer_of_any_other_format_is_refused_and_not_stored(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    seen: set[str] = set()
    while state["status"] == "open" and len(seen) < 4:
        own = FIELDS.get(state["item"]["format"], "choices")
        seen.add(own)
        for response in FORMATS.values():
            if own not in response:
                problem(await put(account, state, response), 422, "wrong_response_field")
        assert (await item_rows(resources))[-1].response is None
        problem(await advance(account, state), 409, "answer_required")
        await save(account, state, right=state["position"] % 2 == 0)
        state = (await advance(account, state)).json()
    assert seen == {"text", "order", "pairs", "choices"}


async def test_two_devices_that_answer_differently_at_once_store_one_whole_answer(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    phone = await sign_in(account)
    for _ in range(5):
        responses = await asyncio.gather(
            *(save(device, state, right=right) for device, right in ((account, True), (phone, False)))
        )
        assert [response.status_code for response in responses] == [200, 200]
        read = [
            (await device.read(f"/api/tests/{state['test_id']}"))["response"] for device in (account, phone)
        ]
        assert read[0] == read[1]
        given = {field: value for field, value in read[0].items() if value is not None}
        assert given in (answer(state["item"]), answer(state["item"], right=False))
    assert len(await item_rows(resources)) == 1


async def test_the_clock_of_the_device_does_not_matter(
    account: Account, clock: FakeClock, resources: Resources
):
    state = await start_exam(account)
    clock.advance(minutes=1)
    for date in ("Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 2099 23:59:59 GMT", "soon"):
        saved = (await put(account, state, answer(state["item"]), Date=date)).json()
        assert (saved["saved_at"], saved["seconds_left"]) == ("2026-03-02T09:01:00Z", 2640)
        (row,) = await item_rows(resources)
        assert row.answered_at == clock()
    path = f"/api/tests/{state['test_id']}/answers/1"
    body = {"response": answer(state["item"]), "saved_at": "2099-12-31T23:59:59Z"}
    problem(await account.put(path, json=body), 422, "invalid_request")


async def test_a_locked_database_delays_answers_and_loses_none(account: Account, resources: Resources):
    state = await start_exam(account)
    await save(account, state, right=False)
    for step in (save, advance):
        async with resources.database.transaction() as db:
            await lock(db)
            waiting = asyncio.create_task(step(account, state))
            done, _ = await asyncio.wait([waiting], timeout=0.5)
            assert not done
        assert (await waiting).status_code == 200
    rows = await item_rows(resources)
    assert [row.position for row in rows] == [1, 2]
    assert rows[0].response is not None
    read = await account.read(f"/api/tests/{state['test_id']}")
    assert read["position"] == 2


async def lock(db: AsyncSession) -> None:
    """Lock the attempt (on PostgreSQL) or the database for writers (on SQLite)."""
    unchanged = update(Attempt).values(position=col(Attempt.position))
    await db.exec(unchanged.execution_options(synchronize_session=False))


def _make_sqlite_impatient(resources: Resources) -> None:
    """Let SQLite's writers wait for less than their 30 seconds."""

    def wait_shortly(connection: Connection) -> None:
        cursor = connection.connection.cursor()
        cursor.execute("PRAGMA busy_timeout=300")
        cursor.close()

    if resources.database.sqlite_engine:
        for engine in (resources.database.engine.sync_engine, resources.database.sqlite_engine):
            event.listen(engine, "begin", wait_shortly)


async def test_while_the_database_stays_locked_calls_answer_503_and_change_nothing(
    account: Account, resources: Resources
):
    state = await start_exam(account)
    await save(account, state, right=False)
    before = await item_rows(resources)
    _make_sqlite_impatient(resources)
    async with resources.database.transaction() as db:
        await lock(db)
        async with asyncio.timeout(4 * PATIENCE_SECONDS):
            responses = await asyncio.gather(save(account, state), advance(account, state))
        assert [response.status_code for response in responses] == [503, 503]
    assert await item_rows(resources) == before
    assert (await save(account, state)).status_code == 200
    assert (await advance(account, state)).json()["position"] == 2
