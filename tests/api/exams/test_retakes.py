"""A retake waits for the person: another account with the same email does not shorten it."""

import httpx
from sqlmodel import SQLModel

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, register
from tests.mailbox import newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Retake

ADA, OTHER = "ada@example.com", "other@example.com"


async def delete(api: httpx.AsyncClient, account: Account) -> None:
    form = {"certificates": "keep_anonymous", "password": PASSWORD}
    response = await api.request("DELETE", "/api/profile", json=form, headers=account.headers)
    assert response.status_code == 204, response.text


async def change_email(api: httpx.AsyncClient, account: Account, email: str) -> None:
    form = {"email": email, "password": PASSWORD}
    await api.post("/api/profile/email", json=form, headers=account.headers)
    token = {"token": await newest_token(api, email)}
    response = await api.post("/api/auth/confirm", json=token, headers=account.headers)
    assert response.json()["email"] == email, response.text


async def start(api: httpx.AsyncClient, account: Account, technology: str = "react") -> httpx.Response:
    return await api.post("/api/tests", json={"technology": technology}, headers=account.headers)


async def test_deleting_the_account_does_not_shorten_the_wait(api: httpx.AsyncClient, clock: FakeClock):
    ada = await register(api, email=ADA)
    await submit(api, ada, (await start_exam(api, ada))["test_id"])
    await delete(api, ada)
    again = await register(api, email="ADA@example.com")
    refusal = problem(await start(api, again), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-16T09:00:00")
    assert (await start(api, again, "java")).status_code == 201
    clock.advance(days=14)
    await delete(api, await register(api, email="grace@example.com"))
    later = await register(api, email=ADA)
    assert (await start(api, later)).status_code == 201


async def test_an_open_attempt_counts_from_the_deletion(api: httpx.AsyncClient, clock: FakeClock):
    ada = await register(api, email=ADA)
    await start_exam(api, ada)
    clock.advance(minutes=10)
    await delete(api, ada)
    refusal = problem(await start(api, await register(api, email=ADA)), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-16T09:10:00")


async def test_an_earlier_email_counts_too(api: httpx.AsyncClient):
    ada = await register(api, email=ADA)
    await submit(api, ada, (await start_exam(api, ada))["test_id"])
    await change_email(api, ada, OTHER)
    await delete(api, ada)
    for email in (ADA, OTHER):
        problem(await start(api, await register(api, email=email)), 409, "retake_too_early")


async def test_only_a_hash_is_kept_and_only_until_the_date(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    for email in (ADA, OTHER):
        account = await register(api, email=email)
        await submit(api, account, (await start_exam(api, account))["test_id"])
        await delete(api, account)
        (row,) = await stored(resources, Retake)
        assert email not in str(row.model_dump())
        clock.advance(days=15)
    assert set(SQLModel.metadata.tables["retakes"].c.keys()) == {"email_hash", "technology", "retake_at"}
