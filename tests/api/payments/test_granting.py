"""Access granted without payment."""

import asyncio
from uuid import UUID

import httpx
import pytest
from sqlmodel import select

from tests.conftest import FakeClock
from tests.factories import register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Entitlement
from webdev_certs.server.services.payments import entitlements


@pytest.mark.one_database
async def test_granted_access_is_for_one_user(api: httpx.AsyncClient, resources: Resources, clock: FakeClock):
    ada, bob = await register(api), await register(api)
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(ada.user["id"]), "granted", clock())
    for account, has_paid in ((ada, True), (bob, False)):
        response = await api.get("/api/payments/status", headers=account.headers)
        assert (response.status_code, response.json()) == (200, {"has_paid": has_paid})


async def test_access_is_granted_once_and_can_be_revoked(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    user_id = UUID((await register(api)).user["id"])
    first = clock()

    async def grant() -> None:
        async with resources.database.transaction() as db:
            await entitlements.grant(db, user_id, "granted", clock())

    await grant()
    clock.advance(days=1)
    await asyncio.gather(*(grant() for _ in range(4)))
    async with resources.database.transaction() as db:
        (row,) = (await db.exec(select(Entitlement))).all()
        assert (row.source, row.granted_at) == ("granted", first)
        for _ in range(2):
            await entitlements.revoke(db, user_id)
            assert not await entitlements.has_paid(db, user_id, clock())
