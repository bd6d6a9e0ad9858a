"""`webdev-certs items dif`, `dimensionality` and `drift`: what answers say about items beyond calibration."""

from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import TextIO

import click
import numpy as np

from webdev_certs.authoring.psychometrics.dif import ItemDif, item_dif
from webdev_certs.authoring.psychometrics.dimensionality import DEPENDENT, q3
from webdev_certs.authoring.psychometrics.drift import ItemDrift, item_drift
from webdev_certs.cli.items.answers import (
    as_answers,
    chart_option,
    find_part,
    load_charts,
    min_answers_option,
    read_answers,
    read_groups_file,
)
from webdev_certs.cli.items.reading import bank_option
from webdev_certs.cli.items.tables import Cell, print_table, write_csv
from webdev_certs.server.services.items.exam_answers import ExamAnswers
from webdev_certs.shared.formatting import counted

csv_option = click.option(
    "--csv", "csv_file", type=click.File("w"), help="Also write the table to this file."
)
_DIF_HEADER = (
    *("item", "answers reference", "focal", "odds ratio", "Δ", "Δ error", "p", "class"),
    *("p uniform", "p nonuniform", "R² change", "logistic class"),
)
_DRIFT_HEADER = ("item", "answers", "first period", "last period", "change", "z", "p", "remark")


@click.command()
@click.argument("technology")
@click.argument("groups", type=click.File(encoding="utf-8-sig"))
@click.option("--reference", help="The group to compare with; the largest one by default.")
@click.option("--focal", help="The group to compare; by default each of the others, one after the other.")
@min_answers_option
@csv_option
@chart_option
@bank_option
def dif(
    technology: str,
    groups: TextIO,
    reference: str | None,
    focal: str | None,
    min_answers: int,
    csv_file: TextIO | None,
    chart: Path | None,
    dirs: tuple[Path, ...],
) -> None:
    """Show items of TECHNOLOGY that are harder for a group than for learners of equal ability in another one.

    GROUPS is a CSV file with the columns account (email or id) and group. What it says is not stored. Class A
    is negligible, B moderate and C large; − means that the item favors the reference group, + the focal group
    (docs/measurement.md).
    """
    found, group = grouped(technology, groups, dirs)
    sizes = Counter(name for name in group if name)
    reference = reference or max(sizes, key=lambda name: (sizes[name], name), default="")
    others = [focal] if focal else sorted(set(sizes) - {reference})
    for name in (reference, *others):
        if name not in sizes:
            raise click.BadParameter(f"nobody who has taken the exam is in the group {name!r}")
    if not others or reference in others:
        raise click.BadParameter("it takes two groups")
    if chart and len(others) > 1:
        raise click.UsageError("--chart needs --focal, because there are more than two groups")
    rows: list[list[Cell]] = []
    for other in others:
        items = compare(found, group, reference, other, min_answers)
        click.echo(
            f"“{other}” ({sizes[other]} learners) compared with “{reference}” ({sizes[reference]}): "
            f"{counted(len(items), 'item')} with {min_answers} answers in both groups"
        )
        table = [_dif_row(item) for item in items]
        if table:
            print_table(_DIF_HEADER, table)
            large = sum(item.odds.size.startswith("C") for item in items)
            click.echo(f"{large} of class C. About {0.05 * len(items):.1f} have p below 0.05 by chance.")
        rows += [[other, *row] for row in table]
        if chart and items:
            load_charts().draw_dif(chart, items, other, reference)
    if csv_file:
        write_csv(csv_file, ("focal group", *_DIF_HEADER), rows)


def grouped(technology: str, groups: TextIO, dirs: tuple[Path, ...]) -> tuple[ExamAnswers, list[str]]:
    """Read the answers, and the group of each attempt; empty without one."""
    found = read_answers(find_part(technology, dirs))
    by_account = read_groups_file(groups, technology)
    return found, [by_account.get(attempt.user_id, "") for attempt in found.attempts]


def compare(
    found: ExamAnswers, group: list[str], reference: str, focal: str, min_answers: int
) -> list[ItemDif]:
    """Return the DIF of the items, the largest first."""
    names = np.array(group)
    chosen = (names == reference) | (names == focal)
    answers = as_answers(found).rows(chosen)
    items = item_dif(answers, names[chosen] == focal, min_answers)
    return sorted(items, key=lambda item: (item.odds.size[0] == "?", -abs(item.odds.delta), item.name))


def _dif_row(item: ItemDif) -> list[Cell]:
    odds, logistic = item.odds, item.logistic
    return [
        *(item.name, item.reference, item.focal, odds.odds_ratio, odds.delta, odds.delta_error),
        *(f"{odds.probability:.4f}", odds.size, f"{logistic.uniform:.4f}", f"{logistic.nonuniform:.4f}"),
        *(f"{logistic.effect:.3f}", logistic.size),
    ]


@click.command()
@click.argument("technology")
@min_answers_option
@bank_option
def dimensionality(technology: str, min_answers: int, dirs: tuple[Path, ...]) -> None:
    """Show whether one ability explains the answers in TECHNOLOGY: Yen's Q3 of all pairs of items.

    Two items that depend on each other, for example because one answers the other, have a high Q3. Name them
    in `enemies` (docs/authoring-questions.md).
    """
    found = read_answers(find_part(technology, dirs))
    result = q3(as_answers(found), min_answers)
    click.echo(
        f"{counted(result.pairs, 'pair')} of items with {min_answers} answers or more, "
        f"from {counted(len(found.attempts), 'attempt')}"
    )
    if not result.pairs:
        return
    length = float(found.responses.put.sum(axis=1).mean())
    click.echo(f"  mean Q3 {result.mean:+.3f}; one ability gives about {-1 / max(length - 1, 1):+.3f}")
    click.echo(f"  standard deviation {result.sd:.3f}")
    within, across = result.between([family.topic for family in found.families])
    click.echo(f"  pairs within a topic {within:+.3f}, of different topics {across:+.3f}")
    names = found.responses.names
    rows: list[list[Cell]] = [
        [names[pair.first], names[pair.second], pair.q3, pair.learners] for pair in result.dependent
    ]
    if rows:
        print_table(("item", "depends on", "Q3", "answers"), rows)
    click.echo(f"{counted(len(rows), 'pair')} more than {DEPENDENT} above the mean, beyond chance")


@click.command()
@click.argument("technology")
@click.option("--periods", default=6, show_default=True, type=click.IntRange(2, 24), help="How many periods.")
@min_answers_option
@csv_option
@chart_option
@bank_option
def drift(
    technology: str,
    periods: int,
    min_answers: int,
    csv_file: TextIO | None,
    chart: Path | None,
    dirs: tuple[Path, ...],
) -> None:
    """Show items of TECHNOLOGY that become easier or harder with time, for learners of equal ability.

    An item that becomes easier may have leaked. --chart draws the 12 items that changed most.
    """
    found = read_answers(find_part(technology, dirs))
    items, labels = drifting(found, periods, min_answers)
    rows = [_drift_row(item) for item in items]
    click.echo(f"{counted(len(found.attempts), 'attempt')} in {len(labels)} periods from {', '.join(labels)}")
    if rows:
        print_table(_DRIFT_HEADER, rows)
    if csv_file:
        write_csv(csv_file, _DRIFT_HEADER, rows)
    if chart and items:
        load_charts().draw_drift(chart, items, labels)
    click.echo(f"{sum(item.flagged for item in items)} of {counted(len(items), 'item')} drift")


def drifting(found: ExamAnswers, periods: int, min_answers: int) -> tuple[list[ItemDrift], list[str]]:
    """Return the drift of the items, and the first day of each of some equally long periods."""
    begun = [attempt.started_at for attempt in found.attempts]
    first, length = min(begun), max(max(begun) - min(begun), timedelta(seconds=1))
    time = np.array([(moment - first) / length for moment in begun])
    period = np.minimum((time * periods).astype(np.intp), periods - 1)
    days = [f"{first + place * length / periods:%Y-%m-%d}" for place in range(periods)]
    return item_drift(as_answers(found), time, period, min_answers), days


def _drift_row(item: ItemDrift) -> list[Cell]:
    known = item.residuals[np.isfinite(item.residuals)]
    return [
        *(item.name, item.answers, float(known[0]), float(known[-1]), item.change, item.z),
        *(f"{item.probability:.5f}", "drift" if item.flagged else ""),
    ]
