"""Limits of registering, of tokens and of verifying certificates, and what is stored to count them."""

import re

import pytest
from sqlmodel import select

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.api.limits.calling import (
    ABROAD,
    HOME,
    NUMBER,
    WIDE,
    Caller,
    guess,
    limited,
    refresh,
    shared,
)
from tests.factories import Account, bearer, register, registration
from tests.mailbox import confirm, mails
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import LoginSession
from webdev_certs.settings.limits import LimitSettings, PublicRates, Rates

pytestmark = pytest.mark.one_database


# Registering


@limited(registration=shared(account_from_ip="2/hour"))
async def test_registering_one_email_again_and_again_is_limited(caller: Caller):
    form = registration(email="ada@example.com")
    statuses = [(await caller(ABROAD).post("/api/auth/register", json=form)).status_code for _ in range(3)]
    assert statuses[2] == 429
    # Its owner can still register from another IP address.
    assert (await caller(HOME).post("/api/auth/register", json=form)).status_code != 429
    # So can others from this one.
    assert (await caller(ABROAD).post("/api/auth/register", json=registration())).status_code == 201


@limited(registration=shared(account="2/hour"))
async def test_strangers_cannot_prevent_the_registration_of_an_email(caller: Caller):
    for n in range(2):
        await register(caller(f"203.0.113.{n}"), email="ada@example.com")
    home = caller(HOME)
    owner = await register(home, email="ada@example.com")
    # The email gets no more mails about registrations, but its owner can ask for a mail.
    assert len(await mails(home, "ada@example.com")) == 2
    assert (await owner.post("/api/auth/resend-confirmation")).status_code == 202
    assert (await confirm(owner)).status_code == 200


@limited(registration=shared(ip="2/hour"))
async def test_one_ip_cannot_create_any_number_of_accounts(caller: Caller):
    for _ in range(2):
        await register(caller(ABROAD))
    response = await caller(ABROAD).post("/api/auth/register", json=registration())
    problem(response, 429, "too_many_requests")
    await register(caller(HOME))


@limited(registration=shared(ip="1/hour"))
async def test_a_malformed_form_costs_no_hash(caller: Caller):
    for _ in range(3):
        response = await caller(HOME).post("/api/auth/register", json=registration(email="nobody"))
        problem(response, 422, "invalid_request")
    await register(caller(HOME))


# Login sessions


@limited(refresh=Rates(ip="3/hour", account=WIDE))
async def test_trying_refresh_tokens_is_limited_but_valid_ones_still_work(caller: Caller):
    school = caller(HOME)
    account = await register(school)
    statuses = [(await refresh(school, f"token{n}")).status_code for n in range(5)]
    assert statuses == [401, 401, 401, 429, 429]
    assert (await refresh(school, account.refresh_token)).status_code == 200


@limited(refresh=Rates(ip=WIDE, account="2/hour"))
async def test_one_account_refreshes_only_so_often(caller: Caller):
    ada, bob = await register(caller(HOME)), await register(caller(HOME))
    statuses = [(await refresh(caller(HOME), ada.refresh_token)).status_code for _ in range(2)]
    assert statuses == [200, 200]
    problem(await refresh(caller(ABROAD), ada.refresh_token), 429, "too_many_requests")
    assert (await refresh(caller(HOME), bob.refresh_token)).status_code == 200


@limited(verify=Rates(ip="3/hour", account=WIDE))
async def test_trying_access_tokens_is_limited_but_valid_ones_still_work(caller: Caller):
    school = caller(HOME)
    ada, bob = await register(school), await register(school)
    await school.post("/api/auth/logout", headers=bob.headers)
    # Both forged tokens and those of ended login sessions count.
    tokens = ["forged", bob.access_token, f"{ada.access_token}x", "forged", bob.access_token]
    statuses = [
        (await school.post("/api/auth/verify", headers=bearer(token))).status_code for token in tokens
    ]
    assert statuses == [401, 401, 401, 429, 429]
    assert (await school.post("/api/auth/verify", headers=ada.headers)).status_code == 200


@limited(verify=Rates(ip=WIDE, account="2/minute"))
async def test_one_account_is_verified_only_so_often(caller: Caller):
    ada, bob = await register(caller(HOME)), await register(caller(HOME))

    async def verify(account: Account, ip: str) -> int:
        return (await caller(ip).post("/api/auth/verify", headers=account.headers)).status_code

    assert [await verify(ada, HOME), await verify(ada, HOME), await verify(ada, ABROAD)] == [200, 200, 429]
    assert await verify(bob, HOME) == 200


# Certificates


@limited(certificate=PublicRates(ip="2/minute"))
async def test_guessing_certificate_numbers_is_limited_but_not_checking_existing_ones(caller: Caller):
    home = caller(HOME)
    number = (await pass_exam(await register(home)))["certificate_number"]
    tried = (*[number[:-1]] * 3, *[number] * 3, *[NUMBER] * 3, number)
    statuses = [(await home.get(f"/api/verify/{typed}")).status_code for typed in tried]
    # Numbers with a typing error do not count either.
    assert statuses == [422] * 3 + [200] * 3 + [404, 404, 429] + [200]
    assert (await caller(ABROAD).get(f"/api/verify/{NUMBER}")).status_code == 404


@limited(certificate=PublicRates(ip="5/minute"))
async def test_each_unknown_number_of_a_list_counts(caller: Caller):
    abroad = caller(ABROAD)
    # Numbers with a typing error, and those that are there twice, do not.
    text = "\n".join([NUMBER, NUMBER, NUMBER[:-1], "WDC-RE-SAMP-1E00-A"])
    for _ in range(5):
        assert (await abroad.post("/api/verify/numbers", json={"text": text})).status_code == 200
    refused = await abroad.post("/api/verify/numbers", json={"text": text})
    assert refused.status_code == 429
    assert NUMBER not in refused.text
    assert (await abroad.get(f"/api/verify/{NUMBER}")).status_code == 429
    assert (await caller(HOME).get(f"/api/verify/{NUMBER}")).status_code == 404


# What is kept


async def test_an_ip_is_stored_only_as_a_hash(caller: Caller, resources: Resources):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    await guess(home, "ada@example.com", 2)
    async with resources.database.transaction() as db:
        (login,) = (await db.exec(select(LoginSession))).all()
    assert re.fullmatch("[0-9a-f]{32}", login.ip_hash)


# Switching them off


@pytest.mark.parametrize(
    "limits",
    [
        LimitSettings(
            enabled=False,
            login=shared(account_from_ip="1/day", ip="1/day", account="1/day"),
            registration=shared(account_from_ip="1/day", ip="1/day", account="1/day"),
            refresh=Rates(ip="1/day", account="1/day"),
            verify=Rates(ip="1/day", account="1/day"),
            certificate=PublicRates(ip="1/day"),
        )
    ],
    indirect=True,
)
async def test_disabled_limits_stop_nothing(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    await register(home)
    assert await guess(home, "ada@example.com", 3) == [401] * 3
    for _ in range(2):
        assert (await refresh(home, account.refresh_token)).status_code == 200
        assert (await account.post("/api/auth/verify")).status_code == 200
        assert (await home.get(f"/api/verify/{NUMBER}")).status_code == 404
