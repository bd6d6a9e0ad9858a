"""`webdev-certs users`: manage accounts."""

from typing import cast, get_args
from uuid import UUID

import click

from webdev_certs.cli.transactions import (
    account_argument,
    ask,
    check_length,
    operate_on_account,
    reason_option,
    with_payments,
    yes_option,
)
from webdev_certs.schemas.profile import CertificateChoice
from webdev_certs.server.models import User
from webdev_certs.server.services.accounts import deletion, export, operators
from webdev_certs.server.services.exams.closing import close_overdue
from webdev_certs.server.services.payments.billing import stop_all_charges
from webdev_certs.server.services.shared.context import Context

_NO_LOGIN_SESSION = UUID(int=0)


@click.group()
def users() -> None:
    """Manage accounts."""


@users.command()
@account_argument
@reason_option
@yes_option
def show(account: str, reason: str | None, yes: bool) -> None:
    """Show what is known about an account."""
    ask(yes, f"Show the account {account}? This is recorded.")
    facts = operate_on_account("users show", account, reason, operators.summarize)
    for name, value in facts.items():
        shown = ", ".join(map(str, value)) or "none" if isinstance(value, list) else value
        click.echo(f"{name}: {shown}")


@users.command("export")
@account_argument
@reason_option
@yes_option
def export_data(account: str, reason: str | None, yes: bool) -> None:
    """Print all data of an account as JSON, as its owner could download it."""
    ask(yes, f"Export all data of {account}? This is recorded.")

    workers = export.export_workers()

    async def read(context: Context, user: User) -> str:
        await close_overdue(context, user.id)
        return (await export.export(context, user, _NO_LOGIN_SESSION, workers)).decode()

    click.echo(operate_on_account("users export", account, reason, read, with_bank=True))


@users.command()
@account_argument
@click.option(
    "--certificates",
    type=click.Choice(get_args(CertificateChoice)),
    default="keep_anonymous",
    show_default=True,
    help="What happens to the account's certificates.",
)
@reason_option
@yes_option
def delete(account: str, certificates: str, reason: str | None, yes: bool) -> None:
    """Delete an account for good, cancel its subscriptions, and mail its owner."""
    ask(yes, f"Delete {account} for good?")
    choice = cast(CertificateChoice, certificates)

    async def stop(payments: Context, user: User) -> UUID:
        await stop_all_charges(payments, user.id)
        return user.id

    # First, because nobody can sign in to a deleted account to cancel.
    user_id = with_payments("users delete", account, reason, stop)
    operate_on_account(
        "users delete", str(user_id), reason, lambda context, user: deletion.erase(context, user, choice)
    )
    click.echo(f"{account} is deleted.")


@users.command()
@account_argument
@click.option(
    "--reason", metavar="TEXT", required=True, callback=check_length, help="Why; the user reads it."
)
@yes_option
def block(account: str, reason: str, yes: bool) -> None:
    """Sign an account out everywhere, and refuse it until it is unblocked."""
    ask(yes, f"Block {account}?")
    operate_on_account(
        "users block", account, reason, lambda context, user: operators.block(context, user, reason)
    )
    click.echo(f"{account} is blocked.")


@users.command()
@account_argument
@reason_option
@yes_option
def unblock(account: str, reason: str | None, yes: bool) -> None:
    """Let a blocked account sign in again."""
    ask(yes, f"Unblock {account}?")
    operate_on_account("users unblock", account, reason, operators.unblock)
    click.echo(f"{account} is not blocked.")


@users.command("confirm-email")
@account_argument
@reason_option
@yes_option
def confirm_email(account: str, reason: str | None, yes: bool) -> None:
    """Confirm the email of an account whose owner gets no mail; its certificates are then issued."""
    ask(yes, f"Confirm the email of {account}? Make sure that it belongs to the user.")
    issued = operate_on_account(
        "users confirm-email", account, reason, operators.confirm_by_operator, with_bank=True
    )
    click.echo(f"The email of {account} is confirmed.")
    for number in issued:
        click.echo(f"Issued {number}")
