"""`webdev-certs items stats --options`: how often learners of different ability choose each option."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from textwrap import shorten
from typing import TextIO

import click

from webdev_certs.authoring.psychometrics.options import Choice, OptionCurve, fifth_edges, option_curves
from webdev_certs.cli.items.answers import identify, load_charts, read_answers
from webdev_certs.cli.items.tables import Cell, print_table, write_csv
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.items.exam_answers import ExamAnswers

_HEADER = ("option", "key", "shown", "chosen", "r", "weakest", "2", "3", "4", "ablest", "remark")
_WIDEST = 60


def print_options(part: TechnologyBank, csv_file: TextIO | None, charts: Path | None) -> None:
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
