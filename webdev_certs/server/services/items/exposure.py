"""Which items a learner has met, so that tests measure ability and not memory."""

from uuid import UUID

from sqlalchemy import func, union_all
from sqlmodel import col, select

from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.shared.context import Context


async def items_met(context: Context, user_id: UUID, technology: str) -> dict[str, int]:
    """How often the learner has been given each item in a test or has answered it in practice; one query."""
    in_tests = (
        select(AttemptItem.item_id)
        .join(Attempt, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.user_id == user_id, Attempt.technology == technology)
    )
    in_practice = (
        select(PracticeItem.item_id)
        .join(PracticeSession, col(PracticeItem.session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            PracticeSession.technology == technology,
            col(PracticeItem.answered_at).is_not(None),
        )
    )
    met = union_all(in_tests, in_practice).subquery()
    counts = select(met.c.item_id, func.count()).group_by(met.c.item_id)
    return dict((await context.session.exec(counts)).all())
