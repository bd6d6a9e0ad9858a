"""`webdev-certs items reports`: what learners report about items."""

from collections.abc import Sequence
from uuid import UUID

import click

from webdev_certs.cli.audited import check_length, operate
from webdev_certs.server.models import ItemReport
from webdev_certs.server.services.items.reports import close_report, list_reports
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.formatting import counted


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


_PLACE = {"exam": "a test", "practice": "practice"}
