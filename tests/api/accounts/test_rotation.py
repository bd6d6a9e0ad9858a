"""A stolen pair of tokens is noticed: each access token is exchanged for a new one once."""

import asyncio

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, bearer, register


async def refresh(account: Account, access_token: str | None) -> httpx.Response:
    form = {"refresh_token": account.refresh_token, "access_token": access_token}
    return await account.api.post("/api/auth/refresh", json=form)


async def exchange(account: Account, access_token: str) -> str:
    """Return the access token that another one is exchanged for."""
    response = await refresh(account, access_token)
    assert response.status_code == 200, response.text
    assert response.json().keys() == {"access_token"}
    return response.json()["access_token"]


async def is_good(account: Account, access_token: str) -> bool:
    return (await account.api.post("/api/auth/verify", headers=bearer(access_token))).status_code == 200


async def test_each_access_token_is_exchanged_for_the_next(account: Account, clock: FakeClock):
    token = account.access_token
    for _ in range(4):
        clock.advance(hours=5)
        token = await exchange(account, token)
        assert await is_good(account, token)


async def test_an_access_token_that_is_exchanged_again_ends_the_login_session(
    account: Account, clock: FakeClock
):
    clock.advance(minutes=14)
    thiefs = await exchange(account, account.access_token)
    clock.advance(minutes=3)
    problem(await refresh(account, account.access_token), 401, "invalid_refresh_token")
    # Nobody knows which of the two is the thief.
    assert not await is_good(account, thiefs)
    problem(await refresh(account, thiefs), 401, "invalid_refresh_token")


async def test_parallel_tabs_and_lost_answers_end_nothing(account: Account, clock: FakeClock):
    clock.advance(hours=1)
    tokens = await asyncio.gather(*(exchange(account, account.access_token) for _ in range(20)))
    clock.advance(seconds=90)
    tokens.append(await exchange(account, account.access_token))
    for token in tokens:
        assert await is_good(account, token)
    clock.advance(minutes=15)
    assert await exchange(account, tokens[-1])


@pytest.mark.parametrize("stolen", [None, "", "garbage", "another account's"])
async def test_a_stolen_refresh_token_alone_is_worth_nothing_after_the_first_exchange(
    api: httpx.AsyncClient, account: Account, clock: FakeClock, stolen: str | None
):
    clock.advance(hours=1)
    token = await exchange(account, account.access_token)
    if stolen == "another account's":
        stolen = (await register(api)).access_token
    problem(await refresh(account, stolen), 401, "invalid_refresh_token")
    # Its user notices nothing.
    clock.advance(hours=1)
    assert await exchange(account, token)


async def test_an_overlong_access_token_is_refused(account: Account):
    problem(await refresh(account, "x" * 4097), 422, "invalid_request")
