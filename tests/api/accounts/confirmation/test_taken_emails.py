"""Registering an email that already has an account."""

import asyncio

import pytest

from tests.api.accounts.confirmation.asking import newest_mail, resend, use
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import ADA, Account, register, sign_in
from tests.mailbox import confirm, newest_token


@pytest.mark.one_database
async def test_only_the_mail_tells_that_an_email_is_taken(account: Account, clock: FakeClock):
    await confirm(account)
    clock.advance(minutes=1)
    imitation = await register(account.api, email=ADA, name="Mallory")
    mail = await newest_mail(account.api, ADA)
    assert mail.subject == "You already have an account"
    assert "http://localhost:8000/auth/forgot-password" in mail.text
    assert "#token=" not in mail.text + mail.html
    assert "Mallory" not in mail.text + mail.html
    clock.advance(minutes=1)
    assert (await resend(imitation)).status_code == 202
    assert (await newest_mail(account.api, ADA)).subject == "You already have an account"


async def test_an_unconfirmed_email_belongs_to_the_newest_account(account: Account, clock: FakeClock):
    clock.advance(minutes=1)
    second = await register(account.api, email=ADA, password="five loud parrots")
    assert (await sign_in(second)).user["id"] == second.user["id"]
    await confirm(second)
    assert (await sign_in(second)).user["id"] == second.user["id"]
    assert (await sign_in(account)).user["id"] == account.user["id"]


async def test_the_first_account_to_confirm_an_email_gets_it(account: Account, clock: FakeClock):
    first = await newest_token(account.api, ADA)
    clock.advance(minutes=1)
    other = await register(account.api, email=ADA)
    second = await newest_token(account.api, ADA)
    responses = await asyncio.gather(use(account, first), use(other, second))
    assert sorted(response.status_code for response in responses) == [200, 409]
    problem(next(r for r in responses if r.status_code == 409), 409, "email_taken")
