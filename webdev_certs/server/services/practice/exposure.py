"""Count how often a learner has practiced each item, so that practice chooses items seen least often."""

from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.shared.context import Context


async def count_practiced(context: Context, user_id: UUID, technology: str) -> dict[str, int]:
    """Return, by item id, how often the learner answered the item in practice."""
    counts = (
        select(PracticeItem.item_id, func.count())
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            PracticeItem.technology == technology,
            col(PracticeItem.answered_at).is_not(None),
        )
        .group_by(col(PracticeItem.item_id))
    )
    return dict((await context.db.exec(counts)).all())
