"""From signing in to signing out: refreshing and verifying."""

import httpx
import pytest
from sqlmodel import delete

from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import bearer, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import LoginSession, User


async def test_logging_out_twice_changes_nothing(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    account = await register(api)
    ended_at = clock()
    for _ in range(2):
        assert (await account.post("/api/auth/logout")).status_code == 204
        clock.advance(minutes=1)
    (login,) = await stored(resources, LoginSession)
    assert login.ended_at == ended_at


@pytest.mark.one_database
async def test_an_unknown_token_cannot_be_refreshed(api: httpx.AsyncClient):
    account = await register(api)
    for token in ("unknown", account.access_token, account.refresh_token + "A"):
        response = await api.post("/api/auth/refresh", json={"refresh_token": token[:512]})
        problem(response, 401, "invalid_refresh_token")
    problem(await api.post("/api/auth/refresh", json={"refresh_token": ""}), 422, "invalid_request")
    problem(await api.post("/api/auth/refresh", json={}), 422, "invalid_request")


@pytest.mark.one_database
async def test_an_access_token_of_an_expired_login_session_is_refused(
    api: httpx.AsyncClient, clock: FakeClock
):
    account = await register(api)
    clock.advance(days=29, hours=23, minutes=55)
    refreshed = await api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
    clock.advance(minutes=10)
    problem(
        await api.post("/api/auth/verify", headers=bearer(refreshed.json()["access_token"])),
        401,
        "session_ended",
    )


@pytest.mark.parametrize("path", ["/api/tests", "/api/practice"])
async def test_nothing_new_starts_for_a_deleted_account(
    api: httpx.AsyncClient, resources: Resources, path: str
):
    account = await register(api)
    async with resources.database.transaction() as db:
        await db.exec(delete(User))
    response = await account.post(path, json={"technology": "react"})
    problem(response, 401, "session_ended")
