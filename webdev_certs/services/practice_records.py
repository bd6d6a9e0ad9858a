"""Finding practice sessions, and what is said about one that runs."""

from uuid import UUID

from sqlmodel import select

from webdev_certs.domain.errors import NotFound
from webdev_certs.models.practice import PracticeItem, PracticeSession
from webdev_certs.schemas.practice import PracticeState
from webdev_certs.services.catalogue import technology_names
from webdev_certs.services.context import Context
from webdev_certs.services.items import load_item, shown


def unknown_practice() -> NotFound:
    """One answer for sessions that do not exist, are someone else's, or cannot exist."""
    return NotFound("practice_not_found", "There is no such practice session.")


async def load_session(context: Context, user_id: UUID, practice_id: UUID) -> PracticeSession:
    """A learner's practice session as it is now.

    Raises:
        NotFound: `practice_not_found`.
    """
    query = (
        select(PracticeSession)
        .where(PracticeSession.id == practice_id, PracticeSession.user_id == user_id)
        .execution_options(populate_existing=True)
    )
    found = (await context.session.exec(query)).one_or_none()
    if found is None:
        raise unknown_practice()
    return found


async def load_row(context: Context, practice: PracticeSession, position: int) -> PracticeItem | None:
    """The item at a position as it is now; None past the end."""
    query = (
        select(PracticeItem)
        .where(PracticeItem.session_id == practice.id, PracticeItem.position == position)
        .execution_options(populate_existing=True)
    )
    return (await context.session.exec(query)).one_or_none()


async def state(context: Context, practice: PracticeSession) -> PracticeState:
    """What the learner sees: the first item without an answer, or none when finished."""
    names = technology_names(context.bank, practice.technology)
    finished = practice.finished_at is not None
    row = None if finished else await load_row(context, practice, practice.answered + 1)
    item = await load_item(context, row) if row else None
    return PracticeState.model_validate(
        {
            **practice.model_dump(),
            "practice_id": practice.id,
            "name": names.name,
            "position": practice.length if finished else practice.answered + 1,
            "finished": finished,
            "item": shown(item, row, names) if row and item else None,
        }
    )
