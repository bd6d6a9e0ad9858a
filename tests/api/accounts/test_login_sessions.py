"""Login sessions: listed and ended only by their user."""

import asyncio

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, bearer, sign_in

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"


async def login_sessions(account: Account) -> list[dict[str, object]]:
    return await account.read("/api/profile/login-sessions")


async def is_good(account: Account) -> bool:
    return (await account.post("/api/auth/verify")).status_code == 200


async def test_login_sessions_are_listed_the_most_recently_seen_first(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    clock.advance(minutes=1)
    api.headers["User-Agent"] = FIREFOX
    await sign_in(account)
    second, first = await login_sessions(account)
    assert (second["device"], second["current"]) == ("Firefox on Windows", False)
    assert second["created_at"] == second["last_seen_at"] == "2026-03-02T09:01:00Z"
    assert first["current"] is True
    assert set(first) == {"id", "device", "current", "created_at", "last_seen_at"}
    clock.advance(minutes=1)
    await api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
    assert [shown["current"] for shown in await login_sessions(account)] == [True, False]


@pytest.mark.one_database
async def test_only_one_login_session_is_ended(api: httpx.AsyncClient, account: Account):
    others = [await sign_in(account) for _ in range(2)]
    listed = await login_sessions(others[0])
    ended = next(shown["id"] for shown in listed if shown["current"])
    response = await account.delete(f"/api/profile/login-sessions/{ended}")
    assert (response.status_code, response.content) == (204, b"")
    assert not await is_good(others[0])
    assert await is_good(others[1])
    assert await is_good(account)
    refused = await api.post("/api/auth/refresh", json={"refresh_token": others[0].refresh_token})
    problem(refused, 401, "invalid_refresh_token")
    again = await account.delete(f"/api/profile/login-sessions/{ended}")
    problem(again, 404, "login_session_not_found")


async def test_fifty_parallel_refreshes_all_return_a_valid_token(api: httpx.AsyncClient, account: Account):
    form = {"refresh_token": account.refresh_token}
    responses = await asyncio.gather(*(api.post("/api/auth/refresh", json=form) for _ in range(50)))
    assert {response.status_code for response in responses} == {200}
    for token in {response.json()["access_token"] for response in responses}:
        assert (await api.post("/api/auth/verify", headers=bearer(token))).status_code == 200


async def test_refreshes_during_the_end_of_their_login_session_have_no_lasting_effect(
    api: httpx.AsyncClient, account: Account
):
    form = {"refresh_token": account.refresh_token}
    requests = [api.post("/api/auth/refresh", json=form) for _ in range(20)]
    logout = account.post("/api/auth/logout")
    responses = await asyncio.gather(*requests[:10], logout, *requests[10:])
    assert {response.status_code for response in responses} <= {200, 204, 401}
    for response in responses:
        if response.status_code == 200:
            problem(
                await api.post("/api/auth/verify", headers=bearer(response.json()["access_token"])),
                401,
                "session_ended",
            )
    problem(await api.post("/api/auth/refresh", json=form), 401, "invalid_refresh_token")
