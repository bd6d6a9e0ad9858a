"""`webdev-certs exams`: requests for extra time, remarkable attempts, reviews, and simulated learners."""

import csv
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO
from uuid import UUID

import click
import numpy as np

from webdev_certs.authoring.simulation.study import Exam
from webdev_certs.authoring.simulation.summary import run_studies, summarize
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.cli.similarity import similarity
from webdev_certs.cli.transactions import (
    account_argument,
    ask,
    check_length,
    operate,
    operate_on_account,
    reason_option,
    yes_option,
)
from webdev_certs.schemas.exams import ReviewDecision, ReviewReason
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.models import User
from webdev_certs.server.services.exams.extra_time import Asked, decide, list_asked
from webdev_certs.server.services.exams.integrity import list_remarkable_attempts
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules
from webdev_certs.server.services.exams.reviews import ReviewFault, decide_review, list_reviews
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.exam_rules import MAX_ITEMS
from webdev_certs.shared.formatting import printable


def _decision(command: Callable[..., None]) -> Callable[..., None]:
    """Add the parameters of a decision."""
    help_text = "What the learner reads with the decision."
    note = click.option("--note", metavar="TEXT", callback=check_length, help=help_text)
    return account_argument(note(reason_option(yes_option(command))))


@click.group()
def exams() -> None:
    """Manage the exams."""


exams.add_command(similarity)


@exams.group("extra-time")
def extra_time() -> None:
    """Decide requests for extra time."""


@extra_time.command("list")
@click.option("--all", "decided", is_flag=True, help="Also those that are decided.")
@reason_option
@yes_option
def list_requests(decided: bool, reason: str | None, yes: bool) -> None:
    """List the open requests with the learners' reasons, oldest first. This is recorded.

    A reason may say something about somebody's health: do not keep copies.
    """
    ask(yes, "List requests with the learners' reasons? This is recorded.")
    requests = operate(
        "exams extra-time list",
        "all requests" if decided else "open requests",
        reason,
        lambda context: list_asked(context, decided=decided),
    )
    for asked in requests:
        click.echo(_request_line(asked))
        for text in (asked.request.reason, asked.request.note):
            if text:
                click.echo(f"    {' '.join(printable(text).split())}")
    if not requests:
        click.echo("There are no requests." if decided else "There are no open requests.")


@extra_time.command()
@_decision
def grant(account: str, note: str | None, reason: str | None, yes: bool) -> None:
    """Grant the open request of a learner, for attempts started from now on, and mail the learner."""
    ask(yes, f"Grant the extra time that {account} has asked for?")
    percent = _decide(account, note, reason, granted=True)
    click.echo(f"{account} has {percent}% more time.")


@extra_time.command()
@_decision
def refuse(account: str, note: str | None, reason: str | None, yes: bool) -> None:
    """Refuse the open request of a learner, and mail the learner."""
    ask(yes, f"Refuse the extra time that {account} has asked for?")
    percent = _decide(account, note, reason, granted=False)
    click.echo(f"{account} does not get {percent}% more time.")


def _decide(account: str, note: str | None, reason: str | None, *, granted: bool) -> int:
    async def work(context: Context, user: User) -> int:
        percent = await decide(context, user, granted=granted, note=note)
        if percent is None:
            raise click.ClickException(f"{account} has no open request.")
        return percent

    action = f"exams extra-time {'grant' if granted else 'refuse'}"
    return operate_on_account(action, account, reason, work)


def _request_line(asked: Asked) -> str:
    request = asked.request
    state = f"{request.state} {request.decided_at:%Y-%m-%d}" if request.decided_at else request.state
    return f"{request.asked_at:%Y-%m-%d}  {asked.user.email}  {request.percent}%  {state}"


@exams.command()
@click.option("--technology", "technologies", multiple=True, help="Only this exam; can be repeated.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Only attempts that ended on this day (UTC) or later.",
)
@reason_option
@yes_option
def integrity(technologies: tuple[str, ...], since: datetime | None, reason: str | None, yes: bool) -> None:
    """List attempts that are worth a look, with the reasons. This is recorded.

    A reason is a sign, not a proof: people are interrupted, use assistive technology, and paste their own
    text. This command changes nothing (docs/operations.md).
    """
    ask(yes, "List attempts with the emails of their learners? This is recorded.")
    start = since.replace(tzinfo=UTC) if since else None
    about = ", ".join(technologies) or "all exams"
    listed, attempts = operate(
        "exams integrity",
        about[:80],
        reason,
        lambda context: list_remarkable_attempts(context, technologies, start),
    )
    for found in listed:
        attempt = found.attempt
        verdict = "passed" if attempt.passed else "failed"
        click.echo(
            f"{attempt.submitted_at:%Y-%m-%d %H:%M}  {attempt.technology}  {attempt.score} {verdict}  "
            f"{found.email}  {attempt.id}"
        )
        for remark in found.remarks:
            click.echo(f"    {remark}")
    click.echo(f"Worth a look: {len(listed)} of {attempts}")


@exams.group()
def review() -> None:
    """Decide about passing attempts that are under review."""


_REASONS: dict[ReviewReason, str] = {
    "rapid_answers": "answers came faster than their questions can be read",
    "misfit": "hard questions right and easy ones wrong",
    "left_and_pasted": "left the page and pasted text at several questions",
    "retake": "another account with this mailbox started too shortly before",
}


@review.command("list")
@click.option("--all", "decided", is_flag=True, help="Also those that are decided.")
@reason_option
@yes_option
def list_held(decided: bool, reason: str | None, yes: bool) -> None:
    """List the attempts under review with the reasons, oldest first. This is recorded.

    A reason is a sign, not a proof. `exams integrity` has the figures (docs/operations.md).
    """
    ask(yes, "List attempts under review? This is recorded.")
    found = operate(
        "exams review list",
        "all reviews" if decided else "open reviews",
        reason,
        lambda context: list_reviews(context, decided=decided),
    )
    for held, attempt in found:
        state = f"{held.decision} {held.decided_at:%Y-%m-%d}" if held.decided_at else "under review"
        click.echo(
            f"{attempt.id}  {attempt.technology}  {attempt.score}  since {held.held_at:%Y-%m-%d}  {state}"
        )
        for code, words in _REASONS.items():
            if code in held.reasons:
                click.echo(f"    {words}")
        if held.note:
            click.echo(f"    {' '.join(printable(held.note).split())}")
    if not found:
        click.echo("There are no reviews." if decided else "There are no attempts under review.")


def _review_decision(command: Callable[..., None]) -> Callable[..., None]:
    """Add the parameters of a decision about an attempt."""
    note = click.option(
        "--note", metavar="TEXT", callback=check_length, help="What the learner reads with the decision."
    )
    reason = click.option(
        "--reason",
        metavar="TEXT",
        required=True,
        callback=check_length,
        help="Why; kept in the operators' log.",
    )
    attempt = click.argument("attempt_id", metavar="ATTEMPT", type=click.UUID)
    return attempt(note(reason(yes_option(command))))


@review.command()
@_review_decision
def release(attempt_id: UUID, note: str | None, reason: str, yes: bool) -> None:
    """Release an attempt: issue its certificate, and mail the learner."""
    ask(yes, f"Release the attempt {attempt_id} and issue its certificate?")
    number = _decide_review(attempt_id, "released", note, reason)
    click.echo(f"Released. Certificate: {number or 'waits until the learner confirms the email'}")


@review.command("refuse")
@_review_decision
def refuse_attempt(attempt_id: UUID, note: str | None, reason: str, yes: bool) -> None:
    """Refuse an attempt: it is not passed. Mail the learner."""
    ask(yes, f"Refuse the attempt {attempt_id}, so that it is not passed? This cannot be undone.")
    _decide_review(attempt_id, "refused", note, reason)
    click.echo("Refused. The attempt is not passed.")


def _decide_review(attempt_id: UUID, decision: ReviewDecision, note: str | None, reason: str) -> str | None:
    async def work(context: Context) -> str | None:
        try:
            return await decide_review(context, attempt_id, decision, note)
        except ReviewFault as fault:
            raise click.ClickException(str(fault)) from None

    action = f"exams review {'release' if decision == 'released' else 'refuse'}"
    return operate(action, str(attempt_id), reason, work, with_bank=True)


@exams.command()
@click.argument("technologies", nargs=-1, metavar="[TECHNOLOGY]...")
@click.option(
    "--learners", default=2000, show_default=True, type=click.IntRange(min=40), help="For each seed."
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same numbers.")
@click.option(
    "--seeds",
    default=1,
    show_default=True,
    type=click.IntRange(min=1),
    help="Simulate with so many seeds, and print means with 95% intervals.",
)
@click.option("--csv", "csv_file", type=click.File("w"), help="Also write the numbers to this file.")
@bank_option
def simulate(
    technologies: tuple[str, ...],
    learners: int,
    seed: int,
    seeds: int,
    csv_file: TextIO | None,
    dirs: tuple[Path, ...],
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
        writer.writerow(["technology", "measure", "value", "half_interval", "unit"])
    parts = [bank.get(name) for name in technologies or bank.technologies]
    learners -= learners % 2
    found = run_studies([simulated_exam(part) for part in parts], learners, range(seed, seed + seeds))
    with click.progressbar(found, length=len(parts), label="Simulate", file=sys.stderr) as studies:
        for part, each in zip(parts, studies, strict=True):
            click.echo(f"{part.blueprint.name}: {seeds} × {learners} learners")
            for figure in summarize(each):
                click.echo(f"  {figure.name:72}{figure!s:>13} {figure.unit}".rstrip())
                if writer:
                    row = part.blueprint.technology, figure.name, figure.value, figure.half, figure.unit
                    writer.writerow(row)


def simulated_exam(part: TechnologyBank) -> Exam:
    """Return the exam of a technology, without its pretest families, but with the places that they take."""
    rules = exam_rules(part)
    scored = [family for family in part.families.values() if family.pool == "certification"]
    seconds = np.array([family.expected_seconds for family in scored], dtype=np.float64)
    # The pretest items take their part of the time.
    share = rules.max_items / MAX_ITEMS
    return Exam(exam_pool(scored), rules, seconds, 60 * part.blueprint.minutes * share)
