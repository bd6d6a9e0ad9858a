"""The mails that people get, read from the outbox."""

import re
from uuid import UUID

import httpx
from sqlmodel import col, select, update

from tests.api_client import ApiClient
from tests.factories import Account
from webdev_certs.server.models import OutboxMail, User

_TOKEN = re.compile(r"#token=([\w-]+)")


async def mails(api: httpx.AsyncClient, email: str) -> list[OutboxMail]:
    """Return the mails to an email, oldest first; `api` must be an `ApiClient`."""
    assert isinstance(api, ApiClient)
    async with api.app.state.resources.database.transaction() as db:
        query = select(OutboxMail).where(OutboxMail.recipient == email)
        return list(await db.exec(query.order_by(col(OutboxMail.created_at))))


async def newest_token(api: httpx.AsyncClient, email: str) -> str:
    """Return the token of the newest link that was mailed to an email."""
    found = [token[1] for mail in await mails(api, email) if (token := _TOKEN.search(mail.text))]
    assert found, f"no link was mailed to {email}"
    return found[-1]


async def set_confirmed(account: Account, confirmed: bool) -> None:
    """Make the account's email confirmed, or not, without a mail; their client must be an `ApiClient`."""
    assert isinstance(account.api, ApiClient)
    resources = account.api.app.state.resources
    moment = resources.clock() if confirmed else None
    async with resources.database.transaction() as db:
        own = update(User).where(col(User.id) == UUID(account.user["id"]))
        if confirmed:
            own = own.where(col(User.email_confirmed_at).is_(None))
        await db.exec(own.values(email_confirmed_at=moment))


async def confirm(account: Account) -> httpx.Response:
    """Confirm the account's email with the newest mailed link."""
    token = await newest_token(account.api, account.user["email"])
    return await account.post("/api/auth/confirm", json={"token": token})
