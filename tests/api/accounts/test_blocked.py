"""A blocked account: it can neither sign in nor refresh nor use the API, and its user reads why."""

from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem
from tests.factories import Account, register, sign_in
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import User
from webdev_certs.server.services.accounts import operators
from webdev_certs.server.services.accounts.accounts import FRESH_SECONDS, BlockedAccounts


async def change(resources: Resources, account: Account, *, reason: str | None) -> None:
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        user = await operators.find_account(db, account.user["email"])
        assert isinstance(user, User)
        if reason is None:
            await operators.unblock(context, user)
        else:
            await operators.block(context, user, reason)


@pytest.fixture
async def blocked(resources: Resources, account: Account) -> Account:
    await change(resources, account, reason="You sold answers.")
    return account


def assert_told(response: httpx.Response) -> None:
    assert "You sold answers." in problem(response, 403, "account_blocked")["detail"]


async def test_a_blocked_account_can_neither_sign_in_nor_refresh_and_only_its_password_reveals_that(
    api: httpx.AsyncClient, blocked: Account
):
    credentials = {"email": blocked.user["email"], "password": blocked.password}
    assert_told(await api.post("/api/auth/login", json=credentials))
    wrong = await api.post("/api/auth/login", json=credentials | {"password": "not the password"})
    problem(wrong, 401, "invalid_credentials")
    assert_told(await api.post("/api/auth/refresh", json={"refresh_token": blocked.refresh_token}))
    assert await (await register(api)).read("/api/profile"), "others are not affected"


@pytest.mark.parametrize("path", ["/api/profile", "/api/tests", "/api/payments/status", "/api/certificates"])
@pytest.mark.one_database
async def test_an_access_token_that_is_still_valid_is_refused(
    api_app: FastAPI, account: Account, resources: Resources, path: str
):
    seconds = 0
    accounts = BlockedAccounts(resources.database, lambda: seconds)
    api_app.state.resources = replace(resources, blocked_accounts=accounts)
    assert (await account.get(path)).status_code == 200
    await change(resources, account, reason="You sold answers.")
    seconds = FRESH_SECONDS
    assert_told(await account.get(path))


async def test_an_unblocked_account_can_sign_in_again(blocked: Account, resources: Resources):
    await change(resources, blocked, reason=None)
    await sign_in(blocked)
