"""What calls that need a login session answer without a token, and once the login session has ended.

The calls are read from the API's own description, so a new one is tested too.
"""

import random
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any
from uuid import uuid4

import httpx
import pytest
from argon2.profiles import CHEAPEST
from fastapi import FastAPI
from pydantic import SecretStr

from tests.api.accounts.test_auth import problem
from tests.api_client import ApiClient
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, register, sign_in
from tests.mailbox import newest_token
from tests.redis_server import RedisServer
from tests.waiting import until
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

# Ending an ended login session changes nothing.
_EXCEPTIONS = {"POST /api/auth/logout"}
_NEW_PASSWORD = "eight plain horses"
_BODIES: dict[str, Any] = {
    "POST /api/profile/email": {"email": "new@example.com", "password": PASSWORD},
    "POST /api/profile/password": {"current_password": PASSWORD, "new_password": "eight plain horses"},
    "DELETE /api/profile": {"certificates": "revoke", "password": PASSWORD},
    "DELETE /api/profile/identities/{identity_id}": {"password": PASSWORD},
}


def secured_calls(app: FastAPI) -> list[str]:
    """Return the method and path of every call that takes a bearer token."""
    return [
        f"{method.upper()} {path}"
        for path, operations in app.openapi()["paths"].items()
        for method, operation in operations.items()
        if operation.get("security")
    ]


async def log_out(ended: Account, _other: Account) -> None:
    await ended.post("/api/auth/logout")


async def end_it(ended: Account, other: Account) -> None:
    listed = await ended.read("/api/profile/login-sessions")
    (own,) = [row["id"] for row in listed if row["current"]]
    await other.delete(f"/api/profile/login-sessions/{own}")


async def end_others(_ended: Account, other: Account) -> None:
    await other.delete("/api/profile/login-sessions")


async def change_password(_ended: Account, other: Account) -> None:
    form = {"current_password": PASSWORD, "new_password": _NEW_PASSWORD}
    await other.post("/api/profile/password", json=form)


async def reset_password(ended: Account, _other: Account) -> None:
    email = ended.user["email"]
    await ended.api.post("/api/auth/forgot-password", json={"email": email})
    form = {"token": await newest_token(ended.api, email), "password": _NEW_PASSWORD}
    await ended.api.post("/api/auth/reset-password", json=form)


async def delete_account(_ended: Account, other: Account) -> None:
    form = {"certificates": "revoke", "password": PASSWORD}
    await other.request("DELETE", "/api/profile", json=form)


async def status(account: Account) -> int:
    """Return the status of a call that asks the database nothing about the login session."""
    return (await account.get("/api/practice")).status_code


async def request(api: httpx.AsyncClient, call: str, headers: dict[str, str]) -> httpx.Response:
    """Make a call with ids of nothing."""
    method, template = call.split()
    path = re.sub(r"{\w+}", lambda found: "1" if found[0] == "{position}" else str(uuid4()), template)
    return await api.request(method, path, json=_BODIES.get(call), headers=headers)


@pytest.mark.one_database
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Basic YTpi"}])
async def test_without_a_token_every_secured_call_is_refused(
    api: httpx.AsyncClient, api_app: FastAPI, headers: dict[str, str]
):
    for call in secured_calls(api_app):
        response = await request(api, call, headers)
        assert (response.status_code, response.json()["code"]) == (401, "not_authenticated"), call


@pytest.mark.parametrize(
    "end", [log_out, end_it, end_others, change_password, reset_password, delete_account]
)
async def test_an_ended_login_session_can_do_nothing_more(
    api: httpx.AsyncClient,
    api_app: FastAPI,
    end: Callable[[Account, Account], Awaitable[None]],
):
    ended = await register(api)
    other, stranger = await sign_in(ended), await register(api)
    assert await status(ended) == 200
    await end(ended, other)
    calls = set(secured_calls(api_app))
    assert calls > _EXCEPTIONS
    for call in calls - _EXCEPTIONS:
        response = await request(api, call, ended.headers)
        assert response.status_code == 401, call
        problem(response, 401, "session_ended")
    kept = end in (log_out, end_it, end_others, change_password)
    assert await status(other) == (200 if kept else 401)
    assert await status(stranger) == 200


async def test_a_refused_change_ends_nothing(account: Account):
    other = await sign_in(account)
    form = {"current_password": "wrong horse", "new_password": _NEW_PASSWORD}
    refused = await other.post("/api/profile/password", json=form)
    assert (refused.status_code, await status(account)) == (422, 200)


# Several processes


def another(settings: Settings, clock: FakeClock, bank: Bank) -> FastAPI:
    """Return an API as another process has it."""
    hasher = PasswordHasher(1, CHEAPEST)
    return create_api(settings, clock=clock, rng=random.Random(1), bank=bank, password_hasher=hasher)


async def test_a_restarted_process_knows_the_ended_login_sessions(
    account: Account, settings: Settings, clock: FakeClock, bank: Bank
):
    await account.post("/api/auth/logout")
    clock.advance(minutes=14)
    app = another(settings, clock, bank)
    async with lifespan_resources(app), ApiClient(app) as restarted:
        assert await status(account.through(restarted)) == 401


async def until_refused(account: Account) -> None:
    async def refused() -> bool:
        return await status(account) == 401

    await until(refused)


async def test_processes_share_ended_login_sessions_over_redis(
    settings: Settings, clock: FakeClock, bank: Bank, redis_server: RedisServer
):
    shared = settings.model_copy(update={"redis_url": SecretStr(redis_server.url)})
    one, two = another(shared, clock, bank), another(shared, clock, bank)
    async with AsyncExitStack() as stack:
        for app in (one, two):
            await stack.enter_async_context(lifespan_resources(app))
        here, there = [await stack.enter_async_context(ApiClient(app)) for app in (one, two)]
        for redis_was_away in (False, True):
            account = await register(here)
            other = await sign_in(account)
            if redis_was_away:
                redis_server.stop()
            await account.post("/api/auth/logout")
            # The process that ended it refuses at once, whether or not Redis answers.
            assert await status(account) == 401
            if redis_was_away:
                redis_server.start()
            await until_refused(account.through(there))
            assert await status(other.through(there)) == 200
