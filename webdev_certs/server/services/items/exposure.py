"""Count how often a learner has seen each item, so that exams measure ability and not memory."""

from uuid import UUID

from sqlalchemy import func, union_all
from sqlmodel import col, select

from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.shared.context import Context


async def count_exposures(context: Context, user_id: UUID, technology: str) -> dict[str, int]:
    """Return, by item id, how often the learner got the item in an attempt or answered it in practice."""
    in_attempts = (
        select(AttemptItem.item_id)
        .join(Attempt, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.user_id == user_id, Attempt.technology == technology)
    )
    in_practice = (
        select(PracticeItem.item_id)
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            PracticeSession.technology == technology,
            col(PracticeItem.answered_at).is_not(None),
        )
    )
    seen = union_all(in_attempts, in_practice).subquery()
    counts = select(seen.c.item_id, func.count()).group_by(seen.c.item_id)
    return dict((await context.db.exec(counts)).all())
