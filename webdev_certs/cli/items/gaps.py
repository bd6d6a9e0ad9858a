"""`webdev-certs items gaps`: which topics and difficulties most need new families."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from webdev_certs.authoring.gaps import Evidence, Gap, find_gaps
from webdev_certs.cli.items.answers import min_answers_option
from webdev_certs.cli.items.psychometrics import drifting
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.cli.items.tables import Cell, print_table
from webdev_certs.cli.transactions import in_transaction
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.exams.item_pool import EXPOSURE_LIMIT
from webdev_certs.server.services.items.exam_answers import ExamAnswers, read_exam_answers
from webdev_certs.server.services.items.faulty_items import items_with_open_reports
from webdev_certs.server.services.items.parameters import InUse, parameters_in_use

_PERIODS = 6
_HEADER = ("topic", "difficulty", "there", "needed", "information", "because of")


@click.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@min_answers_option
@bank_option
def gaps(technologies: tuple[str, ...], as_json: bool, min_answers: int, dirs: tuple[Path, ...]) -> None:
    """Show which topics and difficulties of an exam most need new families, and how many.

    It looks at the blueprint, the information at the cut, and, once learners have taken the exam, at
    exposure, drift and open reports (docs/authoring-questions.md).
    """
    bank, _ = read_banks(dirs)
    if unknown := set(technologies) - set(bank.technologies):
        raise click.BadParameter(f"no technology is called {', '.join(sorted(unknown))}")
    found = {name: _find(bank.get(name), min_answers) for name in technologies or bank.technologies}
    if as_json:
        click.echo(json.dumps({name: list(map(asdict, rows)) for name, rows in found.items()}, indent=2))
        return
    for name, rows in found.items():
        click.echo(f"{bank.get(name).blueprint.name}: new families needed: {sum(gap.needed for gap in rows)}")
        if rows:
            print_table(_HEADER, map(_row, rows))


def _find(part: TechnologyBank, min_answers: int) -> list[Gap]:
    families = [family for group in part.certification.values() for family in group]

    async def work(db: AsyncSession) -> tuple[InUse, ExamAnswers, set[str]]:
        answers = await read_exam_answers(db, part)
        return await parameters_in_use(db, families), answers, await items_with_open_reports(db)

    in_use, answers, reported = in_transaction(work)
    drifts = drifting(answers, _PERIODS, min_answers)[0] if answers.families else []
    asked = Counter(
        family
        for attempt in answers.attempts
        for family in {family_of(each.item_id) for each in attempt.answers}
    )
    evidence = Evidence(
        parameters={each.id: in_use.parameters[each.id, each.version] for each in families},
        exposure={name: number / len(answers.attempts) for name, number in asked.items()},
        exposure_limit=EXPOSURE_LIMIT,
        drifting={item.name.partition("@")[0] for item in drifts if item.flagged},
        reported={family_of(item) for item in reported},
    )
    return find_gaps(part, evidence)


def _row(gap: Gap) -> list[Cell]:
    reasons = ", ".join(f"{reason} {number}" for reason, number in gap.reasons.items())
    return [gap.topic, gap.difficulty, gap.there, gap.needed, gap.information, reasons]
