"""While credentials wait their turn, they hold no connections, and strangers keep nobody else waiting."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import event, update

from tests.api.certificates.holding import download, number, settings, upload
from tests.api.certificates.test_status_lists import LIST
from tests.api.certificates.uploading import KEY, foreign
from tests.factories import Account
from tests.waiting import until
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Certificate

__all__ = ["number", "settings"]

PLACES = 64
"""How many credentials may wait."""


class SlowKey:
    """A key that blocks the thread that verifies with it until `released` is set."""

    def __init__(self) -> None:
        self.reached, self.released = threading.Event(), threading.Event()

    def verify(self, signature: bytes, data: bytes) -> None:
        self.reached.set()
        assert self.released.wait(30)
        KEY.public_key().verify(signature, data)


@asynccontextmanager
async def thread_kept_busy(resources: Resources) -> AsyncIterator[threading.Event]:
    """Keep the only thread for credentials busy until the event is set."""
    key: Any = SlowKey()
    held = asyncio.create_task(resources.issuer.verify_foreign(foreign(), key, "somebody"))
    assert await asyncio.to_thread(key.reached.wait, 10)
    try:
        yield key.released
    finally:
        key.released.set()
        await held


Call = Callable[[httpx.AsyncClient, str], Awaitable[httpx.Response]]
CALLS: dict[str, tuple[str, Call]] = {
    "document": ("", upload),
    "token": (".jwt", upload),
    "file": ("", lambda api, credential: api.post("/api/verify/file", content=credential)),
    "status list": ("", lambda api, _: api.get(LIST)),
}


@pytest.mark.parametrize(("form", "call"), CALLS.values(), ids=CALLS.keys())
async def test_a_waiting_call_holds_no_connection(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, form: str, call: Call
):
    credential = await download(api, account, number, form)
    pool: Any = resources.database.engine.pool
    returned: list[object] = []
    event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(call(api, credential))  # pyright: ignore[reportArgumentType]
        await until(lambda: bool(returned) and not pool.checkedout())
        assert not waiting.done()
        released.set()
        assert (await waiting).status_code == 200


@pytest.mark.parametrize("form", ["credential", "credential.jwt", "badge.svg", "pdf"])
async def test_a_holder_whose_credential_is_being_signed_holds_no_connection(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, form: str
):
    pool: Any = resources.database.engine.pool
    returned: list[object] = []
    event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
    async with thread_kept_busy(resources) as released:
        url = f"/api/certificates/{number}/{form}"
        waiting = asyncio.create_task(api.get(url, headers=account.headers))
        await until(lambda: bool(returned) and not pool.checkedout())
        assert not waiting.done()
        released.set()
        assert (await waiting).status_code == 200


async def test_a_choice_that_changes_while_a_credential_is_being_signed_counts(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    url = f"/api/certificates/{number}"
    returned: list[object] = []
    event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(api.get(f"{url}/credential", headers=account.headers))
        await until(lambda: bool(returned))
        hidden = await api.patch(url, json={"name_public": False}, headers=account.headers)
        assert hidden.status_code == 200
        released.set()
        assert (await waiting).status_code == 200
    later = await api.get(f"{url}/credential", headers=account.headers)
    assert account.user["full_name"] not in later.text


async def test_a_score_that_is_corrected_while_a_credential_is_being_signed_counts(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    url = f"/api/certificates/{number}"
    shared = await api.patch(url, json={"score_public": True}, headers=account.headers)
    assert shared.status_code == 200
    returned: list[object] = []
    event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(api.get(f"{url}/credential", headers=account.headers))
        await until(lambda: bool(returned))
        async with resources.database.transaction() as db:
            await db.exec(update(Certificate).values(score=777))
        released.set()
        assert (await waiting).status_code == 200
    later = await api.get(f"{url}/credential", headers=account.headers)
    (result,) = later.json()["credentialSubject"]["result"][:1]
    assert result["value"] == "777"


async def test_uploads_of_strangers_do_not_delay_the_products_own_signatures(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    credential = await download(api, account, number)
    async with thread_kept_busy(resources) as released:
        calls = [asyncio.create_task(upload(api, credential)) for _ in range(PLACES + 1)]
        await until(lambda: sum(call.done() for call in calls) == 1)
        pool: Any = resources.database.engine.pool
        returned: list[object] = []
        event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
        own = asyncio.create_task(api.get(LIST))
        await until(lambda: bool(returned) and not pool.checkedout())
        released.set()
        assert (await own).status_code == 200
        # It waited for the next of the uploads at most, not for all of them.
        assert sum(call.done() for call in calls) < PLACES // 2
        answers = [(await call).status_code for call in calls]
        assert sorted(answers) == [200] * PLACES + [503]
