"""Changing an account's email: nothing changes before the new email is confirmed."""

import httpx
import pytest

from tests.api.accounts.confirmation.asking import LOVELACE, change, newest_mail, profile, use
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import ADA, PASSWORD, Account, register, sign_in
from tests.mailbox import confirm, mails, newest_token


@pytest.mark.one_database
async def test_an_email_changes_when_its_reader_confirms_it(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(account)
    clock.advance(minutes=1)
    response = await change(account, "Lovelace@Example.com")
    assert (response.status_code, response.json()) == (202, None)
    before = await profile(account)
    assert (before["email"], before["pending_email"]) == (ADA, LOVELACE)
    confirmed = await use(account, await newest_token(api, LOVELACE))
    assert confirmed.json() == {"email": LOVELACE, "certificates": []}
    after = await profile(account)
    assert (after["email"], after["email_confirmed"], after["pending_email"]) == (LOVELACE, True, None)
    credentials = {"email": LOVELACE, "password": PASSWORD}
    assert (await api.post("/api/auth/login", json=credentials)).status_code == 200
    credentials["email"] = ADA
    problem(await api.post("/api/auth/login", json=credentials), 401, "invalid_credentials")
    notice = await newest_mail(api, ADA)
    assert notice.subject == "Your email was changed"
    assert LOVELACE not in notice.text + notice.html


@pytest.mark.one_database
async def test_an_unconfirmed_old_email_gets_no_mail_and_its_link_is_void(account: Account):
    """It may have been mistyped and belong to somebody else."""
    registered = await newest_token(account.api, ADA)
    await change(account, LOVELACE)
    await use(account, await newest_token(account.api, LOVELACE))
    assert len(await mails(account.api, ADA)) == 1
    problem(await use(account, registered), 409, "confirm_link_used")


@pytest.mark.one_database
async def test_a_later_email_change_replaces_an_earlier_one(account: Account, clock: FakeClock):
    await change(account, "typo@example.com")
    clock.advance(minutes=1)
    await change(account, LOVELACE)
    problem(await use(account, await newest_token(account.api, "typo@example.com")), 409, "confirm_link_used")
    assert (await profile(account))["pending_email"] == LOVELACE


@pytest.mark.one_database
async def test_a_pending_email_disappears_when_its_link_expires(account: Account, clock: FakeClock):
    await change(account, LOVELACE)
    clock.advance(days=1)
    assert (await profile(await sign_in(account)))["pending_email"] is None


@pytest.mark.one_database
async def test_changing_to_a_taken_email_is_reported_only_by_mail(api: httpx.AsyncClient, account: Account):
    grace = await register(api, email="grace@example.com", name="Grace Hopper")
    await confirm(grace)
    taken = await change(account, "grace@example.com")
    free = await change(account, LOVELACE)
    assert (taken.status_code, taken.content) == (free.status_code, free.content)
    mail = next(m for m in await mails(api, "grace@example.com") if "already has" in m.subject)
    assert "#token=" not in mail.text + mail.html
    assert (await sign_in(grace)).user["id"] == grace.user["id"]


async def test_an_email_confirmed_by_another_account_first_is_not_taken_from_it(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await change(account, LOVELACE)
    token = await newest_token(api, LOVELACE)
    clock.advance(seconds=1)
    other = await register(api, email=LOVELACE)
    await confirm(other)
    problem(await use(account, token), 409, "email_taken")
    assert (await profile(account))["email"] == ADA


@pytest.mark.parametrize("password", ["wrong plain horses", "", None])
@pytest.mark.one_database
async def test_changing_the_email_needs_the_password(account: Account, password: str | None):
    body = problem(await change(account, LOVELACE, password), 422, "wrong_password")
    assert [error["field"] for error in body["errors"]] == ["password"]
    assert await mails(account.api, LOVELACE) == []


@pytest.mark.parametrize("email", ["ada", "ada@example", f"{'a' * 250}@example.com"])
@pytest.mark.one_database
async def test_an_invalid_email_is_refused(account: Account, email: str):
    body = problem(await change(account, email), 422, "invalid_request")
    assert [error["field"] for error in body["errors"]] == ["email"]


@pytest.mark.one_database
async def test_the_accounts_own_confirmed_email_is_not_a_change(account: Account):
    await confirm(account)
    problem(await change(account, "ADA@example.com"), 409, "email_unchanged")
