"""`webdev-certs items verify`: run the evidence again."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from webdev_certs.authoring import execution
from webdev_certs.authoring.checks.releases import read_released, unreleased
from webdev_certs.authoring.execution import Verdict, executed_items
from webdev_certs.cli.items.reading import bank_option, choose_items, print_lines, read_banks
from webdev_certs.shared.formatting import counted


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
