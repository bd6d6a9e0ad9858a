"""What the commands about answers share: read those of an exam, and identify the options of instances."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TextIO
from uuid import UUID

import click
import numpy as np

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.options import Named, name_options
from webdev_certs.cli.items.reading import read_banks
from webdev_certs.cli.transactions import in_transaction
from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import exam_instances
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.services.items.bank_sync import configured_seed
from webdev_certs.server.services.items.exam_answers import ExamAnswers, read_exam_answers, read_groups
from webdev_certs.server.services.items.statistics import Answer, AnsweredAttempt
from webdev_certs.settings import get_settings

min_answers_option = click.option(
    "--min-answers",
    default=100,
    show_default=True,
    type=click.IntRange(min=2),
    help="Leave out what has fewer answers.",
)
chart_option = click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw a chart into this file: .svg, .png or .pdf.",
)


def find_part(technology: str, dirs: Sequence[Path]) -> TechnologyBank:
    """Return a technology's part of the banks.

    Raises:
        click.BadParameter: There is no such technology.
    """
    bank, _ = read_banks(dirs)
    if technology not in bank.technologies:
        raise click.BadParameter(f"no technology is called {technology}")
    return bank.get(technology)


def read_answers(part: TechnologyBank, *, trustworthy: bool = True) -> ExamAnswers:
    """Read the answers of a technology's exams.

    Raises:
        click.ClickException: There are none.
    """

    async def work(db: AsyncSession) -> ExamAnswers:
        return await read_exam_answers(db, part, trustworthy=trustworthy)

    found = in_transaction(work)
    if not found.families:
        raise click.ClickException(f"Nobody has taken the exam in {part.blueprint.name} to its end yet.")
    return found


def as_answers(found: ExamAnswers) -> Answers:
    """Return the answers as arrays. Pretest families do not count for the ability."""
    scored = np.array([family.pool == "certification" for family in found.families])
    return Answers(found.responses, found.parameters, scored)


def read_groups_file(file: TextIO, technology: str) -> dict[UUID, str]:
    """Read the groups of accounts from CSV with the columns account (email or id) and group.

    Raises:
        click.BadParameter: A column is missing, or an account is in two groups.
    """
    rows = csv.DictReader(file)
    if not {"account", "group"} <= set(rows.fieldnames or ()):
        raise click.BadParameter("the first line of the file must name the columns account and group")
    groups: dict[str, str] = {}
    for row in rows:
        account, group = (row["account"] or "").strip().casefold(), (row["group"] or "").strip()
        if not account or not group:
            raise click.BadParameter(f"line {rows.line_num}: the account or the group is missing")
        if groups.setdefault(account, group) != group:
            raise click.BadParameter(f"line {rows.line_num}: {account} is in two groups")

    async def work(db: AsyncSession) -> tuple[dict[UUID, str], Collection[str]]:
        return await read_groups(db, technology, groups)

    found, unknown = in_transaction(work)
    if unknown:
        click.echo(f"{len(unknown)} of {len(groups)} accounts have not taken this exam.", err=True)
    return found


@dataclass(frozen=True)
class Identified:
    """An answer, and what the options stand for that it chose from; nothing if these are unknown."""

    attempt: AnsweredAttempt
    answer: Answer
    options: Mapping[str, Named]

    @property
    def chosen(self) -> list[str]:
        """The names of the options that were chosen."""
        choices = (self.answer.response or {}).get("choices", ())
        return sorted(self.options[choice].name for choice in choices if choice in self.options)


def identify(found: ExamAnswers) -> Iterator[Identified]:
    """Yield each answer to a family in the version that the bank has.

    Instances are made once more from the deployment's secret. After this secret was changed, the options of
    earlier instances are unknown.
    """
    settings = get_settings()
    seed = configured_seed(settings, SigningKey.configured(settings.signing_key, settings.data_dir))
    families = {(family.id, family.version): family for family in found.families}
    for attempt in found.attempts:
        for answer in attempt.answers:
            family = families.get((family_of(answer.item_id), answer.version))
            if family is not None:
                yield Identified(attempt, answer, _options(family, seed, attempt.id, answer))


def _options(family: Family, seed: str, attempt_id: UUID, answer: Answer) -> dict[str, Named]:
    if isinstance(family, Item):
        return name_options(family)
    if family.format in ("fill_in", "match_pairs", "order_lines"):
        return {}
    for instance in exam_instances(family, seed, attempt_id, answer.position):
        if instance.item.id == answer.item_id:
            return name_options(instance.item, family, instance)
    return {}


def load_charts() -> ModuleType:
    """Import what draws charts.

    Raises:
        click.ClickException: The package matplotlib is not installed.
    """
    try:
        from webdev_certs.authoring.psychometrics import charts
    except ImportError as error:
        raise click.ClickException(
            "Charts need matplotlib: pip install --require-hashes -r requirements-dev.txt"
        ) from error
    return charts
