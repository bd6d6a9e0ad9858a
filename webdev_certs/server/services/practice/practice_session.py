"""Load, describe and list practice sessions."""

from typing import Any
from uuid import UUID

from sqlalchemy import and_, update
from sqlmodel import col, select

from webdev_certs.schemas.pages import PracticeQuery
from webdev_certs.schemas.practice import ALL_TECHNOLOGIES, PracticeState, PracticeSummary
from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import load_item, without_key
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.shared.translation import _

_MIXED = "mixed"
"""Names the practice sessions without a difficulty in `PracticeQuery`."""


def unknown_practice_session() -> NotFound:
    """Return the error for a practice session that does not exist or belongs to somebody else."""
    return NotFound("practice_not_found", _("This practice round doesn’t exist."))


async def load_practice_session(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int | None = None
) -> tuple[PracticeSession, PracticeItem | None]:
    """Load one of the learner's practice sessions with one of its items, in one query.

    Args:
        position: The item's position; by default the first item without an answer.

    Returns:
        The practice session, and the item or None if the position has none.

    Raises:
        NotFound: `practice_not_found`.
    """
    at = col(PracticeSession.answered) + 1 if position is None else position
    query = (
        select(PracticeSession, PracticeItem)
        .join(
            PracticeItem,
            and_(
                col(PracticeItem.practice_session_id) == col(PracticeSession.id),
                col(PracticeItem.position) == at,
            ),
            isouter=True,
        )
        .where(PracticeSession.id == practice_session_id, PracticeSession.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.db.exec(query)).one_or_none()
    if found is None:
        raise unknown_practice_session()
    return found


async def read_practice_session(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeState:
    """Return the state of one of the learner's practice sessions.

    Raises:
        NotFound: `practice_not_found`.
    """
    return await practice_state(context, *await load_practice_session(context, user_id, practice_session_id))


async def end_early(context: Context, practice: PracticeSession, length: int) -> None:
    """End a practice session for which there are no more items.

    Args:
        length: How many of its items are answered.
    """
    await context.db.exec(
        update(PracticeSession)
        .where(col(PracticeSession.id) == practice.id)
        .values(length=length, finished_at=context.now)
        .execution_options(synchronize_session="evaluate")
    )


def require_finished(practice: PracticeSession) -> None:
    """Refuse a practice session with items that have no answer.

    Raises:
        Conflict: `practice_not_finished`.
    """
    if practice.finished_at is None:
        raise Conflict("practice_not_finished", _("Answer all questions of this practice round first."))


def practice_session_names(context: Context, practice: PracticeSession) -> dict[str, Any]:
    """Return the names of a practice session's technology and topic."""
    if practice.technology == ALL_TECHNOLOGIES:
        return {"name": _("All technologies"), "topic_title": None}
    names = technology_names(context.bank, practice.technology)
    return {"name": names.name, "topic_title": names.topic(practice.topic) if practice.topic else None}


async def practice_state(
    context: Context, practice: PracticeSession, row: PracticeItem | None
) -> PracticeState:
    """Return what the learner sees: the first item without an answer, or no item when finished."""
    item = await load_item(context, row) if row else None
    names = technology_names(context.bank, row.technology if row else practice.technology)
    return PracticeState.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
            **practice_session_names(context, practice),
            "position": min(practice.answered + 1, practice.length),
            "finished": practice.finished_at is not None,
            "item": without_key(item, row, names) if row and item else None,
        }
    )


async def list_practice_sessions(
    context: Context, user_id: UUID, wanted: PageRequest, only: PracticeQuery
) -> Page[PracticeSummary]:
    """Return a page of the learner's practice sessions, newest first.

    Args:
        wanted: Which page.
        only: Which practice sessions; its fields that are None do not filter.

    Raises:
        InvalidInput: `invalid_cursor`.
    """
    query = select(PracticeSession).where(PracticeSession.user_id == user_id)
    if only.technology is not None:
        query = query.where(PracticeSession.technology == only.technology)
    if only.difficulty is not None:
        difficulty = None if only.difficulty == _MIXED else only.difficulty
        query = query.where(col(PracticeSession.difficulty).is_not_distinct_from(difficulty))
    # `GET tests` lists mock exams, with their scores.
    query = query.where(
        PracticeSession.kind != "mock" if only.kind is None else PracticeSession.kind == only.kind
    )
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
    """Return the learner's latest practice session of one technology, if it was left in the middle.

    Technologies that the bank no longer has do not count.
    """
    query = (
        select(PracticeSession)
        .where(
            PracticeSession.user_id == user_id,
            col(PracticeSession.technology).in_(context.bank.technologies),
        )
        .order_by(col(PracticeSession.started_at).desc(), col(PracticeSession.id))
        .limit(1)
    )
    latest = (await context.db.exec(query)).first()
    return _summary(context, latest) if latest and 0 < latest.answered < latest.length else None


def _summary(context: Context, row: PracticeSession) -> PracticeSummary:
    names = practice_session_names(context, row)
    return PracticeSummary.model_validate({**row.model_dump(), "practice_session_id": row.id, **names})
