"""`webdev-certs items check`, `verify` and `release`: find faults, run evidence again, note the content."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from webdev_certs.authoring import execution
from webdev_certs.authoring.checks import run_checks
from webdev_certs.authoring.checks.releases import (
    read_released,
    released_file,
    unreleased,
    with_released,
    write_released,
)
from webdev_certs.authoring.execution import Verdict, executed_items
from webdev_certs.cli.items.reading import bank_option, choose_items, concerns, print_lines, read_banks
from webdev_certs.server.content.bank import load_bank
from webdev_certs.shared.formatting import counted


@click.command()
@click.argument("dirs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--only", metavar="TECHNOLOGY", help="Report only the faults of this technology.")
@click.option("--strict", is_flag=True, help="Treat missing coverage of the built-in bank as an error.")
@click.option("--quick", is_flag=True, help="Leave out spelling, near-duplicates by meaning, and parsing.")
@click.option("--no-warnings", is_flag=True, help="Report only errors.")
def check(dirs: tuple[Path, ...], only: str | None, strict: bool, quick: bool, no_warnings: bool) -> None:
    """Check the bank (and the banks in DIRS): name file, item and fault; exit with 1 if there is an error."""
    bank, faults = read_banks(dirs)
    skipped: list[str] = []
    faults += run_checks(bank, read_released(), skipped.append, strict, quick)
    told = [fault for fault in faults if concerns(fault, only)]
    errors = [fault for fault in told if not fault.warning]
    warnings = [fault for fault in told if fault.warning]
    if not no_warnings:
        print_lines(f"warning: {fault}" for fault in warnings)
    print_lines(errors)
    print_lines(f"skipped: {what}" for what in skipped)
    if errors:
        print_lines([counted(len(errors), "fault")])
        raise SystemExit(1)
    for name, technology in bank.technologies.items():
        if only in (None, name):
            models = f"{counted(len(technology.models), 'item model')} and " if technology.models else ""
            click.echo(
                f"{technology.blueprint.name}: {models}{len(technology.authored)} items without faults"
            )


@click.command()
@click.argument("words", nargs=-1, metavar="[TECHNOLOGY|MODEL|ID]...")
@click.option("--changed", is_flag=True, help="Only items that are new or changed since the last release.")
@click.option(
    "--alone", is_flag=True, help="Also run each instance of an item model in a process of its own."
)
@bank_option
def verify(words: tuple[str, ...], changed: bool, alone: bool, dirs: tuple[Path, ...]) -> None:
    """Run the code of items again and compare what it prints with their evidence; exit with 1 if any differs.

    Without arguments all items with executed evidence are run.
    """
    bank, faults = read_banks(dirs)
    if faults:
        print_lines(
            [f"{counted(len(faults), 'fault')} in the files, see `items check`: those items are left out"]
        )
    chosen = executed_items(choose_items(bank, words))
    if changed:
        chosen = unreleased(chosen, read_released())
    with click.progressbar(
        execution.verify(chosen, alone=alone), length=len(chosen), label="Running", file=sys.stderr
    ) as bar:
        verdicts = list(bar)
    print_lines(f"{verdict.item.id}: {verdict.message}" for verdict in verdicts if verdict.disagrees)
    _print_missing(verdicts)
    disagreeing = sum(verdict.disagrees for verdict in verdicts)
    agreeing = sum(not verdict.message for verdict in verdicts)
    not_run = len(verdicts) - agreeing - disagreeing
    click.echo(
        f"{counted(agreeing, 'item')} printed the evidence, {disagreeing} did not, {not_run} were not run"
    )
    if disagreeing:
        raise SystemExit(1)


def _print_missing(verdicts: Sequence[Verdict]) -> None:
    missing = Counter(verdict.message for verdict in verdicts if not verdict.ran)
    print_lines(f"{counted(number, 'item')} not run: {reason}" for reason, number in missing.items())


@click.command()
def release() -> None:
    """Write the hash list of the built-in bank; refuse if content changed without a new version."""
    bank, before = load_bank(), read_released()
    try:
        after = with_released(bank, before)
    except ValueError as refusal:
        raise click.ClickException(f"content changed without a new version: {refusal}") from None
    write_released(after)
    added = sum(len(versions) - len(before.get(item_id, {})) for item_id, versions in after.items())
    click.echo(f"{released_file().name}: {counted(added, 'version')} added")
