"""`webdev-certs questions`: look after the question bank."""

from pathlib import Path

import click

from webdev_certs.server.content.bank import Bank, BankError, load_bank
from webdev_certs.server.content.execution import executed_items, has_runtime, run_item
from webdev_certs.settings.settings import get_settings


@click.group()
def questions() -> None:
    """Look after the question bank."""


@questions.command()
@click.option("--execute", is_flag=True, help="Also run every item that carries executed evidence.")
@click.argument("dirs", nargs=-1, type=click.Path(path_type=Path))
def check(execute: bool, dirs: tuple[Path, ...]) -> None:
    """Check the bank (and the banks in DIRS): names file, item and fault; exits with 1 if there is any."""
    try:
        bank = load_bank([*get_settings().question_bank_dirs, *dirs])
    except BankError as error:
        raise SystemExit(_report(list(map(str, error.faults)))) from None
    faults = list(_execute(bank)) if execute else []
    if faults:
        raise SystemExit(_report(faults))
    for technology in bank.technologies.values():
        click.echo(f"{technology.blueprint.name}: {len(technology.items)} items in order")


def _execute(bank: Bank):
    items = executed_items(item for technology in bank.technologies.values() for item in technology.items)
    missing = [item.id for item in items if not has_runtime(item)]
    if missing:
        click.echo(f"not run, their runtime is not installed: {', '.join(missing)}", err=True)
    for item in items:
        if has_runtime(item) and (fault := run_item(item)):
            yield f"{item.id}: {fault}"


def _report(faults: list[str]) -> int:
    for fault in faults:
        click.echo(fault, err=True)
    click.echo("1 fault" if len(faults) == 1 else f"{len(faults)} faults", err=True)
    return 1
