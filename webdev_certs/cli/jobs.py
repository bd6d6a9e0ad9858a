"""`webdev-certs jobs`: what runs in the background, when it ran, and running it now."""

from datetime import datetime

import click

from webdev_certs.cli.items.tables import print_table
from webdev_certs.cli.transactions import command_context, with_database
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.operations import JobRun
from webdev_certs.server.services.jobs import JobRunner, read_runs, scheduled_jobs
from webdev_certs.server.services.payments.provider import configured_provider
from webdev_certs.settings import Settings

_HEADER = ("job", "started", "finished", "outcome", "next due")


@click.group(invoke_without_command=True)
@click.pass_context
def jobs(called: click.Context) -> None:
    """List the background jobs with their last run, in UTC."""
    if called.invoked_subcommand is None:

        async def read(_settings: Settings, database: Database) -> dict[str, JobRun]:
            return await read_runs(database)

        runs = with_database(read).values()
        print_table(_HEADER, [_row(run) for run in sorted(runs, key=lambda run: run.name)])


@jobs.command()
@click.argument("name")
def run(name: str) -> None:
    """Run the job NAME now: in the process that runs the jobs, or here if there is none."""

    async def run_it(settings: Settings, database: Database) -> JobRun:
        provider = configured_provider(settings)
        context = command_context(database, settings, with_bank=True, provider=provider)
        try:
            found = scheduled_jobs(lambda: context)
            if name not in {job.name for job in found}:
                known = ", ".join(job.name for job in found)
                raise click.BadParameter(f"there is no job {name}; there are {known}")
            return await JobRunner(database, context.clock, found).run_now(name)
        finally:
            if provider:
                await provider.close()

    row = with_database(run_it)
    click.echo(f"{name}: {row.outcome}")
    if row.outcome != "done":
        raise click.ClickException("The job failed; the log of the process that ran it says why.")


def _row(run: JobRun) -> list[str | None]:
    return [run.name, _time(run.started_at), _time(run.finished_at), run.outcome, _time(run.due_at)]


def _time(at: datetime | None) -> str | None:
    return at.strftime("%Y-%m-%d %H:%M:%S") if at else None
