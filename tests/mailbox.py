"""What people find in their mail: the outbox, read as its worker reads it."""

import re

import httpx
from fastapi import FastAPI
from sqlmodel import col, select

from tests.factories import Account
from webdev_certs.server.models import OutboxMail

_TOKEN = re.compile(r"#token=([\w-]+)")


async def mails(api: httpx.AsyncClient, address: str) -> list[OutboxMail]:
    """The mails to an address, the oldest first."""
    # httpx has no public name for what a client sends through.
    transport = api._transport
    assert isinstance(transport, httpx.ASGITransport)
    assert isinstance(transport.app, FastAPI)
    async with transport.app.state.resources.database.session_scope() as session:
        query = select(OutboxMail).where(OutboxMail.recipient == address)
        return list(await session.exec(query.order_by(col(OutboxMail.created_at))))


async def newest_token(api: httpx.AsyncClient, address: str) -> str:
    """The token of the link in the newest mail to an address that has one."""
    found = [token[1] for mail in await mails(api, address) if (token := _TOKEN.search(mail.text))]
    assert found, f"no link was mailed to {address}"
    return found[-1]


async def confirm(api: httpx.AsyncClient, account: Account) -> httpx.Response:
    """Follows the link that was mailed after the registration."""
    token = await newest_token(api, account.user["email"])
    return await api.post("/api/auth/confirm", json={"token": token}, headers=account.headers)
