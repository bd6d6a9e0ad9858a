"""How often passwords may be tried, and that nobody can use that to keep somebody else out."""

import asyncio

import httpx
from fastapi import FastAPI

from tests.api.limits.calling import ABROAD, HOME, Caller, guess, limited, shared, sign_in
from tests.api.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm, newest_token
from webdev_certs.web.forwarded import Forwarded

# What a refusal says


@limited(login=shared(here="2/15 minutes"))
async def test_a_refusal_says_when_to_come_back(caller: Caller):
    home = caller(HOME)
    assert await guess(home, "ada@example.com", 2) == [401, 401]
    response = await sign_in(home, "ada@example.com")
    body = problem(response, 429, "too_many_requests")
    assert 0 < int(response.headers["retry-after"]) == body["retry_after"] <= 15 * 60
    assert body["detail"] in (
        "That was too often. Try again in 15 minutes.",
        "That was too often. Try again in 14 minutes.",
    )
    assert response.headers["cache-control"] == "no-store"


@limited(login=shared(here="1/1 second"))
async def test_afterwards_it_is_as_before(caller: Caller):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    assert await guess(home, "ada@example.com", 1) == [401]
    # A second may have ended in between; the third try of three is then the one that is refused.
    while (response := await sign_in(home, "ada@example.com", "wrong horse")).status_code == 401:
        pass
    await asyncio.sleep(int(response.headers["retry-after"]))
    assert (await sign_in(home, "ada@example.com")).status_code == 200


# Signing in


@limited(login=shared(here="3/hour"))
async def test_a_stranger_cannot_lock_the_owner_out(caller: Caller):
    await register(caller(HOME), email="ada@example.com")
    assert await guess(caller(ABROAD), "ada@example.com", 10) == [401] * 3 + [429] * 7
    # Neither where they are known,
    assert (await sign_in(caller(HOME), "ada@example.com")).status_code == 200
    # nor where they are not.
    assert (await sign_in(caller("192.0.2.1"), "ada@example.com")).status_code == 200
    # And the right password does not help where too many were wrong: it would be a guess like any other.
    problem(await sign_in(caller(ABROAD), "ada@example.com"), 429, "too_many_requests")


async def test_a_stranger_who_registers_the_same_address_does_not_lock_the_owner_out(
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
    # The stranger gets into their own account, and learns nothing of another one.
    stranger = strangers[-1]
    login = await sign_in(caller("203.0.113.2"), "ada@example.com", stranger.password)
    assert login.json()["user"]["id"] == stranger.user["id"]


async def test_a_reset_is_for_the_account_of_who_asks_here(caller: Caller, clock: FakeClock):
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


@limited(login=shared(here="3/hour"))
async def test_the_right_password_forgives_what_was_mistyped(caller: Caller):
    home = caller(HOME)
    await confirm(home, await register(home, email="ada@example.com"))
    for _ in range(3):
        assert await guess(home, "ada@example.com", 2) == [401, 401]
        assert (await sign_in(home, "ada@example.com")).status_code == 200


@limited(login=shared(here="3/hour"))
async def test_an_imitations_password_forgives_no_guesses_at_the_owners(caller: Caller):
    await confirm(caller(HOME), await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    imitation = await register(abroad, email="ada@example.com", password="eight plain horses")
    assert await guess(abroad, "ada@example.com", 1) == [401]
    assert (await sign_in(abroad, "ada@example.com", imitation.password)).status_code == 200
    change = {"email": "new@example.com", "password": imitation.password}
    change_address = await abroad.post("/api/profile/email", json=change, headers=imitation.headers)
    assert change_address.status_code == 202
    assert await guess(abroad, "ada@example.com", 1) == [429]


@limited(login=shared(here="4/hour"))
async def test_spellings_of_an_address_are_one_account(caller: Caller):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    statuses = [
        (await sign_in(home, email, "wrong horse")).status_code
        for email in ("ada@example.com", "ADA@example.com", " ada@EXAMPLE.com ", "Ada@Example.com")
    ]
    assert statuses == [401] * 4
    problem(await sign_in(home, "aDa@example.com"), 429, "too_many_requests")


@limited(login=shared(here="5/hour"))
async def test_guesses_at_the_same_moment_count_too(caller: Caller):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    responses = await asyncio.gather(*(sign_in(home, "ada@example.com", f"horse {n}") for n in range(20)))
    assert sorted(response.status_code for response in responses) == [401] * 5 + [429] * 15


@limited(login=shared(account="6/hour"))
async def test_guessing_from_many_places_ends_but_not_for_the_owner(caller: Caller, clock: FakeClock):
    await confirm(caller(HOME), await register(caller(HOME), email="ada@example.com"))
    for n in range(6):
        assert await guess(caller(f"203.0.113.{n}"), "ada@example.com", 1) == [401]
    problem(await sign_in(caller("203.0.113.200"), "ada@example.com"), 429, "too_many_requests")
    # Where the owner has signed in before they still may, and mistype it too.
    assert await guess(caller(HOME), "ada@example.com", 3) == [401] * 3
    assert (await sign_in(caller(HOME), "ada@example.com")).status_code == 200
    # Others' accounts do not suffer.
    assert await guess(caller("203.0.113.201"), "bob@example.com", 1) == [401]
    # After 30 days the place could be anybody's.
    clock.advance(days=30)
    problem(await sign_in(caller(HOME), "ada@example.com"), 429, "too_many_requests")


@limited(login=shared(account="6/hour", here="2/hour"))
async def test_a_new_password_by_mail_ends_a_lock_out(caller: Caller):
    await confirm(caller(HOME), await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    for n in range(3):
        assert await guess(caller(f"203.0.113.{n}"), "ada@example.com", 2) == [401] * 2
    problem(await sign_in(abroad, "ada@example.com"), 429, "too_many_requests")
    await abroad.post("/api/auth/forgot-password", json={"email": "ada@example.com"})
    reset = {"token": await newest_token(abroad, "ada@example.com"), "password": "eight quiet donkeys"}
    assert (await abroad.post("/api/auth/reset-password", json=reset)).status_code == 204
    assert (await sign_in(abroad, "ada@example.com", "eight quiet donkeys")).status_code == 200


@limited(login=shared(address="5/hour"))
async def test_one_address_cannot_try_many_accounts(caller: Caller):
    school = caller(HOME)
    await confirm(school, await register(school, email="ada@example.com"))
    await register(caller(ABROAD), email="bob@example.com")
    assert [await guess(school, f"learner{n}@example.com", 1) for n in range(5)] == [[401]] * 5
    problem(await sign_in(school, "bob@example.com"), 429, "too_many_requests")
    # Who has signed in from there before does not suffer from a neighbour,
    assert (await sign_in(school, "ada@example.com")).status_code == 200
    # and who is elsewhere neither.
    assert (await sign_in(caller(ABROAD), "bob@example.com")).status_code == 200


@limited(login=shared(here="2/hour", address="5/hour", account="3/hour"))
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


@limited(login=shared(address="3/hour"))
async def test_full_limits_do_not_tell_whether_an_address_is_taken(caller: Caller):
    await confirm(caller(HOME), await register(caller(HOME), email="ada@example.com"))
    abroad = caller(ABROAD)
    imitations = [await register(abroad, email=email) for email in ("ada@example.com", "free@example.com")]
    await guess(abroad, "nobody@example.com", 3)
    # A place from which somebody has registered an address is not for that reason its owner's.
    for imitation in imitations:
        problem(await sign_in(abroad, imitation.user["email"]), 429, "too_many_requests")


@limited(login=shared(here="2/hour"))
async def test_a_home_with_ipv6_is_one_caller(caller: Caller):
    assert await guess(caller("2001:db8:1:2::1"), "ada@example.com", 1) == [401]
    assert await guess(caller("2001:db8:1:2:aaaa::9"), "ada@example.com", 2) == [401, 429]
    assert await guess(caller("2001:db8:1:3::1"), "ada@example.com", 1) == [401]


@limited(login=shared(here="2/hour"))
async def test_a_stranger_cannot_pretend_to_be_elsewhere(caller: Caller, api_app: FastAPI):
    statuses = []
    for n in range(3):
        # As the product is served: behind no proxy, the header says nothing.
        transport = httpx.ASGITransport(Forwarded(api_app, hops=0), client=(ABROAD, 50000))
        headers = {"X-Forwarded-For": f"192.0.2.{n}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://x", headers=headers) as liar:
            statuses += await guess(liar, "ada@example.com", 1)
    assert statuses == [401, 401, 429]
