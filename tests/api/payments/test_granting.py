"""Access granted without payment."""

import asyncio
from uuid import UUID

import httpx
from sqlmodel import select

from tests.conftest import FakeClock
from tests.factories import register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Entitlement
from webdev_certs.server.services.payments import entitlements


async def test_access_is_granted_once_and_can_be_revoked_from_one_user(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    first = clock()
    before, user_id, after = sorted([UUID((await register(api)).user["id"]) for _ in range(3)])

    async def grant(to: UUID) -> None:
        async with resources.database.transaction() as db:
            await entitlements.grant(db, to, "granted", clock())

    for granted in (before, user_id, after):
        await grant(granted)
    clock.advance(days=1)
    await asyncio.gather(*(grant(user_id) for _ in range(4)))
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(Entitlement))).all()
        assert [(row.source, row.granted_at) for row in rows] == [("granted", first)] * 3
        for _ in range(2):
            await entitlements.revoke(db, user_id)
            have = [await entitlements.has_paid(db, each, clock()) for each in (before, user_id, after)]
            assert have == [True, False, True]
