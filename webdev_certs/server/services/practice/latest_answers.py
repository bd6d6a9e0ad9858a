"""The latest answer to each item that a learner has practiced."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, tuple_
from sqlmodel import col, select

from webdev_certs.server.content.format import Item
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.shared.context import Context


class LatestAnswer(NamedTuple):
    """The latest answer to an item, and where it is."""

    technology: str
    item_id: str
    item_version: int
    practice_session_id: UUID
    position: int
    answered_at: datetime

    @property
    def place(self) -> tuple[UUID, int]:
        """The practice session and the position in it."""
        return self.practice_session_id, self.position


async def latest_answers(
    context: Context,
    user_id: UUID,
    *technologies: str,
    correct: bool | None = None,
    finished_only: bool = False,
) -> list[LatestAnswer]:
    """Return the latest answer to each item, newest first, with one query.

    Args:
        *technologies: Only these; all by default.
        correct: Only correct answers, or only wrong ones; None for both.
        finished_only: Whether answers in unfinished practice sessions do not count.
    """
    order = (
        col(PracticeItem.answered_at).desc(),
        col(PracticeItem.practice_session_id),
        col(PracticeItem.position).desc(),
    )
    answers = (
        select(  # pyright: ignore[reportCallIssue]
            col(PracticeItem.technology),
            col(PracticeItem.item_id),
            col(PracticeItem.item_version),
            col(PracticeItem.practice_session_id),
            col(PracticeItem.position),
            col(PracticeItem.answered_at),
            col(PracticeItem.correct),
            func.row_number().over(partition_by=col(PracticeItem.item_id), order_by=order).label("nth"),
        )
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at).is_not(None))
    )
    if finished_only:
        answers = answers.where(col(PracticeSession.finished_at).is_not(None))
    if technologies:
        answers = answers.where(col(PracticeItem.technology).in_(technologies))
    columns = answers.subquery().c
    query = (
        select(*(columns[name] for name in LatestAnswer._fields))  # pyright: ignore[reportCallIssue]
        .where(columns.nth == 1)
        .order_by(columns.answered_at.desc(), columns.item_id.desc())
    )
    if correct is not None:
        query = query.where(columns.correct.is_(correct))
    return [LatestAnswer(*row) for row in await context.db.exec(query)]


async def load_answered(
    context: Context, places: list[tuple[UUID, int]]
) -> dict[tuple[UUID, int], tuple[PracticeItem, Item]]:
    """Return answered items, in the versions that were answered, by practice session and position."""
    if not places:
        return {}
    place = tuple_(col(PracticeItem.practice_session_id), col(PracticeItem.position))
    rows = (await context.db.exec(select(PracticeItem).where(place.in_(places)))).all()
    items = await load_items(context, rows)
    return {
        (row.practice_session_id, row.position): (row, items[row.item_id, row.item_version]) for row in rows
    }
