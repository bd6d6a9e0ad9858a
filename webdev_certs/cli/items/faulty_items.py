"""Items with faults: what learners report, corrected keys, and items that exams no longer get.

`webdev-certs items reports`, `regrade`, `withdraw` and `reinstate`.
"""

import sys
from collections.abc import Sequence
from uuid import UUID

import click

from webdev_certs.cli.transactions import ask, check_length, operate, operate_on_each, yes_option
from webdev_certs.server.models import ItemRegrade, ItemReport
from webdev_certs.server.services.exams.regrading import (
    Learner,
    Regraded,
    attempts_to_regrade,
    regrade_attempt,
)
from webdev_certs.server.services.items import faulty_items
from webdev_certs.server.services.items.faulty_items import close_report, list_reports
from webdev_certs.server.services.items.regraded_keys import RegradeFault, add_regrade
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.formatting import counted

_PLACE = {"exam": "a test", "practice": "practice"}
_needed_reason = click.option(
    "--reason", metavar="TEXT", required=True, help="Why; kept in the operators' log.", callback=check_length
)


@click.command()
@click.argument("item")
@click.argument("version", type=click.IntRange(min=1))
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="The key as the item file has it: b · [a, c] · {a: x, b: y} · map · {number: 3.5, tolerance: 0.1}. "
    "Given several times, answers that fit any of them are correct.",
)
@click.option("--withdraw", is_flag=True, help="Instead of a key: the item does not count.")
@click.option("--take-away-passes", is_flag=True, help="Attempts that were passed can become failed.")
@_needed_reason
@yes_option
def regrade(
    item: str,
    version: int,
    keys: tuple[str, ...],
    withdraw: bool,
    take_away_passes: bool,
    reason: str,
    yes: bool,
) -> None:
    """Correct the key of VERSION of ITEM, and score every attempt that had it again.

    Each attempt is scored in its own transaction. The command can be stopped and repeated: it continues with
    the remaining attempts. Learners whose result changed get a mail.
    """
    if bool(keys) == withdraw:
        raise click.UsageError("Give either --key or --withdraw.")
    ask(yes, f"Score every attempt again that had version {version} of {item}?")

    async def find(context: Context) -> tuple[ItemRegrade, Sequence[Learner]]:
        added = await add_regrade(context, item, version, keys, reason, takes_passes_away=take_away_passes)
        return added, await attempts_to_regrade(context, added)

    try:
        results = operate_on_each(
            # The operators' log has known the command by its former name.
            "items rekey",
            f"{item}@{version}"[:80],
            reason,
            find,
            regrade_attempt,
            lambda learners: click.progressbar(learners, label="Attempts", file=sys.stderr),
        )
    except RegradeFault as fault:
        raise click.ClickException(str(fault)) from None
    _tell([result for result in results if result])


def _tell(results: Sequence[Regraded]) -> None:
    """Print what scoring the attempts again has changed."""
    changed = sum(result.changed for result in results)
    click.echo(f"{counted(len(results), 'attempt')} scored again, {changed} with another result")
    click.echo(f"  {sum(result.passed for result in results)} passed now")
    click.echo(f"  {sum(result.failed for result in results)} failed now")
    click.echo(
        f"  {sum(result.kept for result in results)} stay passed, though they would fail with this key"
    )


@click.command()
@click.argument("item", metavar="ITEM_OR_MODEL")
@_needed_reason
@yes_option
def withdraw(item: str, reason: str, yes: bool) -> None:
    """Exclude an item, or all instances of an item model, from future exams.

    Running attempts that have it keep it.
    """
    ask(yes, f"Withdraw {item}?")

    async def change(context: Context) -> None:
        try:
            withdrawn = await faulty_items.withdraw(context, item, reason)
        except RegradeFault as fault:
            raise click.ClickException(str(fault)) from None
        if not withdrawn:
            raise click.ClickException(f"{item} is withdrawn already.")

    operate("items withdraw", item, reason, change)
    click.echo(f"{item} is withdrawn: no exam gets it from now on.")


@click.command()
@click.argument("item", metavar="ITEM_OR_MODEL")
@_needed_reason
@yes_option
def reinstate(item: str, reason: str, yes: bool) -> None:
    """Put a withdrawn item in exams again."""
    ask(yes, f"Reinstate {item}?")

    async def change(context: Context) -> None:
        if not await faulty_items.reinstate(context, item):
            raise click.ClickException(f"{item} is not withdrawn.")

    operate("items reinstate", item, reason, change)
    click.echo(f"{item} can be in exams again.")


@click.group(invoke_without_command=True)
@click.option("--open", "only_open", is_flag=True, help="Leave out those that are closed.")
@click.option("--item", metavar="ITEM_OR_MODEL", help="Only those of this item.")
@click.pass_context
def reports(command: click.Context, only_open: bool, item: str | None) -> None:
    """List what learners report about items, oldest first. Who reported it is not shown."""
    if command.invoked_subcommand:
        return

    async def read(context: Context) -> Sequence[ItemReport]:
        return await list_reports(context, only_open=only_open, item_id=item)

    found = operate("items reports", item or "all items", None, read)
    for report in found:
        state = f"closed {report.closed_at:%Y-%m-%d}: {report.note or '–'}" if report.closed_at else "open"
        click.echo(f"{report.id}  {report.reported_at:%Y-%m-%d}  {report.item_id} v{report.item_version}")
        click.echo(f"    {report.kind}, in {_PLACE[report.source]}, {state}")
        if report.text:
            click.echo(f"    {report.text}")
    click.echo(counted(len(found), "report"))


@reports.command()
@click.argument("report_id", metavar="ID", type=click.UUID)
@click.option(
    "--note",
    metavar="TEXT",
    callback=check_length,
    help="What was done; kept with the report and in the operators' log.",
)
def close(report_id: UUID, note: str | None) -> None:
    """Close a report. The learner can read the note in the export of the account's data."""

    async def change(context: Context) -> None:
        if await close_report(context, report_id, note) is None:
            raise click.ClickException("There is no open report with this id.")

    operate("items reports close", str(report_id), note, change)
    click.echo("The report is closed.")
