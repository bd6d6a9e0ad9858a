"""List a learner's practice sessions."""

from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import ALL_TECHNOLOGIES, PracticeSummary
from webdev_certs.server.models.practice import PracticeSession
from webdev_certs.server.services.practice.records import practice_session_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page

MIXED = "mixed"
"""Names the practice sessions without a difficulty in `PracticeFilter`."""


@dataclass(frozen=True)
class PracticeFilter:
    """Which practice sessions to list; None does not filter.

    Attributes:
        technology: The technology's id.
        difficulty: One of the three difficulties, or `mixed`.
        finished: Whether all items have been answered.
        kind: One of `schemas.practice.PracticeKind`.
        topic: The topic's id.
    """

    technology: str | None = None
    difficulty: str | None = None
    finished: bool | None = None
    kind: str | None = None
    topic: str | None = None


async def list_practice_sessions(
    context: Context, user_id: UUID, wanted: PageRequest, only: PracticeFilter
) -> Page[PracticeSummary]:
    """Return a page of the learner's practice sessions, newest first.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = select(PracticeSession).where(PracticeSession.user_id == user_id)
    if only.technology is not None:
        query = query.where(PracticeSession.technology == only.technology)
    if only.difficulty is not None:
        difficulty = None if only.difficulty == MIXED else only.difficulty
        query = query.where(col(PracticeSession.difficulty).is_not_distinct_from(difficulty))
    if only.kind is not None:
        query = query.where(PracticeSession.kind == only.kind)
    if only.topic is not None:
        query = query.where(PracticeSession.topic == only.topic)
    if only.finished is not None:
        finished_at = col(PracticeSession.finished_at)
        query = query.where(finished_at.is_not(None) if only.finished else finished_at.is_(None))
    page = await read_page(
        context.db, query, wanted, moment=col(PracticeSession.started_at), key=col(PracticeSession.id)
    )
    return page.map(lambda row: _summary(context, row))


async def latest_unfinished(context: Context, user_id: UUID) -> PracticeSummary | None:
    """Return the learner's latest practice session of one technology, if it was left in the middle."""
    query = (
        select(PracticeSession)
        .where(PracticeSession.user_id == user_id, PracticeSession.technology != ALL_TECHNOLOGIES)
        .order_by(col(PracticeSession.started_at).desc(), col(PracticeSession.id))
        .limit(1)
    )
    latest = (await context.db.exec(query)).first()
    return _summary(context, latest) if latest and 0 < latest.answered < latest.length else None


def _summary(context: Context, row: PracticeSession) -> PracticeSummary:
    names = practice_session_names(context, row)
    return PracticeSummary.model_validate({**row.model_dump(), "practice_session_id": row.id, **names})
