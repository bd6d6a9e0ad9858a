"""`webdev-certs items calibrate`: estimate item parameters from stored answers."""

from pathlib import Path
from typing import TextIO

import click

from webdev_certs.cli.database import in_transaction
from webdev_certs.cli.items.reading import bank_option, print_lines, read_banks
from webdev_certs.cli.items.tables import Cell, print_table, write_csv
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.calibration import Model
from webdev_certs.server.services.items.calibration import CalibrationReport, calibrate_items, revisions
from webdev_certs.server.services.items.parameters import add_revisions
from webdev_certs.shared.clock import utc_now
from webdev_certs.shared.formatting import counted

_HEADER = (
    "item",
    "version",
    "answers",
    "facility",
    "a",
    "a error",
    "b",
    "b error",
    "c",
    "infit",
    "outfit",
    "S-X²",
    "p",
    "a in use",
    "b in use",
    "c in use",
    "drift",
    "remark",
)


@click.command()
@click.argument("technology")
@click.option("--model", type=click.Choice(["1PL", "2PL", "3PL"]), default="3PL", show_default=True)
@click.option(
    "--min-answers",
    default=200,
    show_default=True,
    type=click.IntRange(min=2),
    help="Skip items with fewer answers.",
)
@click.option(
    "--practice",
    is_flag=True,
    help="Calibrate the practice items, from each learner's first answers to them.",
)
@click.option("--csv", "csv_file", type=click.File("w"), help="Also write the table to this file.")
@click.option("--write", is_flag=True, help="Use these parameters from now on, also those with a remark.")
@bank_option
def calibrate(
    technology: str,
    model: Model,
    min_answers: int,
    practice: bool,
    csv_file: TextIO | None,
    write: bool,
    dirs: tuple[Path, ...],
) -> None:
    """Estimate the parameters of the certification items of TECHNOLOGY from the attempts that have ended,
    or with --practice those of its practice items.

    Prints them with their fit and their drift against the parameters in use. Attempts that were scored before
    keep their scores.
    """
    bank, _ = read_banks(dirs)
    if technology not in bank.technologies:
        raise click.BadParameter(f"no technology is called {technology}")
    part = bank.get(technology)

    async def work(db: AsyncSession) -> CalibrationReport:
        report = await calibrate_items(db, part, model, min_answers, practice=practice)
        if write:
            await add_revisions(db, revisions(report, utc_now()))
        return report

    report = in_transaction(work)
    rows = table(report)
    if rows:
        print_table(_HEADER, rows)
    if csv_file:
        write_csv(csv_file, _HEADER, rows)
    click.echo(
        f"{counted(len(rows), 'item')} calibrated with {report.model} "
        f"from {counted(report.records, 'learner' if practice else 'attempt')}, "
        f"{report.skipped} skipped (fewer than {min_answers} answers, or all correct or incorrect)"
    )
    if report.angoff_cut is not None:
        click.echo(f"The ratings of these items set the cut at {report.angoff_cut:.0f} points.")
    if not report.converged:
        print_lines(["The estimates still changed at the last iteration: do not use them."])
    if write:
        click.echo(f"{counted(len(rows), 'item')} written")


def table(report: CalibrationReport) -> list[list[Cell]]:
    """Return one row for each item, in the order of the header."""
    return [
        [
            item.id,
            item.version,
            item.answers,
            item.facility,
            item.parameters.a,
            item.discrimination_error,
            item.parameters.b,
            item.difficulty_error,
            item.parameters.c,
            item.infit,
            item.outfit,
            item.sum_score_fit,
            _probability(item.fit_probability),
            item.in_use.a,
            item.in_use.b,
            item.in_use.c,
            item.drift,
            item.remark,
        ]
        for item in report.items
    ]


def _probability(value: float) -> Cell:
    """Return a probability with enough decimals to tell small ones apart."""
    return None if value != value else f"{value:.4f}"
