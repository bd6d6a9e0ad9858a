"""A retake waits for the person: another account with the same email does not shorten it."""

import hashlib
import hmac
from datetime import datetime, timedelta

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account, register, sign_in
from tests.mailbox import newest_token, set_confirmed
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import ExamStart, Retake
from webdev_certs.server.services.shared.retakes import remove_old_starts

OTHER = "other@example.com"


async def delete(account: Account) -> None:
    form = {"certificates": "keep_anonymous", "password": PASSWORD}
    response = await account.request("DELETE", "/api/profile", json=form)
    assert response.status_code == 204, response.text


async def change_email(account: Account, email: str) -> None:
    form = {"email": email, "password": PASSWORD}
    await account.post("/api/profile/email", json=form)
    token = {"token": await newest_token(account.api, email)}
    response = await account.post("/api/auth/confirm", json=token)
    assert response.json()["email"] == email, response.text


async def start(account: Account, technology: str = "react") -> httpx.Response:
    await set_confirmed(account, True)
    return await account.post("/api/tests", json={"technology": technology})


async def test_deleting_the_account_does_not_shorten_the_wait(api: httpx.AsyncClient, clock: FakeClock):
    ada = await register(api, email=ADA)
    await submit(ada, (await start_exam(ada))["test_id"])
    await delete(ada)
    again = await register(api, email="ADA@example.com")
    refusal = problem(await start(again), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-16T09:00:00")
    assert (await start(again, "java")).status_code == 201
    clock.advance(days=14)
    assert (await start(await sign_in(again))).status_code == 201


async def test_an_open_attempt_counts_too(api: httpx.AsyncClient, clock: FakeClock):
    ada = await register(api, email=ADA)
    await start_exam(ada)
    clock.advance(minutes=10)
    await delete(ada)
    refusal = problem(await start(await register(api, email=ADA)), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-16T09:00:00")


@pytest.mark.parametrize("other", ["a.da@gmail.com", "ada+2@googlemail.com"])
async def test_another_account_of_the_same_mailbox_waits_too(api: httpx.AsyncClient, other: str):
    """One mailbox, many accounts: none of them may start while another has to wait."""
    ada = await register(api, email="ada@gmail.com")
    await submit(ada, (await start_exam(ada))["test_id"])
    refusal = problem(await start(await register(api, email=other)), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-16T09:00:00")


async def test_waits_grow_and_a_year_has_four_attempts(api: httpx.AsyncClient, clock: FakeClock):
    ada = await register(api, email=ADA)
    for wait in (14, 30, 90):
        result = await submit(ada, (await start_exam(ada))["test_id"])
        assert datetime.fromisoformat(result.json()["retake_at"]) == clock() + timedelta(days=wait)
        clock.advance(days=wait, seconds=-1)
        # The access token has expired.
        ada = await sign_in(ada)
        problem(await start(ada), 409, "retake_too_early")
        clock.advance(seconds=1)
    result = await submit(ada, (await start_exam(ada))["test_id"])
    assert result.json()["retake_at"].startswith("2027-03-02T09:00:00")


async def test_an_earlier_email_counts_too(api: httpx.AsyncClient):
    ada = await register(api, email=ADA)
    await submit(ada, (await start_exam(ada))["test_id"])
    await change_email(ada, OTHER)
    await delete(ada)
    for email in (ADA, OTHER):
        problem(await start(await register(api, email=email)), 409, "retake_too_early")


async def test_only_a_hash_is_kept_and_only_for_a_year(
    api: httpx.AsyncClient, clock: FakeClock, resources: Resources
):
    account = await register(api, email=ADA)
    await submit(account, (await start_exam(account))["test_id"])
    await delete(account)
    (row,) = await stored(resources, ExamStart)
    assert "ada" not in str(row.model_dump())
    await remove_old_starts(resources.database, clock() + timedelta(days=364))
    assert len(await stored(resources, ExamStart)) == 1
    await remove_old_starts(resources.database, clock() + timedelta(days=366))
    assert await stored(resources, ExamStart) == []


async def test_a_date_that_a_former_release_has_stored_still_counts(
    api: httpx.AsyncClient, resources: Resources, clock: FakeClock
):
    key = hmac.digest(resources.signing_key.derive("retakes"), ADA.encode(), hashlib.sha256).hex()
    async with resources.database.transaction() as db:
        db.add(Retake(email_hash=key, technology="react", retake_at=clock() + timedelta(days=3)))
    refusal = problem(await start(await register(api, email=ADA)), 409, "retake_too_early")
    assert refusal["retake_at"].startswith("2026-03-05T09:00:00")
