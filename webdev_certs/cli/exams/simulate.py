"""`webdev-certs exams simulate`: let simulated learners take the exams."""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from webdev_certs.authoring.simulation.measures import Measures
from webdev_certs.authoring.simulation.study import BELOW, Study, run_study, steps
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules
from webdev_certs.shared.exam_rules import MAX_ITEMS

Line = tuple[str, float | None, str]
"""What was measured, its value, and its unit."""


@click.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@click.option("--learners", default=2000, show_default=True, type=click.IntRange(min=8))
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same numbers.")
@click.option("--csv", "csv_file", type=click.File("w"), help="Also write the numbers to this file.")
@bank_option
def simulate(
    technologies: tuple[str, ...], learners: int, seed: int, csv_file: TextIO | None, dirs: tuple[Path, ...]
) -> None:
    """Let simulated learners take the exam of each TECHNOLOGY, with its items and its blueprint.

    Learners have abilities N(0, 1) and answer as the items' starting parameters say. Pretest items are not
    simulated, but take the places of scored items as in real exams.
    """
    bank, _ = read_banks(dirs)
    if unknown := set(technologies) - set(bank.technologies):
        raise click.BadParameter(f"no technology is called {', '.join(sorted(unknown))}")
    writer = csv.writer(csv_file) if csv_file else None
    if writer:
        writer.writerow(["technology", "measure", "value", "unit"])
    for name in technologies or bank.technologies:
        part = bank.get(name)
        pool, rules = exam_pool(part.items), exam_rules(part)
        with click.progressbar(length=steps(learners), label=part.blueprint.name, file=sys.stderr) as bar:
            study = run_study(pool, rules, learners - learners % 2, seed, bar.update)
        click.echo(f"{part.blueprint.name}: {study.items} items, {study.adaptive.learners} learners")
        for what, value, unit in lines(study):
            click.echo(f"  {what:52}{_number(value):>8} {unit}".rstrip())
            if writer:
                writer.writerow([name, what, "" if value is None else round(value, 6), unit])


def lines(study: Study) -> Iterator[Line]:
    """Return every number of a study in words."""
    found = study.adaptive
    yield "mean length", found.mean_length, "items"
    yield "exams that end after the fewest items", 100 * found.shortest, "%"
    yield "exams that go to the end", 100 * found.longest, "%"
    yield from _quality(found, "")
    yield "standard error of scores at the cut", found.error_at_cut, "points"
    yield "standard error of learners at the cut", found.error_near_cut, "points"
    yield "right decisions, 30 points or more from the cut", 100 * found.accuracy_outside, "%"
    yield "passed, of those below the cut", 100 * found.false_passes, "%"
    yield "failed, of those above the cut", 100 * found.false_fails, "%"
    yield "largest share of exams with the same item", 100 * found.exposure_max, "%"
    yield "largest share of exams with the same family", 100 * found.family_exposure_max, "%"
    yield "items in no exam", found.unused, ""
    yield "shared items, two random learners", 100 * found.overlap, "%"
    yield "shared items, two learners of equal ability", 100 * study.overlap_of_equals, "%"
    yield "the same, counting siblings as one item", 100 * study.families_of_equals, "%"
    form = study.fixed[MAX_ITEMS]
    yield from _quality(form, f"fixed form of {MAX_ITEMS} items: ")
    yield "fixed form with the same share of right decisions", study.equal_length, "items"
    yield from _quality(study.misjudged, "wrong parameters: ")
    for gains in study.memorized:
        who = f"{100 * BELOW:.0f} points below the cut, {100 * gains.share:.0f}% memorized"
        yield f"{who}: gain", gains.gain, "points"
        yield f"{who}: pass", 100 * gains.passed, "%"


def _quality(found: Measures, prefix: str) -> Iterator[Line]:
    yield f"{prefix}bias", found.bias, "points"
    yield f"{prefix}root mean squared error", found.rmse, "points"
    yield f"{prefix}right decisions", 100 * found.accuracy, "%"


def _number(value: float | None) -> str:
    return "–" if value is None or value != value else f"{value:.1f}"
