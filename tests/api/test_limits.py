"""How often things may be asked for, and that nobody can use that to keep somebody else out."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from fastapi import FastAPI
from sqlmodel import select

from tests.answering import pass_test
from tests.api.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, generous_limits, register, registration
from tests.mailbox import confirm, mails, newest_token
from webdev_certs.api.dependencies import Resources
from webdev_certs.forwarded import Forwarded
from webdev_certs.limit_settings import LimitSettings, PublicRates, Rates, SharedRates
from webdev_certs.models import LoginSession
from webdev_certs.settings import Settings

WIDE = "1000000/hour"
HOME, ABROAD = "198.51.100.7", "203.0.113.80"
NUMBER = "WDC-RE-7K3M-92QF-Z"

Caller = Callable[[str], httpx.AsyncClient]


def shared(*, here: str = WIDE, address: str = WIDE, account: str = WIDE) -> SharedRates:
    return SharedRates(here=here, address=address, account=account)


@pytest.fixture
def limits(request: pytest.FixtureRequest) -> LimitSettings:
    """What the test's parameter says; otherwise none that is met by chance."""
    return getattr(request, "param", generous_limits())


@pytest.fixture
def settings(settings: Settings, limits: LimitSettings) -> Settings:
    return settings.model_copy(update={"limits": limits})


@pytest.fixture
async def caller(api_app: FastAPI) -> AsyncIterator[Caller]:
    """Gives a client that calls from an address of the test's choice."""
    async with AsyncExitStack() as clients:
        opened: list[httpx.AsyncClient] = []

        def call_from(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(api_app, raise_app_exceptions=False, client=(address, 50000))
            client = httpx.AsyncClient(transport=transport, base_url="http://api.test")
            clients.push_async_callback(client.aclose)
            opened.append(client)
            return client

        yield call_from


async def sign_in(client: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def guess(client: httpx.AsyncClient, email: str, times: int) -> list[int]:
    """The statuses of so many wrong passwords."""
    return [(await sign_in(client, email, f"wrong horse {n}")).status_code for n in range(times)]


async def refresh(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/api/auth/refresh", json={"refresh_token": token})


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def limited(**rates: PublicRates) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("limits", [generous_limits(**rates)], indirect=True)


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


# Registering


@limited(registration=shared(here="2/hour"))
async def test_registering_one_address_again_and_again_ends(caller: Caller):
    form = registration(email="ada@example.com")
    statuses = [(await caller(ABROAD).post("/api/auth/register", json=form)).status_code for _ in range(3)]
    assert statuses[2] == 429
    # Its owner, elsewhere, is answered as ever.
    assert (await caller(HOME).post("/api/auth/register", json=form)).status_code != 429
    # So is somebody else here.
    assert (await caller(ABROAD).post("/api/auth/register", json=registration())).status_code == 201


@limited(registration=shared(account="2/hour"))
async def test_strangers_keep_nobody_from_registering_their_address(caller: Caller):
    for n in range(2):
        await register(caller(f"203.0.113.{n}"), email="ada@example.com")
    home = caller(HOME)
    owner = await register(home, email="ada@example.com")
    # Its reader gets no more mails unasked than that, but the owner can ask for theirs.
    assert len(await mails(home, "ada@example.com")) == 2
    assert (await home.post("/api/auth/resend-confirmation", headers=owner.headers)).status_code == 202
    assert (await confirm(home, owner)).status_code == 200


@limited(registration=shared(address="2/hour"))
async def test_one_address_cannot_make_any_number_of_accounts(caller: Caller):
    for _ in range(2):
        await register(caller(ABROAD))
    response = await caller(ABROAD).post("/api/auth/register", json=registration())
    problem(response, 429, "too_many_requests")
    await register(caller(HOME))


@limited(registration=shared(address="1/hour"))
async def test_a_form_that_cannot_be_read_costs_nothing(caller: Caller):
    for _ in range(3):
        response = await caller(HOME).post("/api/auth/register", json=registration(email="nobody"))
        problem(response, 422, "invalid_request")
    await register(caller(HOME))


# Sessions


@limited(refresh=Rates(address="3/hour", account=WIDE))
async def test_trying_refresh_tokens_ends_but_good_ones_stay_good(caller: Caller):
    school = caller(HOME)
    account = await register(school)
    statuses = [(await refresh(school, f"token{n}")).status_code for n in range(5)]
    assert statuses == [401, 401, 401, 429, 429]
    assert (await refresh(school, account.refresh_token)).status_code == 200


@limited(refresh=Rates(address=WIDE, account="2/hour"))
async def test_one_account_refreshes_only_so_often(caller: Caller):
    ada, bob = await register(caller(HOME)), await register(caller(HOME))
    statuses = [(await refresh(caller(HOME), ada.refresh_token)).status_code for _ in range(2)]
    assert statuses == [200, 200]
    problem(await refresh(caller(ABROAD), ada.refresh_token), 429, "too_many_requests")
    assert (await refresh(caller(HOME), bob.refresh_token)).status_code == 200


@limited(verify=Rates(address="3/hour", account=WIDE))
async def test_trying_access_tokens_ends_but_good_ones_stay_good(caller: Caller):
    school = caller(HOME)
    ada, bob = await register(school), await register(school)
    await school.post("/api/auth/logout", headers=bob.headers)
    # Forged ones and those of ended sessions alike.
    tokens = ["forged", bob.access_token, f"{ada.access_token}x", "forged", bob.access_token]
    statuses = [
        (await school.post("/api/auth/verify", headers=bearer(token))).status_code for token in tokens
    ]
    assert statuses == [401, 401, 401, 429, 429]
    assert (await school.post("/api/auth/verify", headers=ada.headers)).status_code == 200


@limited(verify=Rates(address=WIDE, account="2/minute"))
async def test_one_account_is_verified_only_so_often(caller: Caller):
    ada, bob = await register(caller(HOME)), await register(caller(HOME))

    async def verify(account: Account, address: str) -> int:
        return (await caller(address).post("/api/auth/verify", headers=account.headers)).status_code

    assert [await verify(ada, HOME), await verify(ada, HOME), await verify(ada, ABROAD)] == [200, 200, 429]
    assert await verify(bob, HOME) == 200


# Certificates


@limited(certificate=PublicRates(address="2/minute"))
async def test_numbers_of_certificates_cannot_be_tried_in_numbers(caller: Caller):
    path = f"/api/verify/{NUMBER}"
    statuses = [(await caller(ABROAD).get(path)).status_code for _ in range(3)]
    assert statuses == [404, 404, 429]
    assert (await caller(HOME).get(path)).status_code == 404


@limited(certificate=PublicRates(address="2/minute"))
async def test_whoever_has_certificates_to_check_may_check_them_all(caller: Caller):
    home = caller(HOME)
    number = (await pass_test(home, await register(home)))["certificate_number"]
    for tried in (NUMBER, NUMBER, *[number[:-1]] * 3, *[number] * 3):
        await home.get(f"/api/verify/{tried}")
    answer = await home.get(f"/api/verify/{number}")
    assert (answer.status_code, answer.json()["status"]) == (200, "valid")


# What is kept


async def test_nothing_readable_is_kept_of_an_address(caller: Caller, resources: Resources):
    home = caller(HOME)
    await register(home, email="ada@example.com")
    await guess(home, "ada@example.com", 2)
    async with resources.database.session_scope() as session:
        (login,) = (await session.exec(select(LoginSession))).all()
    assert len(login.place) == 32
    counted = " ".join(resources.limiter._local.storage.storage)  # pyright: ignore[reportAttributeAccessIssue]
    assert login.place not in counted
    for readable in (HOME, "198.51", "ada", "example"):
        assert readable not in login.place + counted
    assert counted


# Switching them off


@pytest.mark.parametrize(
    "limits",
    [
        LimitSettings(
            enabled=False,
            login=shared(here="1/day", address="1/day", account="1/day"),
            registration=shared(here="1/day", address="1/day", account="1/day"),
            refresh=Rates(address="1/day", account="1/day"),
            verify=Rates(address="1/day", account="1/day"),
            certificate=PublicRates(address="1/day"),
        )
    ],
    indirect=True,
)
async def test_switched_off_they_stop_nothing(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    await register(home)
    assert await guess(home, "ada@example.com", 3) == [401] * 3
    for _ in range(2):
        assert (await refresh(home, account.refresh_token)).status_code == 200
        assert (await home.post("/api/auth/verify", headers=account.headers)).status_code == 200
        assert (await home.get(f"/api/verify/{NUMBER}")).status_code == 404


# Mails and passwords of the account


@limited(forgot_password=Rates(address=WIDE, account="2/hour"))
@pytest.mark.parametrize("email", ["ada@example.com", "nobody@example.com"])
async def test_asking_for_reset_links_is_limited_whether_there_is_an_account_or_not(
    caller: Caller, email: str
):
    home, abroad = caller(HOME), caller(ABROAD)
    await register(home, email="ada@example.com")
    form = {"email": email}
    asked = [await client.post("/api/auth/forgot-password", json=form) for client in (home, abroad, home)]
    assert [response.status_code for response in asked] == [202, 202, 429]


@limited(resend=Rates(address=WIDE, account="2/hour"))
async def test_mails_that_one_asks_for_are_limited(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    resent = await home.post("/api/auth/resend-confirmation", headers=account.headers)
    form = {"email": "new@example.com", "password": PASSWORD}
    changes = [await home.post("/api/profile/email", json=form, headers=account.headers) for _ in range(2)]
    assert [response.status_code for response in (resent, *changes)] == [202, 202, 429]


@limited(forgot_password=Rates(address="2/hour", account=WIDE))
async def test_one_address_cannot_have_links_mailed_to_everybody(caller: Caller):
    school = caller(HOME)
    await register(school, email="ada@example.com")

    async def ask(client: httpx.AsyncClient, email: str) -> int:
        return (await client.post("/api/auth/forgot-password", json={"email": email})).status_code

    assert [await ask(school, f"learner{n}@example.com") for n in range(3)] == [202, 202, 429]
    assert [await ask(school, "ada@example.com"), await ask(caller(ABROAD), "ada@example.com")] == [429, 202]


@limited(resend=Rates(address="2/hour", account=WIDE))
async def test_nor_links_that_confirm_an_address(caller: Caller):
    school = caller(HOME)
    accounts = [await register(school) for _ in range(3)]

    async def ask(client: httpx.AsyncClient, account: Account) -> int:
        return (await client.post("/api/auth/resend-confirmation", headers=account.headers)).status_code

    assert [await ask(school, account) for account in accounts] == [202, 202, 429]
    assert await ask(caller(ABROAD), accounts[2]) == 202


@limited(login=shared(here="2/hour"))
@pytest.mark.parametrize(
    ("method", "path", "form"),
    [
        ("DELETE", "", {"certificates": "revoke", "password": "wrong horse"}),
        ("POST", "/email", {"email": "new@example.com", "password": "wrong horse"}),
        ("POST", "/password", {"current_password": "wrong horse", "new_password": "eight calm rivers"}),
    ],
)
async def test_who_finds_a_browser_open_cannot_guess_the_password(
    caller: Caller, method: str, path: str, form: dict[str, str]
):
    home = caller(HOME)
    account = await register(home)
    guesses = [
        await home.request(method, f"/api/profile{path}", json=form, headers=account.headers)
        for _ in range(3)
    ]
    assert [response.status_code for response in guesses] == [422, 422, 429]
