"""The process is killed between the provider's answer and the commit: the next process does the rest."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx
import pytest
from sqlalchemy.engine import make_url
from sqlmodel import select

from tests.api.killable import Server, running
from tests.api.payments.provider import Provider, deliver
from tests.api.payments.shop import RECEIPT, order
from tests.factories import register
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models import OutboxMail, Purchase, Receipt, WebhookEvent
from webdev_certs.settings import Settings

CREATE = "POST /v1/checkout/sessions"
LAST_CALL_OF_A_SYNC = "GET /v1/charges"


@asynccontextmanager
async def writes_blocked(database_url: str) -> AsyncIterator[None]:
    """Block all writes to the payment tables until the block ends."""
    if database_url.startswith("sqlite"):
        connection = sqlite3.connect(make_url(database_url).database or "", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.close()
        return
    parts = urlsplit(database_url)
    folder = parse_qs(parts.query)["host"][0]
    postgres = await asyncpg.connect(host=folder, user="postgres", database=parts.path[1:])
    try:
        async with postgres.transaction():
            await postgres.execute("LOCK TABLE webhook_events, customers, checkouts IN EXCLUSIVE MODE")
            yield
    finally:
        await postgres.close()


async def killed_after(
    server: Server,
    provider: Provider,
    database_url: str,
    call: str,
    asked: Coroutine[Any, Any, httpx.Response],
) -> None:
    """Send a request; it makes a call to the provider. Kill the process when that call has been answered.

    Writes are blocked from before the answer until the process is dead, so it cannot commit.
    """
    came, blocked = asyncio.Event(), asyncio.Event()

    async def stop(passing: str) -> None:
        if passing == call:
            came.set()
            await blocked.wait()

    answered = provider.proxy.passed.setdefault(call, asyncio.Event())
    answered.clear()
    provider.proxy.before = stop
    request = asyncio.create_task(asked)
    await came.wait()
    async with writes_blocked(database_url):
        blocked.set()
        await answered.wait()
        # Further requests give the process time to work on the answer until it waits for the blocked write.
        for _ in range(5):
            await server.client.get("/api/health")
        assert not request.done()
        await server.kill()
    provider.proxy.before = None
    with pytest.raises(httpx.TransportError):
        await request


async def stored(database_url: str) -> list[int]:
    """Return the numbers of purchases, events, queued receipts, and payments that have a receipt."""
    receipts = select(OutboxMail).where(OutboxMail.subject == RECEIPT)
    queries = (select(Purchase), select(WebhookEvent), receipts, select(Receipt))
    database = Database(database_url)
    try:
        async with database.transaction() as db:
            return [len((await db.exec(query)).all()) for query in queries]
    finally:
        await database.dispose()


async def test_killed_during_a_sync(settings: Settings, provider: Provider, database_url: str):
    async with running(settings) as first:
        account = await register(first.client)
        begun = await first.client.post(
            "/api/payments/create-checkout-session", json=order("monthly"), headers=account.headers
        )
        checkout_session = begun.json()
        await provider.pay(checkout_session)
        event = await provider.event("checkout.session.completed")
        await killed_after(first, provider, database_url, LAST_CALL_OF_A_SYNC, deliver(first.client, event))
    assert await stored(database_url) == [0, 0, 0, 0]
    async with running(settings) as second:
        answers = await asyncio.gather(
            deliver(second.client, event),
            deliver(second.client, event),
            second.client.post(
                "/api/payments/verify-payment",
                json={"session_id": checkout_session["sessionId"]},
                headers=account.headers,
            ),
        )
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        status = await second.client.get("/api/payments/status", headers=account.headers)
        assert status.json() == {"has_paid": True}
    assert await stored(database_url) == [1, 1, 1, 1]


async def test_killed_while_a_checkout_session_is_created(
    settings: Settings, provider: Provider, database_url: str
):
    async with running(settings) as first:
        account = await register(first.client)
        asked = first.client.post(
            "/api/payments/create-checkout-session", json=order(), headers=account.headers
        )
        await killed_after(first, provider, database_url, CREATE, asked)
    async with running(settings) as second:
        begun = await second.client.post(
            "/api/payments/create-checkout-session", json=order(), headers=account.headers
        )
        made = await provider.api.checkout.sessions.list_async()
        assert [checkout_session.id for checkout_session in made.data] == [begun.json()["sessionId"]]
        await provider.pay(begun.json())
        assert (await deliver(second.client, await provider.event("checkout.session.completed"))).is_success
    assert await stored(database_url) == [1, 1, 1, 1]
