"""Forgotten passwords: asking for a link, and setting a new password with it."""

import asyncio

import httpx
import pytest

from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account
from tests.mailbox import confirm, mails, newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import OneTimeToken

NEW_PASSWORD = "eight calm rivers"


async def forgot(api: httpx.AsyncClient, email: str) -> httpx.Response:
    return await api.post("/api/auth/forgot-password", json={"email": email})


async def reset(account: Account, token: str, password: str = NEW_PASSWORD) -> httpx.Response:
    return await account.api.post("/api/auth/reset-password", json={"token": token, "password": password})


async def reset_token(account: Account, clock: FakeClock) -> str:
    """Return the token of the newest reset link."""
    # So that it is newer than the mail before it.
    clock.advance(seconds=1)
    assert (await forgot(account.api, account.user["email"])).status_code == 202
    return await newest_token(account.api, account.user["email"])


async def login(account: Account, password: str) -> httpx.Response:
    return await account.api.post("/api/auth/login", json={"email": "ada@example.com", "password": password})


async def test_only_the_mail_tells_that_an_email_is_unknown(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await confirm(account)
    for email in (ADA, "nobody@example.com"):
        before = len(await mails(api, email))
        await forgot(api, email.title())
        assert len(await mails(api, email)) == before + 1
        of_email = [token for token in await stored(resources, OneTimeToken) if token.email == email]
        assert [token.purpose for token in of_email].count("reset_password") == 1
    (mail,) = await mails(api, "nobody@example.com")
    assert mail.subject == "There’s no account for this email"
    assert "#token=" not in mail.text + mail.html


@pytest.mark.one_database
async def test_an_invalid_email_is_refused(api: httpx.AsyncClient):
    body = problem(await forgot(api, "ada@"), 422, "invalid_email")
    assert [error["field"] for error in body["errors"]] == ["email"]


async def test_the_token_is_stored_as_a_hash_only(clock: FakeClock, account: Account, resources: Resources):
    token = await reset_token(account, clock)
    rows = await stored(resources, OneTimeToken)
    assert rows
    assert all(token not in repr(row) for row in rows)
    assert len(token) >= 43


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.test"},
        {"X-Forwarded-Host": "evil.test"},
        {"Forwarded": "host=evil.test"},
        {"X-Original-Host": "evil.test", "X-Host": "evil.test", "Origin": "https://evil.test"},
        {"Host": "localhost:8000@evil.test"},
    ],
)
@pytest.mark.one_database
async def test_no_header_changes_a_mailed_link(
    api: httpx.AsyncClient, account: Account, headers: dict[str, str], clock: FakeClock
):
    clock.advance(seconds=1)
    response = await api.post("/api/auth/forgot-password", json={"email": "ada@example.com"}, headers=headers)
    assert response.status_code == 202
    mail = (await mails(api, "ada@example.com"))[-1]
    assert "http://localhost:8000/auth/reset-password#token=" in mail.text
    assert "evil" not in mail.text + mail.html


@pytest.mark.one_database
async def test_a_link_expires_after_half_an_hour(clock: FakeClock, account: Account):
    token = await reset_token(account, clock)
    clock.advance(minutes=30)
    problem(await reset(account, token), 409, "reset_link_expired")
    assert (await login(account, PASSWORD)).status_code == 200


@pytest.mark.one_database
async def test_a_link_works_once_within_half_an_hour(clock: FakeClock, account: Account):
    token = await reset_token(account, clock)
    clock.advance(minutes=29, seconds=59)
    # A refused password leaves the link valid.
    problem(await reset(account, token, "ada lovelace 1815"), 422, "password_contains_name")
    response = await reset(account, token)
    assert (response.status_code, response.content) == (204, b"")
    problem(await reset(account, token, "nine warm stones"), 409, "reset_link_used")
    problem(await login(account, PASSWORD), 401, "invalid_credentials")
    assert (await login(account, NEW_PASSWORD)).status_code == 200


async def test_of_parallel_uses_of_one_link_one_wins(clock: FakeClock, account: Account):
    token = await reset_token(account, clock)
    passwords = [f"{number} calm rivers run" for number in range(10, 15)]
    responses = await asyncio.gather(*(reset(account, token, password) for password in passwords))
    assert sorted(response.status_code for response in responses) == [204, 409, 409, 409, 409]
    winner = next(p for p, r in zip(passwords, responses, strict=True) if r.status_code == 204)
    for password, response in zip(passwords, responses, strict=True):
        if password == winner:
            assert (await login(account, password)).status_code == 200
        else:
            problem(response, 409, "reset_link_used")
            problem(await login(account, password), 401, "invalid_credentials")


async def test_of_parallel_uses_of_several_links_one_wins(clock: FakeClock, account: Account):
    found = [await reset_token(account, clock) for _ in range(4)]
    responses = await asyncio.gather(*(reset(account, token) for token in found))
    assert sorted(response.status_code for response in responses) == [204, 409, 409, 409]


@pytest.mark.parametrize("token", ["unknown", "A" * 43, "\u0000", "ä" * 512])
async def test_an_unknown_link_is_refused(account: Account, token: str):
    problem(await reset(account, token), 404, "reset_link_unknown")


@pytest.mark.one_database
async def test_a_confirmation_link_resets_nothing(api: httpx.AsyncClient, account: Account):
    token = await newest_token(api, "ada@example.com")
    problem(await reset(account, token), 404, "reset_link_unknown")
