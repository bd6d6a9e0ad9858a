"""Finding practice sessions, and what is said about one that runs."""

from uuid import UUID

from sqlalchemy import and_
from sqlmodel import col, select

from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.schemas.practice import PracticeState
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.items.frozen import load_item, shown


def unknown_practice() -> NotFound:
    """One answer for sessions that do not exist, are someone else's, or cannot exist."""
    return NotFound("practice_not_found", "There is no such practice session.")


async def load_session(
    context: Context, user_id: UUID, practice_id: UUID, position: int | None = None
) -> tuple[PracticeSession, PracticeItem | None]:
    """A learner's practice session with one of its items, both as of one moment: it is one query.

    Args:
        context: the request's.
        user_id: the learner.
        practice_id: the session.
        position: the item's place; by default that of the first item without an answer.

    Returns:
        The session, and the item or None where there is none at this position.

    Raises:
        NotFound: `practice_not_found`.
    """
    place = col(PracticeSession.answered) + 1 if position is None else position
    query = (
        select(PracticeSession, PracticeItem)
        .join(
            PracticeItem,
            and_(
                col(PracticeItem.session_id) == col(PracticeSession.id), col(PracticeItem.position) == place
            ),
            isouter=True,
        )
        .where(PracticeSession.id == practice_id, PracticeSession.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.session.exec(query)).one_or_none()
    if found is None:
        raise unknown_practice()
    return found


async def state(context: Context, practice: PracticeSession, row: PracticeItem | None) -> PracticeState:
    """What the learner sees: the first item without an answer, or none when finished."""
    names = technology_names(context.bank, practice.technology)
    item = await load_item(context, row) if row else None
    return PracticeState.model_validate(
        {
            **practice.model_dump(),
            "practice_id": practice.id,
            "name": names.name,
            "position": min(practice.answered + 1, practice.length),
            "finished": practice.finished_at is not None,
            "item": shown(item, row, names) if row and item else None,
        }
    )
