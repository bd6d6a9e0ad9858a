"""`webdev-certs access` and `declarations`: paid access without payment, and declarations about contracts."""

from collections.abc import Sequence

import click
from sqlmodel import col, select

from webdev_certs.cli.items.tables import print_table
from webdev_certs.cli.transactions import (
    account_argument,
    ask,
    operate_on_account,
    reason_option,
    with_database,
    yes_option,
)
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.payments import StoredDeclaration
from webdev_certs.server.services.payments import entitlements
from webdev_certs.settings import Settings
from webdev_certs.shared.formatting import printable

_HEADER = ("received", "kind", "name", "email", "contract", "more")
_NAMED = ("name", "email", "product_type")


@click.group()
def access() -> None:
    """Grant and revoke paid access."""


@access.command()
@account_argument
@reason_option
@yes_option
def grant(account: str, reason: str | None, yes: bool) -> None:
    """Give an account paid access."""
    ask(yes, f"Give {account} paid access?")
    operate_on_account(
        "access grant",
        account,
        reason,
        lambda context, user: entitlements.grant(context.db, user.id, "granted", context.now),
    )
    click.echo(f"{account} has paid access.")


@access.command()
@account_argument
@reason_option
@yes_option
def revoke(account: str, reason: str | None, yes: bool) -> None:
    """Take granted access back from an account; what it paid for stays."""
    ask(yes, f"Take granted access back from {account}?")
    operate_on_account(
        "access revoke", account, reason, lambda context, user: entitlements.revoke(context.db, user.id)
    )
    click.echo(f"{account} has no granted access anymore.")


@click.command()
def declarations() -> None:
    """List the withdrawals and cancellations that wait for an operator, or waited for one, in UTC."""

    async def read(_settings: Settings, database: Database) -> Sequence[StoredDeclaration]:
        newest = select(StoredDeclaration).order_by(col(StoredDeclaration.received_at).desc())
        async with database.transaction() as db:
            return (await db.exec(newest)).all()

    print_table(_HEADER, map(_row, with_database(read)))


def _row(stored: StoredDeclaration) -> list[str]:
    content = stored.content
    more = [f"{name}: {value}" for name, value in content.items() if value and name not in _NAMED]
    cells = [*(str(content[name] or "not said") for name in _NAMED), ", ".join(more)]
    at = f"{stored.received_at:%Y-%m-%d %H:%M:%S}"
    return [at, stored.kind, *map(printable, cells)]
