"""While credentials wait their turn, they hold no connections, and strangers keep nobody else waiting."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import event, text, update

from tests.api.certificates.holding import download, share, upload
from tests.api.certificates.test_status_lists import LIST
from tests.api.certificates.uploading import KEY, foreign
from tests.factories import Account
from tests.waiting import until
from webdev_certs.schemas.certificates import SharingChoice
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import Certificate, Credential, User
from webdev_certs.server.services.accounts.deletion import erase
from webdev_certs.server.services.certificates import own

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


def watch_connections(resources: Resources) -> Callable[[], bool]:
    """Return a function that says whether a connection was returned since, and none is in use now."""
    pool: Any = resources.database.engine.pool
    returned: list[object] = []
    event.listen(resources.database.engine.sync_engine, "checkin", lambda *_: returned.append(1))
    return lambda: bool(returned) and not pool.checkedout()


UPLOADS = [("", "/api/verify"), (".jwt", "/api/verify"), ("", "/api/verify/file")]


@pytest.mark.parametrize(("form", "path"), UPLOADS, ids=["document", "token", "file"])
async def test_a_waiting_upload_holds_no_connection(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str, form: str, path: str
):
    credential = await download(account, number, form)
    is_free = watch_connections(resources)
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(api.post(path, content=credential.encode()))
        await until(is_free)
        assert not waiting.done()
        released.set()
        assert (await waiting).status_code == 200


@pytest.mark.parametrize("form", ["status list", "credential", "credential.jwt", "badge.svg", "pdf"])
async def test_what_is_being_signed_holds_no_connection(
    account: Account, resources: Resources, number: str, form: str
):
    url = f"/api/certificates/{number}/{form}"
    if form == "status list":
        await download(account, number)
        url = LIST
    is_free = watch_connections(resources)
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(account.get(url))
        await until(is_free)
        assert not waiting.done()
        released.set()
        assert (await waiting).status_code == 200


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [({"name_public": False}, "Ada Lovelace", ""), ({"score": 777}, "", '"value":"777"')],
    ids=["choice", "corrected score"],
)
async def test_what_changes_while_a_credential_is_being_signed_counts(
    account: Account, resources: Resources, number: str, change: dict[str, Any], old: str, new: str
):
    await share(account, number, score_public=True)
    is_free = watch_connections(resources)
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(download(account, number))
        await until(is_free)
        async with resources.database.transaction() as db:
            await db.exec(update(Certificate).values(**change))
        released.set()
        assert old in await waiting
    later = await download(account, number)
    assert not old or old not in later
    assert new in later


async def test_what_a_key_signs_while_it_is_revoked_is_signed_again(
    account: Account, resources: Resources, number: str
):
    is_free = watch_connections(resources)
    async with thread_kept_busy(resources) as released:
        waiting = asyncio.create_task(download(account, number))
        await until(is_free)
        async with resources.database.transaction() as db:
            await resources.issuer.keys.revoke(db, 1, resources.clock())
        released.set()
        assert "#key-1" in await waiting
    assert "#key-2" in await download(account, number)


@pytest.mark.parametrize("change", ["hidden name", "deleted account", "revoked key"])
@pytest.mark.on_postgresql
async def test_what_is_stored_while_a_change_is_being_committed_is_not_out_of_date(
    account: Account, resources: Resources, number: str, change: str
):
    async def is_waiting() -> bool:
        async with resources.database.transaction() as db:
            locks = await db.exec(text("SELECT 1 FROM pg_locks WHERE NOT granted"))  # pyright: ignore
            return storing.done() or locks.first() is not None

    # Signed before, so that the row of the credential is there for all to lock, and since changed.
    await download(account, number)
    await share(account, number, score_public=True)
    async with resources.database.transaction() as db:
        context, user_id = new_context(resources, db), UUID(account.user["id"])
        if change == "hidden name":
            await own.share(context, user_id, number, SharingChoice(name_public=False))
        elif change == "deleted account":
            await erase(context, await db.get_one(User, user_id), "keep_anonymous", notify=False)
        else:
            await resources.issuer.keys.revoke(db, 1, resources.clock())
        storing = asyncio.create_task(account.get(f"/api/certificates/{number}/credential"))
        await until(is_waiting)
    assert (await storing).status_code == 200
    async with resources.database.transaction() as db:
        assert (await db.get_one(Credential, number)).document is None


async def test_uploads_of_strangers_do_not_delay_the_products_own_signatures(
    api: httpx.AsyncClient, account: Account, resources: Resources, number: str
):
    credential = await download(account, number)
    async with thread_kept_busy(resources) as released:
        calls = [asyncio.create_task(upload(api, credential)) for _ in range(PLACES + 1)]
        await until(lambda: sum(call.done() for call in calls) == 1)
        is_free = watch_connections(resources)
        own = asyncio.create_task(api.get(LIST))
        await until(is_free)
        released.set()
        assert (await own).status_code == 200
        # It waited for the next of the uploads at most, not for all of them.
        assert sum(call.done() for call in calls) < PLACES // 2
        answers = [(await call).status_code for call in calls]
        # The product's own call took the place of one upload.
        assert sorted(answers) == [200] * (PLACES - 1) + [503] * 2
