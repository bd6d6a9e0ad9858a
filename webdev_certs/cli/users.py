"""`webdev-certs users`: look after accounts."""

import asyncio
from collections.abc import Awaitable, Callable

import click

from webdev_certs.sandbox.clock import utc_now
from webdev_certs.server.models import User
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.services import accounts, payments
from webdev_certs.settings.settings import get_settings


@click.group()
def users() -> None:
    """Look after accounts."""


@users.command()
@click.argument("email")
def grant(email: str) -> None:
    """Give the account with the address EMAIL paid access."""
    asyncio.run(
        _for_account(email, lambda session, user: payments.grant(session, user.id, "granted", utc_now()))
    )
    click.echo(f"{email} has paid access.")


@users.command()
@click.argument("email")
def revoke(email: str) -> None:
    """Take back what was granted to the account with the address EMAIL; what it paid for stays."""
    asyncio.run(_for_account(email, lambda session, user: payments.revoke(session, user.id)))
    click.echo(f"{email} has no access but what was paid for.")


async def _for_account(email: str, act: Callable[[AsyncSession, User], Awaitable[None]]) -> None:
    database = Database(get_settings().database)
    try:
        async with database.session_scope() as session:
            user = await accounts.find_by_email(session, email)
            if user is None:
                raise click.ClickException(f"There is no account with the address {email}.")
            await act(session, user)
    finally:
        await database.dispose()
