"""How often one may register, use sessions and check certificates; what is kept to know it."""

import pytest
from sqlmodel import select

from tests.answering import pass_test
from tests.api.limits.calling import (
    ABROAD,
    HOME,
    NUMBER,
    WIDE,
    Caller,
    bearer,
    guess,
    limited,
    refresh,
    shared,
)
from tests.api.test_auth import problem
from tests.factories import Account, register, registration
from tests.mailbox import confirm, mails
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.limit_settings import LimitSettings, PublicRates, Rates
from webdev_certs.server.models import LoginSession

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
