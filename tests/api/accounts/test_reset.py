"""What a password reset changes: login sessions, the email, and unconfirmed accounts with the same email."""

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.api.accounts.test_profile import drop_password
from tests.api.accounts.test_recovery import NEW_PASSWORD, login, reset, reset_token
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, bearer, register, registration
from tests.mailbox import confirm, mails, newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.accounts.one_time_tokens import remove_old_tokens


@pytest.mark.one_database
async def test_a_reset_is_reported_by_mail_and_confirms_the_email(clock: FakeClock, account: Account):
    token = await reset_token(account, clock)
    clock.advance(seconds=1)
    await reset(account, token)
    assert (await mails(account.api, "ada@example.com"))[-1].subject == "Your password was changed"
    assert (await login(account, NEW_PASSWORD)).json()["user"]["email_confirmed"] is True


@pytest.mark.one_database
async def test_a_reset_reaches_only_the_confirmed_account(clock: FakeClock, account: Account):
    await confirm(account)
    clock.advance(minutes=1)
    imitation = await register(
        account.api, email="ada@example.com", name="Mallory", password="five loud parrots"
    )
    await reset(account, await reset_token(account, clock))
    assert (await login(account, NEW_PASSWORD)).json()["user"]["id"] == account.user["id"]
    response = await imitation.post("/api/auth/verify")
    assert response.json()["user"]["email_confirmed"] is False


@pytest.mark.one_database
async def test_a_reset_shuts_out_the_stranger_who_registered_the_email(
    api: httpx.AsyncClient, clock: FakeClock
):
    """A stranger registers the owner's email, asks for another one, and waits for the owner to confirm."""
    mallory = await register(api, email="ada@example.com", name="Mallory", password="five loud parrots")
    change = {"email": "mallory@example.com", "password": mallory.password}
    assert (await mallory.post("/api/profile/email", json=change)).status_code == 202
    removal = await newest_token(api, "mallory@example.com")
    await reset(mallory, await reset_token(mallory, clock))
    problem(await mallory.post("/api/auth/verify"), 401, "session_ended")
    problem(await login(mallory, mallory.password), 401, "invalid_credentials")
    login_of_ada = (await login(mallory, NEW_PASSWORD)).json()
    used = await api.post(
        "/api/auth/confirm", json={"token": removal}, headers=bearer(login_of_ada["access_token"])
    )
    problem(used, 409, "confirm_link_used")


@pytest.mark.one_database
async def test_a_link_for_a_changed_email_is_refused(clock: FakeClock, account: Account):
    token = await reset_token(account, clock)
    change = {"email": "lovelace@example.com", "password": PASSWORD}
    await account.post("/api/profile/email", json=change)
    moved = await newest_token(account.api, "lovelace@example.com")
    assert (await account.post("/api/auth/confirm", json={"token": moved})).status_code == 200
    problem(await reset(account, token), 409, "reset_link_used")


@pytest.mark.one_database
async def test_a_reset_does_not_take_an_email_from_the_account_that_confirmed_it(
    api: httpx.AsyncClient, clock: FakeClock, account: Account
):
    first = await newest_token(api, "ada@example.com")
    clock.advance(seconds=1)
    await api.post("/api/auth/register", json=registration(email="ada@example.com"))
    token = await reset_token(account, clock)
    confirmed = await account.post("/api/auth/confirm", json={"token": first})
    assert confirmed.status_code == 200
    problem(await reset(account, token), 409, "email_taken")
    assert (await login(account, PASSWORD)).json()["user"]["id"] == account.user["id"]


@pytest.mark.one_database
async def test_an_account_without_a_password_gets_one_by_mail(
    clock: FakeClock, account: Account, resources: Resources
):
    await drop_password(resources)
    await reset(account, await reset_token(account, clock))
    assert (await login(account, NEW_PASSWORD)).status_code == 200


@pytest.mark.one_database
async def test_a_sign_in_fails_if_a_reset_comes_in_between(
    clock: FakeClock, account: Account, resources: Resources, monkeypatch
):
    """The old password is right when it is checked, and wrong when the login session would start."""
    token = await reset_token(account, clock)
    hasher = resources.password_hasher
    verify = hasher.verify

    async def slow_verify(encoded: str, password: str) -> bool:
        matches = await verify(encoded, password)
        if matches:
            assert (await reset(account, token)).status_code == 204
        return matches

    monkeypatch.setattr(hasher, "verify", slow_verify)
    problem(await login(account, PASSWORD), 401, "invalid_credentials")


async def test_tokens_are_deleted_some_days_after_they_expire(
    clock: FakeClock, account: Account, resources: Resources
):
    token = await reset_token(account, clock)
    clock.advance(days=7)
    await remove_old_tokens(resources.database, clock())
    problem(await reset(account, token), 409, "reset_link_expired")
    clock.advance(days=1)
    await remove_old_tokens(resources.database, clock())
    problem(await reset(account, token), 404, "reset_link_unknown")
