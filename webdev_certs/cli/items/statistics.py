"""`webdev-certs items stats` and `calibrate`: what the bank holds, and what answers say about its items."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import shorten
from typing import TextIO

import click

from webdev_certs.authoring.checks.coverage import Shares, count_items, count_kinds
from webdev_certs.authoring.psychometrics.options import Choice, OptionCurve, fifth_edges, option_curves
from webdev_certs.cli.items.answers import identify, load_charts, read_answers
from webdev_certs.cli.items.reading import bank_option, print_lines, read_banks
from webdev_certs.cli.items.tables import Cell, print_table, write_csv
from webdev_certs.cli.transactions import in_transaction
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.calibration import Model
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.items.calibration import CalibrationReport, calibrate_items, revisions
from webdev_certs.server.services.items.exam_answers import ExamAnswers
from webdev_certs.server.services.items.parameters import add_revisions
from webdev_certs.server.services.items.statistics import AnsweredItem, StatisticsReport, read_statistics
from webdev_certs.shared.clock import utc_now
from webdev_certs.shared.formatting import counted

_ANSWERS_HEADER = (
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
_CALIBRATION_HEADER = (
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
    "spread",
    "spread from",
    "spread to",
    "a in use",
    "b in use",
    "c in use",
    "drift",
    "remark",
)
_HEADER = ("option", "key", "shown", "chosen", "r", "weakest", "2", "3", "4", "ablest", "remark")
_WIDEST = 60


@click.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@click.option("--answers", is_flag=True, help="Show how learners answered each certification item instead.")
@click.option(
    "--options", is_flag=True, help="Show who chooses each option of the certification items instead."
)
@click.option(
    "--csv", "csv_file", type=click.File("w"), help="Also write the answers or options to this file."
)
@click.option(
    "--charts",
    type=click.Path(file_okay=False, path_type=Path),
    help="With --options: draw a chart of each item into this folder.",
)
@bank_option
def stats(
    technologies: tuple[str, ...],
    answers: bool,
    options: bool,
    csv_file: TextIO | None,
    charts: Path | None,
    dirs: tuple[Path, ...],
) -> None:
    """Count the items by technology, pool, topic and difficulty, and show what they are made of.

    With --answers: the facility, discrimination, point-biserial, exposure, median time and choices of each
    item in the exams that have ended, and Cronbach's alpha.

    With --options: for each option the share of learners who chose it, in each fifth of them by score, and
    the correlation of choosing it with the score. Options of item models are named by their misconceptions.
    """
    if csv_file and not answers and not options:
        raise click.UsageError("--csv needs --answers or --options")
    if charts and not options:
        raise click.UsageError("--charts needs --options")
    bank, _ = read_banks(dirs)
    if unknown := set(technologies) - set(bank.technologies):
        raise click.BadParameter(f"no technology is called {', '.join(sorted(unknown))}")
    chosen = [bank.get(name) for name in technologies or bank.technologies]
    if options:
        if len(chosen) > 1:
            raise click.UsageError("--options needs one technology")
        _print_options(chosen[0], csv_file, charts)
        return
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
            print_table(_ANSWERS_HEADER, table)
        everything += table
    if csv_file:
        write_csv(csv_file, _ANSWERS_HEADER, everything)


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
    for row in count_items(technology):
        beginner, intermediate, advanced = row.difficulties
        yield f"  {row.pool:14}{row.topic:20}{beginner:>9}{intermediate:>14}{advanced:>10}{row.total:>6}"
    made_of = count_kinds(technology)
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
    rows = _calibration_rows(report)
    if rows:
        print_table(_CALIBRATION_HEADER, rows)
    if csv_file:
        write_csv(csv_file, _CALIBRATION_HEADER, rows)
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


def _calibration_rows(report: CalibrationReport) -> list[list[Cell]]:
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
            item.spread and item.spread.sd,
            item.spread and item.spread.low,
            item.spread and item.spread.high,
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


def _print_options(part: TechnologyBank, csv_file: TextIO | None, charts: Path | None) -> None:
    """Print the curves of all options; `charts` is a folder for one chart of each item."""
    found = read_answers(part)
    curves, unknown = item_curves(found)
    rows: list[list[Cell]] = []
    for name, own in curves.items():
        click.echo(name)
        print_table(_HEADER, [_row(curve, shorten(curve.name, _WIDEST, placeholder=" …")) for curve in own])
        rows += [[name, *_row(curve, curve.name)] for curve in own]
    if csv_file:
        write_csv(csv_file, ("item", *_HEADER), rows)
    if charts:
        charts.mkdir(parents=True, exist_ok=True)
        for name, own in curves.items():
            load_charts().draw_options(charts / f"{name}.svg", name, own)
    if unknown:
        click.echo(
            f"{unknown} answers are left out: their instances were made with another secret.", err=True
        )


def item_curves(found: ExamAnswers) -> tuple[dict[str, list[OptionCurve]], int]:
    """Return the curves by item and version, and how many answers to item models could not be identified."""
    choices: defaultdict[str, list[Choice]] = defaultdict(list)
    chooses = {family.id for family in found.families if family.format in _WITH_OPTIONS}
    unknown = 0
    for each in identify(found):
        if each.options:
            name = f"{family_of(each.answer.item_id)}@{each.answer.version}"
            choices[name].append(Choice(each.attempt.score, each.options.values(), each.chosen))
        else:
            unknown += family_of(each.answer.item_id) in chooses
    edges = fifth_edges(attempt.score for attempt in found.attempts)
    return {name: option_curves(own, edges) for name, own in sorted(choices.items())}, unknown


_WITH_OPTIONS = ("single_choice", "multiple_choice", "true_false", "output")


def _row(curve: OptionCurve, name: str) -> list[Cell]:
    shares: Iterable[str] = (_percent(share) for share in curve.fifths)
    key = "*" if curve.right else ""
    return [name, key, curve.shown, _percent(curve.chosen), curve.correlation, *shares, curve.remark]


def _percent(share: float) -> str:
    return "–" if share != share else f"{100 * share:.0f}%"
