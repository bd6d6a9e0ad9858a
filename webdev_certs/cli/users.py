"""`webdev-certs users`: manage accounts."""

import asyncio
from collections.abc import Awaitable, Callable

import click

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.clock import utc_now
from webdev_certs.server.models import User
from webdev_certs.server.services.accounts import accounts
from webdev_certs.server.services.payments import entitlements
from webdev_certs.settings import get_settings


@click.group()
def users() -> None:
    """Manage accounts."""


@users.command()
@click.argument("email")
def grant(email: str) -> None:
    """Give the account with this EMAIL paid access."""
    asyncio.run(_for_account(email, lambda db, user: entitlements.grant(db, user.id, "granted", utc_now())))
    click.echo(f"{email} has paid access.")


@users.command()
@click.argument("email")
def revoke(email: str) -> None:
    """Take granted access back from the account with this EMAIL; what it paid for stays."""
    asyncio.run(_for_account(email, lambda db, user: entitlements.revoke(db, user.id)))
    click.echo(f"{email} has no granted access anymore.")


async def _for_account(email: str, act: Callable[[AsyncSession, User], Awaitable[None]]) -> None:
    database = Database(get_settings().database)
    try:
        async with database.transaction() as db:
            user = await accounts.find_by_email(db, email)
            if user is None:
                raise click.ClickException(f"There is no account with the email {email}.")
            await act(db, user)
    finally:
        await database.dispose()
