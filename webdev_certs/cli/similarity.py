"""`webdev-certs exams similarity`: pairs of attempts with more equal answers than their scores explain."""

import json
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID

import click

from webdev_certs.authoring.psychometrics.similarity import Similarity, numbered, similar_pairs
from webdev_certs.cli.items.answers import Identified, as_answers, find_part, identify
from webdev_certs.cli.items.reading import bank_option
from webdev_certs.cli.transactions import ask, operate, reason_option, yes_option
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.items.exam_answers import ExamAnswers, read_emails, read_exam_answers
from webdev_certs.server.services.shared.context import Context


@click.command()
@click.argument("technology")
@click.option(
    "--level",
    default=0.01,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="How likely any pair is listed if all learners work alone.",
)
@click.option(
    "--min-shared",
    default=6,
    show_default=True,
    type=click.IntRange(min=2),
    help="Compare only pairs that share so many families.",
)
@reason_option
@yes_option
@bank_option
def similarity(
    technology: str, level: float, min_shared: int, reason: str | None, yes: bool, dirs: tuple[Path, ...]
) -> None:
    """List pairs of attempts at the exam in TECHNOLOGY that are more alike than their scores explain.

    This is recorded. A pair is a sign, not a proof: learners of one course share its mistakes. The command
    changes nothing (docs/operations.md).
    """
    ask(yes, "List attempts with the emails of their learners? This is recorded.")
    part = find_part(technology, dirs)

    async def work(context: Context) -> tuple[ExamAnswers, Mapping[UUID, str]]:
        found = await read_exam_answers(context.db, part, trustworthy=False)
        return found, await read_emails(context.db, technology)

    found, emails = operate("exams similarity", technology, reason, work)
    if len(found.attempts) < 2:
        click.echo("There are no two attempts to compare.")
        return
    result = find_similar(found, level, min_shared)
    listed = 0
    for pair in result.found:
        first, second = found.attempts[pair.first], found.attempts[pair.second]
        if first.user_id == second.user_id:
            continue
        listed += 1
        click.echo(
            f"{pair.same} of {pair.shared} answers are the same ({pair.same_wrong} of them wrong), "
            f"{pair.expected:.1f} are expected, p = {pair.probability:.1e}"
        )
        for attempt in (first, second):
            click.echo(
                f"    {attempt.id}  {attempt.started_at:%Y-%m-%d %H:%M}  {attempt.score}  "
                f"{emails.get(attempt.user_id, '')}"
            )
    shared = f"; they share {result.shared:.1f} families on average" if result.pairs else ""
    click.echo(f"Worth a look: {listed} of {result.pairs} pairs{shared}")


def find_similar(found: ExamAnswers, level: float, min_shared: int) -> Similarity:
    """Compare all attempts with each other."""
    row = {attempt.id: place for place, attempt in enumerate(found.attempts)}
    column = {(family.id, family.version): place for place, family in enumerate(found.families)}
    given: list[list[str | None]] = [[None] * len(found.attempts) for _ in found.families]
    for each in identify(found):
        ref = family_of(each.answer.item_id), each.answer.version
        given[column[ref]][row[each.attempt.id]] = _given(each)
    return similar_pairs(as_answers(found), numbered(given), level=level, min_shared=min_shared)


def _given(each: Identified) -> str:
    """Return the same text for the same answer; the empty text for a correct one."""
    answer = each.answer
    if answer.correct:
        return ""
    if answer.response is None:
        return "no answer"
    if each.options:
        return " + ".join(each.chosen)
    # The texts of two instances of an item model cannot be compared, those of an item can.
    is_item = family_of(answer.item_id) == answer.item_id
    return json.dumps(answer.response, sort_keys=True).casefold() if is_item else "wrong"
