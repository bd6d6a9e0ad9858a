"""`webdev-certs items stats`: what the bank holds, and how learners answer."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import click

from webdev_certs.authoring.coverage import Shares, rows, shares
from webdev_certs.cli.database import in_transaction
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.cli.items.tables import Cell, print_table, write_csv
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.services.items.statistics import AnsweredItem, StatisticsReport, read_statistics
from webdev_certs.shared.formatting import counted

_HEADER = (
    "item",
    "version",
    "answers",
    "facility",
    "discrimination",
    "point-biserial",
    "exposure",
    "seconds",
    "choices",
)


@click.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@click.option("--answers", is_flag=True, help="Show how learners answered each certification item instead.")
@click.option("--csv", "csv_file", type=click.File("w"), help="With --answers: also write it to this file.")
@bank_option
def stats(
    technologies: tuple[str, ...], answers: bool, csv_file: TextIO | None, dirs: tuple[Path, ...]
) -> None:
    """Count the items by technology, pool, topic and difficulty, and show what they are made of.

    With --answers: the facility, discrimination, point-biserial, exposure, median time and choices of each
    item in the exams that have ended, and Cronbach's alpha.
    """
    if csv_file and not answers:
        raise click.UsageError("--csv needs --answers")
    bank, _ = read_banks(dirs, generated=True)
    if unknown := set(technologies) - set(bank.technologies):
        raise click.BadParameter(f"no technology is called {', '.join(sorted(unknown))}")
    chosen = [bank.get(name) for name in technologies or bank.technologies]
    if answers:
        _print_answers(chosen, csv_file)
        return
    for part in chosen:
        for line in _table(part):
            click.echo(line)


def _print_answers(chosen: Sequence[TechnologyBank], csv_file: TextIO | None) -> None:
    async def work(db: AsyncSession) -> list[StatisticsReport]:
        return [await read_statistics(db, part) for part in chosen]

    reports = in_transaction(work)
    everything: list[list[Cell]] = []
    for part, report in zip(chosen, reports, strict=True):
        found = "" if report.alpha != report.alpha else f", alpha {report.alpha:.2f}"
        click.echo(f"{part.blueprint.name}: {counted(report.attempts, 'attempt')}{found}")
        table = [_answers_row(item) for item in report.items]
        if table:
            print_table(_HEADER, table)
        everything += table
    if csv_file:
        write_csv(csv_file, _HEADER, everything)


def _answers_row(item: AnsweredItem) -> list[Cell]:
    choices = (
        f"{option}{'*' * (option in item.key)} {100 * share:.0f}%" for option, share in item.choices.items()
    )
    return [
        item.id,
        item.version,
        item.answers,
        item.facility,
        item.discrimination,
        item.point_biserial,
        item.exposure,
        None if item.seconds is None else round(item.seconds),
        ", ".join(choices),
    ]


def _table(technology: TechnologyBank) -> Iterator[str]:
    yield technology.blueprint.name
    yield f"  {'pool':14}{'topic':20}{'beginner':>9}{'intermediate':>14}{'advanced':>10}{'all':>6}"
    for row in rows(technology):
        beginner, intermediate, advanced = row.difficulties
        yield f"  {row.pool:14}{row.topic:20}{beginner:>9}{intermediate:>14}{advanced:>10}{row.total:>6}"
    made_of = shares(technology)
    if made_of.items:
        yield from _shares(made_of)
    yield ""


def _shares(made_of: Shares) -> Iterator[str]:
    def share(number: int) -> str:
        return f"{number} ({100 * number / made_of.items:.0f}%)"

    yield f"  with code {share(made_of.with_code)}, executed {share(made_of.executed)}"
    if made_of.plain_javascript:
        yield f"  plain JavaScript {share(made_of.plain_javascript)}"
    if made_of.models:
        yield f"  {counted(made_of.models, 'item model')} with {counted(made_of.instances, 'instance')}"
    yield "  " + ", ".join(f"{name} {share(number)}" for name, number in made_of.formats.items() if number)
