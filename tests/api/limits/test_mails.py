"""Limits of requested mails, and of the password of a signed-in user."""

import httpx
import pytest

from tests.api.limits.calling import ABROAD, HOME, WIDE, Caller, limited, shared
from tests.factories import PASSWORD, Account, register
from tests.mailbox import confirm, mails, newest_token
from webdev_certs.settings.limits import OwnRates, Rates

pytestmark = pytest.mark.one_database


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
    resent = await account.post("/api/auth/resend-confirmation")
    form = {"email": "new@example.com", "password": PASSWORD}
    changes = [await account.post("/api/profile/email", json=form) for _ in range(2)]
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
    guesses = [await account.request(method, f"/api/profile{path}", json=form) for _ in range(3)]
    assert [response.status_code for response in guesses] == [422, 422, 429]


# Mails to one recipient, from all callers together

VICTIM = "ada@example.com"


async def change_password(client: httpx.AsyncClient, account: Account, password: str) -> None:
    form = {"current_password": account.password, "new_password": password}
    response = await client.post("/api/profile/password", json=form, headers=account.headers)
    assert response.status_code == 204


@limited(mail=OwnRates(account="6/hour"))
async def test_many_accounts_cannot_fill_one_mailbox(caller: Caller):
    for n in range(5):
        stranger = caller(f"203.0.113.{n}")
        account = await register(stranger, email=VICTIM)
        await stranger.post("/api/auth/resend-confirmation", headers=account.headers)
        other = await register(stranger)
        form = {"email": VICTIM.upper(), "password": PASSWORD}
        await stranger.post("/api/profile/email", json=form, headers=other.headers)
        await change_password(stranger, account, "nine plain horses")
        await stranger.request(
            "DELETE",
            "/api/profile",
            json={"password": "nine plain horses", "certificates": "revoke"},
            headers=account.headers,
        )
    assert len(await mails(caller(HOME), VICTIM)) == 6


@limited(mail=OwnRates(account="2/hour"))
async def test_a_refused_mail_says_when_to_try_again(caller: Caller):
    home = caller(HOME)
    account = await register(home, email=VICTIM)
    asked = [await account.post("/api/auth/resend-confirmation") for _ in range(2)]
    assert [response.status_code for response in asked] == [202, 429]
    assert asked[1].json()["code"] == "too_many_requests"
    # Others still get their mails.
    other = await register(home)
    assert (await other.post("/api/auth/resend-confirmation")).status_code == 202


@limited(mail=OwnRates(account="2/hour"))
async def test_strangers_cannot_keep_the_owner_from_confirming_the_email(caller: Caller):
    for n in range(4):
        await register(caller(f"203.0.113.{n}"), email=VICTIM)
    home = caller(HOME)
    owner = await register(home, email=VICTIM)
    # A link to set a new password confirms the email too.
    await home.post("/api/auth/forgot-password", json={"email": VICTIM})
    reset = {"token": await newest_token(home, VICTIM), "password": "eight plain horses"}
    assert (await home.post("/api/auth/reset-password", json=reset)).status_code == 204
    login = await home.post("/api/auth/login", json={"email": VICTIM, "password": "eight plain horses"})
    assert login.json()["user"] == owner.user | {"email_confirmed": True}


@limited(mail=OwnRates(account="2/hour"))
async def test_the_owner_of_a_confirmed_email_gets_a_mail_about_every_change(caller: Caller):
    home = caller(HOME)
    owner = await register(home, email=VICTIM)
    await confirm(owner)
    for n in range(4):
        await register(caller(f"203.0.113.{n}"), email=VICTIM)
    before = len(await mails(home, VICTIM))
    await change_password(home, owner, "nine plain horses")
    assert len(await mails(home, VICTIM)) == before + 1
