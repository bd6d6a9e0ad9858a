"""`webdev-certs items withdraw` and `reinstate`: which items future exams can have."""

import click

from webdev_certs.cli.audited import ask, operate, yes_option
from webdev_certs.cli.items.rekey import needed_reason
from webdev_certs.server.services.items import withdrawals
from webdev_certs.server.services.items.regraded_keys import RegradeFault
from webdev_certs.server.services.shared.context import Context


@click.command()
@click.argument("item", metavar="ITEM_OR_MODEL")
@needed_reason
@yes_option
def withdraw(item: str, reason: str, yes: bool) -> None:
    """Exclude an item, or all instances of an item model, from future exams.

    Running attempts that have it keep it.
    """
    ask(yes, f"Withdraw {item}?")

    async def change(context: Context) -> None:
        try:
            withdrawn = await withdrawals.withdraw(context, item, reason)
        except RegradeFault as fault:
            raise click.ClickException(str(fault)) from None
        if not withdrawn:
            raise click.ClickException(f"{item} is withdrawn already.")

    operate("items withdraw", item, reason, change)
    click.echo(f"{item} is withdrawn: no exam gets it from now on.")


@click.command()
@click.argument("item", metavar="ITEM_OR_MODEL")
@needed_reason
@yes_option
def reinstate(item: str, reason: str, yes: bool) -> None:
    """Put a withdrawn item in exams again."""
    ask(yes, f"Reinstate {item}?")

    async def change(context: Context) -> None:
        if not await withdrawals.reinstate(context, item):
            raise click.ClickException(f"{item} is not withdrawn.")

    operate("items reinstate", item, reason, change)
    click.echo(f"{item} can be in exams again.")
