"""Mails about tests that were not passed, or scored again, and reminders of retakes."""

from datetime import datetime

from webdev_certs.server.domain.score_and_interval import ScaleScore
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.exams.scoring import Outcome
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import find_recipient, queue_for
from webdev_certs.server.services.shared.attempt_results import interval_of
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import remind
from webdev_certs.server.services.shared.retakes import retake_dates

_WEAKEST = 2
"""How many topics a mail names."""


async def mail_not_passed(context: Context, attempt: Attempt, outcome: Outcome) -> None:
    """Mail a learner the result of a test that they did not pass, and remind them of the retake.

    Args:
        context: The transaction's context.
        attempt: The attempt, which has just ended.
        outcome: Its outcome; without a score, too few questions were answered.
    """
    retake_at = await remind_of_retake(context, attempt)
    user = await find_recipient(context, attempt.user_id, "result")
    if user is None:
        return
    names = technology_names(context.bank, attempt.technology)
    low, high = 0, 0
    if outcome.score is not None and outcome.standard_error is not None:
        low, high = interval_of(ScaleScore(outcome.score, outcome.standard_error), attempt.passing_rule)
    await queue_for(
        context,
        user,
        "result",
        "not_passed",
        attempt.id,
        name=names.name,
        title=names.title,
        attempt=attempt.id,
        technology=attempt.technology,
        score=outcome.score or 0,
        low=low,
        high=high,
        cut_score=attempt.cut_score,
        topics=_weakest(outcome, attempt.cut_score),
        retake_at=retake_at,
    )


async def mail_corrected(
    context: Context, attempt: Attempt, before: int, after: int, *, passed: bool
) -> None:
    """Mail a learner that a test was scored again."""
    user = await find_recipient(context, attempt.user_id, "result")
    if user:
        names = technology_names(context.bank, attempt.technology)
        values = {"name": names.name, "title": names.title, "attempt": attempt.id}
        values |= {"before": before, "after": after, "passed": passed}
        await queue_for(context, user, "result", "result_corrected", attempt.id, **values)


async def remind_of_retake(context: Context, attempt: Attempt) -> datetime | None:
    """Plan the mail that says that a test can be taken again, and return when that is."""
    retake_at = (await retake_dates(context, attempt.user_id))(attempt.technology)
    if retake_at:
        await remind(context.db, attempt.user_id, "retake", attempt.id, retake_at)
    return retake_at


def _weakest(outcome: Outcome, cut_score: int) -> str:
    """Return the titles of the topics with the lowest scores, if they are below the pass mark."""
    rows = sorted(outcome.profile or (), key=lambda row: row["score"])
    return ", ".join(row["title"] for row in rows[:_WEAKEST] if row["score"] < cut_score)
