"""`webdev-certs items check`, `verify`, `release`, `neighbors`: find faults, run evidence, keep a record."""

import secrets
import sys
from collections import Counter
from itertools import chain
from pathlib import Path

import click

from webdev_certs.authoring import execution
from webdev_certs.authoring.checks import run_checks
from webdev_certs.authoring.checks.neighbors import write_neighbors
from webdev_certs.authoring.checks.releases import (
    read_released,
    released_file,
    unreleased,
    with_released,
    write_released,
)
from webdev_certs.authoring.execution.programs import MissingRuntime
from webdev_certs.authoring.proving import DRAWS, prove
from webdev_certs.cli.items.reading import bank_option, choose_families, concerns, print_lines, read_banks
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.content.item_models.format import ProgramModel
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
@click.option("--changed", is_flag=True, help="Only what is new or changed since the last release.")
@click.option(
    "--draws",
    default=DRAWS,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many fresh instances of each item model are run.",
)
@click.option("--seed", help="Draw the same instances again.")
@bank_option
def verify(
    words: tuple[str, ...], changed: bool, draws: int, seed: str | None, dirs: tuple[Path, ...]
) -> None:
    """Run the code of items and item models, and compare what it prints with their evidence and `solve`.

    Exits with 1 if anything differs. Without arguments everything that has a program is run: the evidence of
    items and statements, and fresh instances of item models, whose distractors are run too.
    """
    bank, faults = read_banks(dirs)
    if faults:
        print_lines(
            [f"{counted(len(faults), 'fault')} in the files, see `items check`: those items are left out"]
        )
    chosen = choose_families(bank, words)
    if changed:
        chosen = unreleased(chosen, read_released())
    claimed = list(execution.claims(chosen))
    models = [each for each in chosen if isinstance(each, ProgramModel)]
    seed = seed or secrets.token_hex(8)
    with click.progressbar(
        chain(execution.verify(claimed), prove(models, seed, draws)),
        length=len(claimed) + len(models),
        label="Running",
        file=sys.stderr,
    ) as bar:
        verdicts = list(bar)
    print_lines(f"{verdict.name}: {verdict.message}" for verdict in verdicts if verdict.disagrees)
    missing = Counter(verdict.message for verdict in verdicts if not verdict.ran)
    print_lines(f"{number} not run: {reason}" for reason, number in missing.items())
    disagreeing = sum(verdict.disagrees for verdict in verdicts)
    agreeing = sum(not verdict.message for verdict in verdicts)
    click.echo(
        f"{counted(len(claimed), 'program')} and {counted(len(models), 'item model')} with seed {seed}: "
        f"{agreeing} agree, {disagreeing} do not, {sum(missing.values())} were not run"
    )
    if disagreeing:
        raise SystemExit(1)


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
    try:
        write_neighbors(bank, bank_module.BUILT_IN)
    except MissingRuntime as missing:
        print_lines([f"skipped: nearest questions in meaning: {missing}"])


@click.command()
@click.argument("dirs", nargs=-1, type=click.Path(path_type=Path))
def neighbors(dirs: tuple[Path, ...]) -> None:
    """Write which practice questions are nearest in meaning, for the built-in bank or the banks in DIRS.

    The file is kept with the bank. Learners get links to these questions below the feedback on an answer.
    """
    bank, faults = read_banks(dirs)
    if faults:
        raise click.ClickException(f"{counted(len(faults), 'fault')} in the files, see `items check`")
    for root in dirs or (bank_module.BUILT_IN,):
        try:
            number = write_neighbors(bank, root)
        except MissingRuntime as missing:
            raise click.ClickException(str(missing)) from None
        click.echo(f"{root.name}: {counted(number, 'question')} with neighbors")
