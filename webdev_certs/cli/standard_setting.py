"""`webdev-certs standard-setting`: the pass mark that several raters set in rounds (modified Angoff)."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TextIO

import click
import numpy as np

from webdev_certs.authoring.psychometrics.standard_setting import Cut, Round
from webdev_certs.cli.items.answers import find_part
from webdev_certs.cli.items.ratings import read_cuts
from webdev_certs.cli.items.reading import bank_option
from webdev_certs.cli.items.tables import Cell, print_table
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD
from webdev_certs.shared.exam_rules import STANDARD
from webdev_certs.shared.formatting import counted

_DISPUTED = 5
_HEADER = (
    "round",
    "raters",
    "items",
    "share correct",
    "cut",
    "error",
    "error with items",
    "ICC one",
    "ICC all",
)


@click.command("standard-setting")
@click.argument("technology")
@click.argument("ratings", type=click.File(encoding="utf-8-sig"))
@bank_option
def standard_setting(technology: str, ratings: TextIO, dirs: tuple[Path, ...]) -> None:
    """Show the cut that raters set for the exam in TECHNOLOGY, its error, and how much they agree.

    RATINGS is a CSV file with the columns round, rater, item and rating: the share of just-competent
    candidates who would answer the item correctly, from 0 to 1 or in percent. Nothing is stored: a new pass
    mark is the `cut_score` of the blueprint (docs/measurement.md).
    """
    part = find_part(technology, dirs)
    rounds, cuts, uncalibrated = read_cuts(part, ratings)
    print_table(_HEADER, [_round_row(found, cut) for found, cut in zip(rounds, cuts, strict=True)])
    for before, after in pairwise(rounds):
        if (change := _mean_change(before, after)) is not None:
            click.echo(
                f"Ratings moved by {100 * change:.1f} percentage points from round {before.number} on."
            )
    last, cut = rounds[-1], cuts[-1]
    click.echo("")
    print_table(
        ("rater", "cut", "mean rating", "consistency"),
        [
            [rater, _points(theta), float(mean), consistency]
            for rater, theta, mean, consistency in zip(
                last.raters, cut.rater_thetas, last.ratings.mean(axis=0), cut.consistency, strict=True
            )
        ],
    )
    click.echo("")
    spread = last.ratings.std(axis=1, ddof=1)
    disputed = np.argsort(-spread)[:_DISPUTED]
    print_table(
        ("raters differ most about", "lowest", "highest", "spread"),
        [
            [last.items[k], float(last.ratings[k].min()), float(last.ratings[k].max()), float(spread[k])]
            for k in disputed
        ],
    )
    click.echo("")
    points, error = _points(cut.theta), SCALE_SD * cut.error
    click.echo(
        f"Round {last.number} sets the cut at {points} points (θ = {cut.theta:.2f}), "
        f"95% interval {points - 1.96 * error:.0f} to {points + 1.96 * error:.0f}. "
        f"The standard in use is {STANDARD}, the pass mark {part.blueprint.cut_score}."
    )
    if uncalibrated:
        click.echo(
            f"Provisional: {uncalibrated} of {counted(len(last.items), 'rated item')} are not calibrated. "
            "Their difficulties come from ratings themselves, so that the cut is near 500 whatever "
            "learners can do."
        )


def _round_row(found: Round, cut: Cut) -> Sequence[Cell]:
    """Return the cells that the table shows of a round."""
    return [
        *(str(found.number), len(found.raters), len(found.items), f"{100 * cut.share:.1f}%"),
        *(_points(cut.theta), round(SCALE_SD * cut.error, 1), round(SCALE_SD * cut.error_with_items, 1)),
        *(cut.agreement.single, cut.agreement.mean),
    ]


def _mean_change(before: Round, after: Round) -> float | None:
    """Return how much ratings of the same rater and item moved between two rounds; None without any."""
    items, raters = (
        {*first} & {*second} for first, second in ((before.items, after.items), (before.raters, after.raters))
    )
    pairs = [
        abs(
            before.ratings[before.items.index(item), before.raters.index(rater)]
            - after.ratings[after.items.index(item), after.raters.index(rater)]
        )
        for item in items
        for rater in raters
    ]
    return float(np.mean(pairs)) if pairs else None


def _points(theta: float) -> int:
    return round(SCALE_MEAN + SCALE_SD * theta)
