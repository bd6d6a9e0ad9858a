"""What a certificate means: the facts of the test that its holder passed."""

from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.shared.context import Context


@dataclass(frozen=True)
class Meaning:
    """The facts of an exam, as they were when the attempt was scored."""

    cut_score: int
    """On the 200–800 scale."""
    least: int
    """The smallest number of questions in the test."""
    most: int
    """The largest number of questions in the test."""
    minutes: int
    """Time limit without extra time, which is private to the learner."""
    topics: tuple[str, ...]
    """The titles of the topics that were scored, in the blueprint's order."""


async def meaning_of(context: Context, technology: str, attempt_id: UUID | None) -> Meaning | None:
    """Return what the certificate of an attempt means.

    The attempt has kept all of it except the minutes, which are those of the present blueprint.

    Returns:
        The facts; None if the technology is no longer offered, if the certificate has no attempt, and for an
        attempt from before exams were adaptive.
    """
    offered = context.bank.technologies.get(technology)
    if offered is None or attempt_id is None:
        return None
    query = (
        select(Attempt, AttemptItem.theta)
        .join(AttemptItem, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.id == attempt_id, AttemptItem.position == 1)
    )
    attempt, theta = (await context.db.exec(query)).first() or (None, None)
    if attempt is None or theta is None:
        return None
    return Meaning(
        cut_score=attempt.cut_score,
        least=attempt.min_items,
        most=attempt.max_items + len(attempt.pretest_positions),
        minutes=offered.blueprint.minutes,
        topics=tuple(topic["title"] for topic in attempt.profile or ()),
    )
