"""`webdev-certs items report`: the technical report of an exam."""

from pathlib import Path
from statistics import median
from typing import TextIO

import click
import numpy as np

from webdev_certs.cli.items.answers import as_answers, find_part, load_charts, read_groups_file
from webdev_certs.cli.items.psychometrics import compare, drifting
from webdev_certs.cli.items.ratings import read_cuts
from webdev_certs.cli.items.reading import bank_option
from webdev_certs.cli.items.statistics import item_curves
from webdev_certs.cli.transactions import in_transaction
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.calibration.classical import alpha
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules
from webdev_certs.server.services.items.exam_answers import ExamAnswers, read_exam_answers
from webdev_certs.server.services.items.parameters import InUse, parameters_in_use
from webdev_certs.settings import get_settings
from webdev_certs.shared.clock import utc_now

_PERIODS = 6


@click.command()
@click.argument("technology")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--groups",
    type=click.File(encoding="utf-8-sig"),
    help="Groups for differential item functioning: CSV with the columns account and group.",
)
@click.option(
    "--ratings",
    type=click.File(encoding="utf-8-sig"),
    help="Ratings of a panel: CSV with the columns round, rater, item and rating.",
)
@click.option(
    "--learners", default=1000, show_default=True, type=click.IntRange(min=50), help="Simulate so many."
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same numbers.")
@bank_option
def report(
    technology: str,
    folder: Path,
    groups: TextIO | None,
    ratings: TextIO | None,
    learners: int,
    seed: int,
    dirs: tuple[Path, ...],
) -> None:
    """Write the technical report of the exam in TECHNOLOGY into FOLDER: report.md, report.pdf, figures.

    It follows the Standards for Educational and Psychological Testing (2014), and says "provisional" wherever
    learners or raters are missing. It contains no personal data.
    """
    load_charts()
    from webdev_certs.authoring.psychometrics.report import write_blocks
    from webdev_certs.authoring.psychometrics.report.files import as_markdown, write_pdf
    from webdev_certs.authoring.psychometrics.report.material import Material, simulate_twice

    part, settings = find_part(technology, dirs), get_settings()
    rounds = [] if ratings is None else list(zip(*read_cuts(part, ratings)[:2], strict=True))

    async def work(db: AsyncSession) -> tuple[ExamAnswers, InUse]:
        return await read_exam_answers(db, part), await parameters_in_use(db, part.families.values())

    found, in_use = in_transaction(work)
    pool, rules = exam_pool(part.families.values(), in_use.parameters), exam_rules(part)
    material = Material(
        part=part,
        pool=pool,
        rules=rules,
        calibrated=frozenset(name for name, _ in in_use.calibrated),
        simulated=simulate_twice(pool, rules, learners, seed),
        seed=seed,
        learned=_learned(part, found, groups) if found.families else None,
        rounds=rounds,
        retake_days=settings.retake_days,
        attempts_a_year=settings.attempts_a_year,
    )
    folder.mkdir(parents=True, exist_ok=True)
    title, subtitle, blocks = write_blocks(material, folder, utc_now().date())
    (folder / "report.md").write_text(as_markdown(title, subtitle, blocks), encoding="utf-8")
    write_pdf(folder / "report.pdf", title, subtitle, blocks)
    click.echo(f"{folder / 'report.md'} and {folder / 'report.pdf'} written")


def _learned(part: TechnologyBank, found: ExamAnswers, groups: TextIO | None):
    from webdev_certs.authoring.psychometrics.report.material import MIN_ANSWERS, Learned

    times: dict[tuple[str, int], list[float]] = {}
    for attempt in found.attempts:
        for answer in attempt.answers:
            if answer.seconds is not None:
                times.setdefault((family_of(answer.item_id), answer.version), []).append(answer.seconds)
    comparisons = []
    if groups is not None:
        by_account = read_groups_file(groups, part.blueprint.technology)
        group = [by_account.get(attempt.user_id, "") for attempt in found.attempts]
        names = sorted({name for name in group if name}, key=lambda name: (-group.count(name), name))
        comparisons = [
            (names[0], focal, compare(found, group, names[0], focal, MIN_ANSWERS)) for focal in names[1:]
        ]
    return Learned(
        answers=as_answers(found),
        families=found.families,
        scores=np.array([attempt.score for attempt in found.attempts], dtype=np.float64),
        seconds=[
            median(times[family.id, family.version]) if (family.id, family.version) in times else float("nan")
            for family in found.families
        ],
        alpha=alpha(found.responses),
        curves=item_curves(found)[0],
        drift=drifting(found, _PERIODS, MIN_ANSWERS),
        dif=comparisons,
    )
