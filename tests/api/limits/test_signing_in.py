"""Limits of wrong passwords, and that nobody can use them to lock somebody else out."""

import asyncio
import dataclasses

import httpx
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem
from tests.api.limits.calling import ABROAD, HOME, Caller, guess, limited, shared, sign_in
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm, newest_token
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.web.forwarded import Forwarded

pytestmark = pytest.mark.one_database


# What a refusal says


@limited(login=shared(account_from_ip="2/15 minutes"))
async def test_a_refusal_says_when_to_try_again(caller: Caller):
    home = caller(HOME)
    assert await guess(home, "ada@example.com", 2) == [401, 401]
    response = await sign_in(home, "ada@example.com")
    body = problem(response, 429, "too_many_requests")
    assert 0 < int(response.headers["retry-after"]) == body["retry_after"] <= 15 * 60
    assert body["detail"] in (
        "Too many tries. Try again in 15 minutes.",
        "Too many tries. Try again in 14 minutes.",
    )
    assert response.headers["cache-control"] == "no-store"


# Signing in


@limited(login=shared(account_from_ip="3/hour"))
async def test_a_stranger_cannot_lock_the_owner_out(caller: Caller):
    await register(caller(HOME), email="ada@example.com")
    assert await guess(caller(ABROAD), "ada@example.com", 10) == [401] * 3 + [429] * 7
    # Neither from a known IP address,
    assert (await sign_in(caller(HOME), "ada@example.com")).status_code == 200
    # nor from an unknown one.
    assert (await sign_in(caller("192.0.2.1"), "ada@example.com")).status_code == 200
    # The right password is refused too after too many wrong ones, or guessing would go on.
    problem(await sign_in(caller(ABROAD), "ada@example.com"), 429, "too_many_requests")


async def test_a_stranger_who_registers_the_same_email_does_not_lock_the_owner_out(
    caller: Caller, clock: FakeClock
):
    home = caller(HOME)
    owner = await register(home, email="ada@example.com")
    strangers: list[Account] = []
    for n in range(3):
        clock.advance(seconds=1)
        strangers.append(
            await register(caller(f"203.0.113.{n}"), email="ada@example.com", password="eight plain horses")
        )
    login = await sign_in(home, "ada@example.com")
    assert login.json()["user"]["id"] == owner.user["id"]
    # The stranger can sign in to their own account, and learns nothing about the other one.
    stranger = strangers[-1]
    login = await sign_in(caller("203.0.113.2"), "ada@example.com", stranger.password)
    assert login.json()["user"]["id"] == stranger.user["id"]


async def test_a_reset_is_for_the_unconfirmed_account_known_to_the_ip(caller: Caller, clock: FakeClock):
    home = caller(HOME)
    owner = await register(home, email="ada@example.com")
    clock.advance(seconds=1)
    await register(caller(ABROAD), email="ada@example.com", name="Mallory")
    clock.advance(seconds=1)
    await home.post("/api/auth/forgot-password", json={"email": "ada@example.com"})
    reset = {"token": await newest_token(home, "ada@example.com"), "password": "nine plain horses"}
    assert (await home.post("/api/auth/reset-password", json=reset)).status_code == 204
    login = await sign_in(home, "ada@example.com", "nine plain horses")
    assert (login.json()["user"]["id"], login.json()["user"]["email_confirmed"]) == (owner.user["id"], True)


@limited(login=shared(account_from_ip="3/hour"))
async def test_the_right_password_resets_the_count_of_wrong_ones(caller: Caller):
    home = caller(HOME)
    await confirm(await register(home, email="ada@example.com"))
    for _ in range(3):
        assert await guess(home, "ada@example.com", 2) == [401, 401]
        assert (await sign_in(home, "ada@example.com")).status_code == 200


@limited(login=shared(account_from_ip="3/hour"))
async def test_an_unconfirmed_accounts_password_resets_no_count_of_the_owner(caller: Caller):
    await confirm(await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    imitation = await register(abroad, email="ada@example.com", password="eight plain horses")
    assert await guess(abroad, "ada@example.com", 1) == [401]
    assert (await sign_in(abroad, "ada@example.com", imitation.password)).status_code == 200
    change = {"email": "new@example.com", "password": imitation.password}
    change_email = await abroad.post("/api/profile/email", json=change, headers=imitation.headers)
    assert change_email.status_code == 202
    assert await guess(abroad, "ada@example.com", 1) == [429]


@limited(login=shared(account_from_ip="4/hour"))
async def test_spellings_of_an_email_count_as_one_account(caller: Caller):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    statuses = [
        (await sign_in(home, email, "wrong horse")).status_code
        for email in ("ada@example.com", "ADA@example.com", " ada@EXAMPLE.com ", "Ada@Example.com")
    ]
    assert statuses == [401] * 4
    problem(await sign_in(home, "aDa@example.com"), 429, "too_many_requests")


@limited(login=shared(account="6/hour"))
async def test_guessing_from_many_ips_is_stopped_but_not_the_owner(caller: Caller, clock: FakeClock):
    await confirm(await register(caller(HOME), email="ada@example.com"))
    for n in range(6):
        assert await guess(caller(f"203.0.113.{n}"), "ada@example.com", 1) == [401]
    problem(await sign_in(caller("203.0.113.200"), "ada@example.com"), 429, "too_many_requests")
    # From an IP address where the owner has signed in before, they still can, even after a mistyped password.
    assert await guess(caller(HOME), "ada@example.com", 3) == [401] * 3
    assert (await sign_in(caller(HOME), "ada@example.com")).status_code == 200
    # Other accounts are not affected.
    assert await guess(caller("203.0.113.201"), "bob@example.com", 1) == [401]
    # After 30 days the IP address may belong to somebody else.
    clock.advance(days=30)
    problem(await sign_in(caller(HOME), "ada@example.com"), 429, "too_many_requests")


@limited(login=shared(account="6/hour", account_from_ip="2/hour"))
async def test_a_reset_password_ends_a_lockout(caller: Caller):
    await confirm(await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    for n in range(3):
        assert await guess(caller(f"203.0.113.{n}"), "ada@example.com", 2) == [401] * 2
    problem(await sign_in(abroad, "ada@example.com"), 429, "too_many_requests")
    await abroad.post("/api/auth/forgot-password", json={"email": "ada@example.com"})
    reset = {"token": await newest_token(abroad, "ada@example.com"), "password": "eight quiet donkeys"}
    assert (await abroad.post("/api/auth/reset-password", json=reset)).status_code == 204
    assert (await sign_in(abroad, "ada@example.com", "eight quiet donkeys")).status_code == 200


@limited(login=shared(ip="5/hour"))
async def test_one_ip_cannot_try_many_accounts(caller: Caller):
    school = caller(HOME)
    await confirm(await register(school, email="ada@example.com"))
    await register(caller(ABROAD), email="bob@example.com")
    assert [await guess(school, f"learner{n}@example.com", 1) for n in range(5)] == [[401]] * 5
    problem(await sign_in(school, "bob@example.com"), 429, "too_many_requests")
    # A user who has signed in from there before is not affected by others there,
    assert (await sign_in(school, "ada@example.com")).status_code == 200
    # nor is a user with another IP address.
    assert (await sign_in(caller(ABROAD), "bob@example.com")).status_code == 200


@limited(login=shared(account_from_ip="2/hour", ip="5/hour", account="3/hour"))
async def test_limits_do_not_tell_whether_an_account_exists(caller: Caller):
    await register(caller(HOME), email="ada@example.com")

    async def attack(email: str, network: str) -> list[tuple[int, str]]:
        answers = []
        for place in ("1", "1", "1", "2", "2", "3"):
            response = await sign_in(caller(f"{network}.{place}"), email, "wrong horse")
            answers.append((response.status_code, response.json()["code"]))
        return answers

    known, unknown = await attack("ada@example.com", "192.0.2"), await attack("no@example.com", "203.0.113")
    assert known == unknown
    assert [status for status, _ in known] == [401, 401, 429, 401, 429, 429]


@limited(login=shared(ip="3/hour"))
async def test_used_up_limits_do_not_tell_whether_an_email_has_an_account(caller: Caller):
    await confirm(await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    imitations = [await register(abroad, email=email) for email in ("ada@example.com", "free@example.com")]
    await guess(abroad, "nobody@example.com", 3)
    # Registering an email does not make the IP address known to its owner's account.
    for imitation in imitations:
        problem(await sign_in(abroad, imitation.user["email"]), 429, "too_many_requests")


@limited(login=shared(account_from_ip="2/hour"))
async def test_an_ipv6_prefix_is_one_caller(caller: Caller):
    assert await guess(caller("2001:db8:1:2::1"), "ada@example.com", 1) == [401]
    assert await guess(caller("2001:db8:1:2:aaaa::9"), "ada@example.com", 2) == [401, 429]
    assert await guess(caller("2001:db8:1:3::1"), "ada@example.com", 1) == [401]


async def test_one_ipv6_site_cannot_keep_others_from_signing_in(
    caller: Caller, api_app: FastAPI, resources: Resources
):
    await register(caller(HOME), email="ada@example.com")
    hasher = PasswordHasher(1, queue=4)
    api_app.state.resources = dataclasses.replace(resources, password_hasher=hasher)
    site = [caller(f"2001:db8:1:{n:x}::1") for n in range(12)]
    attack = [asyncio.create_task(guess(client, f"{n}@example.com", 1)) for n, client in enumerate(site)]
    # The queue is full as soon as the first one is refused.
    await asyncio.wait(attack, return_when=asyncio.FIRST_COMPLETED)
    login = await sign_in(caller(HOME), "ada@example.com")
    waiting = [task for task in attack if not task.done()]
    assert login.status_code == 200
    assert waiting, "the others were not served before"
    assert [503] in [await task for task in attack]
    hasher.close()


@limited(login=shared(account_from_ip="2/hour"))
async def test_a_caller_cannot_fake_another_ip(caller: Caller, api_app: FastAPI):
    statuses = []
    for n in range(3):
        # As the product is served: without proxies, the header is ignored.
        transport = httpx.ASGITransport(Forwarded(api_app, hops=0), client=(ABROAD, 50000))
        headers = {"X-Forwarded-For": f"192.0.2.{n}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://x", headers=headers) as liar:
            statuses += await guess(liar, "ada@example.com", 1)
    assert statuses == [401, 401, 429]
