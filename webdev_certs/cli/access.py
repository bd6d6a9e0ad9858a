"""`webdev-certs access`: paid access without payment."""

import click

from webdev_certs.cli.transactions import account_argument, ask, operate_on_account, reason_option, yes_option
from webdev_certs.server.services.payments import entitlements


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
