"""The link that confirms an email after registration."""

import httpx
import pytest

from tests.api.accounts.confirmation.asking import LOVELACE, change, profile, resend, use
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import ADA, Account, register, sign_in
from tests.mailbox import confirm, mails, newest_token

pytestmark = pytest.mark.one_database


async def test_registering_mails_a_link_that_confirms_the_email(api: httpx.AsyncClient, account: Account):
    assert account.user["email_confirmed"] is False
    (mail,) = await mails(api, ADA)
    assert mail.subject == "Confirm your email"
    assert "http://localhost:8000/auth/confirm#token=" in mail.text
    response = await confirm(account)
    assert response.status_code == 200
    assert response.json() == {"email": ADA, "certificates": []}
    verified = await account.post("/api/auth/verify")
    assert verified.json()["user"]["email_confirmed"] is True


async def test_a_link_works_once_and_for_a_day(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    first = await newest_token(api, ADA)
    clock.advance(hours=23, minutes=59)
    again = await sign_in(account)
    assert (await use(again, first)).status_code == 200
    problem(await use(again, first), 409, "confirm_link_used")


async def test_expired_and_unknown_links_are_named(account: Account, clock: FakeClock):
    token = await newest_token(account.api, ADA)
    clock.advance(days=1)
    again = await sign_in(account)
    problem(await use(again, token), 409, "confirm_link_expired")
    problem(await use(again, "unknown"), 404, "confirm_link_unknown")


async def test_a_link_works_for_its_own_account_alone(api: httpx.AsyncClient, account: Account):
    """Mallory has registered Ada's email, and Ada follows the link while signed in to another account."""
    token = await newest_token(api, ADA)
    other = await register(api)
    problem(await use(other, token), 403, "confirm_link_other_account")
    problem(await api.post("/api/auth/confirm", json={"token": token}), 401, "not_authenticated")
    assert (await profile(account))["email_confirmed"] is False
    assert (await use(account, token)).status_code == 200
    # The link to a new email, too.
    await change(account, LOVELACE)
    problem(await use(other, await newest_token(api, LOVELACE)), 403, "confirm_link_other_account")
    assert (await profile(account))["email"] == ADA


async def test_a_reset_link_confirms_nothing_here(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    clock.advance(seconds=1)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    problem(await use(account, await newest_token(api, ADA)), 404, "confirm_link_unknown")


async def test_a_second_link_finds_the_email_confirmed(account: Account, clock: FakeClock):
    first = await newest_token(account.api, ADA)
    clock.advance(minutes=1)
    await resend(account)
    second = await newest_token(account.api, ADA)
    for token in (second, first):
        assert (await use(account, token)).json() == {"email": ADA, "certificates": []}


async def test_a_confirmed_email_gets_no_more_confirmation_mails(api: httpx.AsyncClient, account: Account):
    await confirm(account)
    problem(await resend(account), 409, "already_confirmed")
    assert len(await mails(api, ADA)) == 1
