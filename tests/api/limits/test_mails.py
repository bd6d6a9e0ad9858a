"""Limits of requested mails, and of the password of a signed-in user."""

import httpx
import pytest

from tests.api.limits.calling import ABROAD, HOME, WIDE, Caller, limited, shared
from tests.factories import PASSWORD, Account, register
from webdev_certs.settings.limits import Rates


@limited(forgot_password=Rates(ip=WIDE, account="2/hour"))
@pytest.mark.parametrize("email", ["ada@example.com", "nobody@example.com"])
async def test_asking_for_reset_links_is_limited_whether_there_is_an_account_or_not(
    caller: Caller, email: str
):
    home, abroad = caller(HOME), caller(ABROAD)
    await register(home, email="ada@example.com")
    form = {"email": email}
    asked = [await client.post("/api/auth/forgot-password", json=form) for client in (home, abroad, home)]
    assert [response.status_code for response in asked] == [202, 202, 429]


@limited(resend=Rates(ip=WIDE, account="2/hour"))
async def test_requested_mails_are_limited(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    resent = await home.post("/api/auth/resend-confirmation", headers=account.headers)
    form = {"email": "new@example.com", "password": PASSWORD}
    changes = [await home.post("/api/profile/email", json=form, headers=account.headers) for _ in range(2)]
    assert [response.status_code for response in (resent, *changes)] == [202, 202, 429]


@limited(forgot_password=Rates(ip="2/hour", account=WIDE))
async def test_one_ip_cannot_have_reset_links_mailed_to_everybody(caller: Caller):
    school = caller(HOME)
    await register(school, email="ada@example.com")

    async def ask(client: httpx.AsyncClient, email: str) -> int:
        return (await client.post("/api/auth/forgot-password", json={"email": email})).status_code

    assert [await ask(school, f"learner{n}@example.com") for n in range(3)] == [202, 202, 429]
    assert [await ask(school, "ada@example.com"), await ask(caller(ABROAD), "ada@example.com")] == [429, 202]


@limited(resend=Rates(ip="2/hour", account=WIDE))
async def test_one_ip_cannot_have_confirmation_links_mailed_to_everybody(caller: Caller):
    school = caller(HOME)
    accounts = [await register(school) for _ in range(3)]

    async def ask(client: httpx.AsyncClient, account: Account) -> int:
        return (await client.post("/api/auth/resend-confirmation", headers=account.headers)).status_code

    assert [await ask(school, account) for account in accounts] == [202, 202, 429]
    assert await ask(caller(ABROAD), accounts[2]) == 202


@limited(login=shared(account_from_ip="2/hour"))
@pytest.mark.parametrize(
    ("method", "path", "form"),
    [
        ("DELETE", "", {"certificates": "revoke", "password": "wrong horse"}),
        ("POST", "/email", {"email": "new@example.com", "password": "wrong horse"}),
        ("POST", "/password", {"current_password": "wrong horse", "new_password": "eight calm rivers"}),
    ],
)
async def test_an_unattended_browser_cannot_be_used_to_guess_the_password(
    caller: Caller, method: str, path: str, form: dict[str, str]
):
    home = caller(HOME)
    account = await register(home)
    guesses = [
        await home.request(method, f"/api/profile{path}", json=form, headers=account.headers)
        for _ in range(3)
    ]
    assert [response.status_code for response in guesses] == [422, 422, 429]
