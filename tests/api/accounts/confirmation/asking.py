"""Requests about an account's email."""

import httpx

from tests.factories import PASSWORD, Account
from tests.mailbox import mails
from webdev_certs.server.models import OutboxMail

ADA, LOVELACE = "ada@example.com", "lovelace@example.com"


async def use(api: httpx.AsyncClient, account: Account, token: str) -> httpx.Response:
    return await api.post("/api/auth/confirm", json={"token": token}, headers=account.headers)


async def resend(api: httpx.AsyncClient, account: Account) -> httpx.Response:
    return await api.post("/api/auth/resend-confirmation", headers=account.headers)


async def change(
    api: httpx.AsyncClient, account: Account, email: str, password: str | None = PASSWORD
) -> httpx.Response:
    form = {"email": email, "password": password}
    return await api.post("/api/profile/email", json=form, headers=account.headers)


async def profile(api: httpx.AsyncClient, account: Account) -> dict[str, object]:
    response = await api.get("/api/profile", headers=account.headers)
    assert response.status_code == 200, response.text
    return response.json()


async def newest_mail(api: httpx.AsyncClient, email: str) -> OutboxMail:
    return (await mails(api, email))[-1]
