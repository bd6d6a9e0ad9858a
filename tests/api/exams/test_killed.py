"""The process is killed at random moments of an exam: no answer is lost, no item is skipped or repeated."""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlmodel import col, select, update

from tests.answering import answer
from tests.api.killable import Server, running
from tests.factories import Account, register
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models import Attempt, AttemptItem, User
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import utc_now

SAVES, ADVANCES, KILLS = 200, 50, 15
_SAVES_FOR_EACH_ITEM = 4
_LEARNERS = 3
_MOST_REQUESTS = 45
"""The most requests before the server is killed. Not a time, because slow machines would do less."""
_LAST_MOMENT_SECONDS = 0.02


@dataclass
class Sitting:
    """One learner's exam, with everything that the server has confirmed to them.

    Attributes:
        account: The learner.
        position: The largest position that was confirmed.
        sent: The answers to the current item that may be stored: the last confirmed one, and those after it.
        items: The item of each position, as shown.
    """

    account: Account
    position: int = 1
    sent: list[Any] = field(default_factory=lambda: [{}])
    items: dict[int, Any] = field(default_factory=dict)
    saves: int = 0
    advances: int = 0

    async def take(self, client: httpx.AsyncClient, chance: random.Random) -> None:
        """Continue the exam until the server is killed or the exam has 40 items."""
        with contextlib.suppress(httpx.TransportError):
            state = await self._resume(client)
            while state["status"] == "open":
                await self._save(client, state, chance)
                state = await self._advance(client, state)

    async def _resume(self, client: httpx.AsyncClient) -> dict[str, Any]:
        body = {"technology": "react"}
        response = await client.post("/api/tests", json=body, headers=self.account.headers)
        state = response.json()
        if state.get("code") == "retake_too_early":
            # The exam was decided, but the process was killed before it could answer.
            return {"status": "submitted"}
        # The killed process may have advanced without answering.
        assert state["position"] in (self.position, self.position + 1)
        if state["position"] == self.position:
            if self.sent:
                given = {
                    name: value for name, value in (state["response"] or {}).items() if value is not None
                }
                assert given in self.sent
            assert self.items.setdefault(self.position, state["item"]) == state["item"]
        else:
            self._moved_to(state)
        return state

    async def _save(self, client: httpx.AsyncClient, state: dict[str, Any], chance: random.Random) -> None:
        for _ in range(_SAVES_FOR_EACH_ITEM):
            response = answer(state["item"], right=chance.random() < 0.5)
            self.sent.append(response)
            path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
            saved = await client.put(path, json={"response": response}, headers=self.account.headers)
            assert saved.status_code == 200, saved.text
            self.sent = [response]
            self.saves += 1

    async def _advance(self, client: httpx.AsyncClient, state: dict[str, Any]) -> dict[str, Any]:
        path, body = f"/api/tests/{state['test_id']}/advance", {"position": state["position"]}
        response = await client.post(path, json=body, headers=self.account.headers)
        assert response.status_code == 200, response.text
        self.advances += 1
        after = response.json()
        if after["status"] == "open":
            self._moved_to(after)
        return after

    def _moved_to(self, state: dict[str, Any]) -> None:
        assert state["position"] == self.position + 1
        self.position, self.sent = state["position"], [{}]
        self.items[self.position] = state["item"]


async def _live_and_die(server: Server, sittings: list[Sitting], chance: random.Random) -> None:
    """Let all learners work, and kill the server at a random moment of a random request."""
    last, sent, reached = chance.randint(1, _MOST_REQUESTS), 0, asyncio.Event()

    async def count(_request: httpx.Request) -> None:
        nonlocal sent
        sent += 1
        if sent == last:
            reached.set()

    server.client.event_hooks = {"request": [count]}
    work = asyncio.gather(*(sitting.take(server.client, chance) for sitting in sittings))
    counting = asyncio.create_task(reached.wait())
    await asyncio.wait({work, counting}, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.wait({work}, timeout=chance.uniform(0, _LAST_MOMENT_SECONDS))
    await server.kill()
    await work
    counting.cancel()


async def test_no_answer_is_lost_and_no_item_skipped(settings: Settings, database_url: str):
    chance = random.Random(1)
    finished: list[Sitting] = []
    sittings: list[Sitting] = []
    kills = 0
    while (
        kills < KILLS
        or sum(sitting.saves for sitting in finished + sittings) < SAVES
        or sum(sitting.advances for sitting in finished + sittings) < ADVANCES
    ):
        async with running(settings) as server:
            if not sittings or kills % 5 == 0:
                finished += sittings
                sittings = [Sitting(await register(server.client)) for _ in range(_LEARNERS)]
                await _confirm_emails(database_url)
            await _live_and_die(server, sittings, chance)
        kills += 1
    await _check_rows(database_url, finished + sittings)


async def _confirm_emails(database_url: str) -> None:
    database = Database(database_url)
    try:
        async with database.transaction() as db:
            await db.exec(update(User).values(email_confirmed_at=utc_now()))
    finally:
        await database.dispose()


async def _check_rows(database_url: str, sittings: list[Sitting]) -> None:
    database = Database(database_url)
    try:
        async with database.transaction() as db:
            for attempt in await db.exec(select(Attempt)):
                query = select(AttemptItem).where(AttemptItem.attempt_id == attempt.id)
                rows = (await db.exec(query.order_by(col(AttemptItem.position)))).all()
                assert [row.position for row in rows] == list(range(1, attempt.position + 1))
                assert len({row.item_id for row in rows}) == len(rows)
                assert all(row.response for row in rows[:-1])
            attempts = (await db.exec(select(Attempt))).all()
    finally:
        await database.dispose()
    assert len(attempts) <= len(sittings)
