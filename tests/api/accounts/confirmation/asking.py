"""Requests about an account's email."""

import httpx

from tests.factories import PASSWORD, Account
from tests.mailbox import mails
from webdev_certs.server.models import OutboxMail

LOVELACE = "lovelace@example.com"


async def use(account: Account, token: str) -> httpx.Response:
    return await account.post("/api/auth/confirm", json={"token": token})


async def resend(account: Account) -> httpx.Response:
    return await account.post("/api/auth/resend-confirmation")


async def change(account: Account, email: str, password: str | None = PASSWORD) -> httpx.Response:
    form = {"email": email, "password": password}
    return await account.post("/api/profile/email", json=form)


async def profile(account: Account) -> dict[str, object]:
    return await account.read("/api/profile")


async def newest_mail(api: httpx.AsyncClient, email: str) -> OutboxMail:
    return (await mails(api, email))[-1]
