"""Start practice sessions, read their state and list them."""

from dataclasses import dataclass
from typing import get_args
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import PracticeState, PracticeSummary
from webdev_certs.server.domain.errors import InvalidInput, NotFound
from webdev_certs.server.domain.forms import draw_practice
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.records import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.frozen import freeze
from webdev_certs.server.services.practice.exposure import count_practiced
from webdev_certs.server.services.practice.records import load_practice_session, practice_state
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, read_page
from webdev_certs.shared.vocabulary import Difficulty

LENGTH = 10
MIXED = "mixed"
"""Names the practice sessions without a difficulty in `PracticeFilter`."""


async def start_practice(
    context: Context, user_id: UUID, technology: str, difficulty: str | None
) -> PracticeState:
    """Start a practice session with the items that the learner has seen least often.

    Args:
        context: The request's context.
        user_id: The learner.
        technology: The technology's id.
        difficulty: One of the three difficulties, or None for a mix.

    Raises:
        NotFound: `unknown_technology`; `no_items`: the bank has no items of this difficulty.
        InvalidInput: `unknown_difficulty`, with the list of `difficulties`.
        Conflict: `test_running`.
    """
    bank = context.bank.get(technology)
    difficulties = get_args(Difficulty)
    if difficulty not in (None, *difficulties):
        raise InvalidInput(
            "unknown_difficulty",
            "This difficulty does not exist. Choose one from the list, or none.",
            field="difficulty",
            difficulties=list(difficulties),
        )
    pool = [item for item in bank.practice if difficulty in (None, item.difficulty)]
    if not pool:
        raise NotFound("no_items", "There are no questions of this difficulty yet.")
    await refuse_during_attempt(context, user_id, technology)
    drawn = draw_practice(pool, await count_practiced(context, user_id, technology), LENGTH, context.rng)
    practice = PracticeSession(
        user_id=user_id,
        technology=technology,
        difficulty=difficulty,
        length=len(drawn),
        started_at=context.now,
    )
    context.db.add(practice)
    await context.db.flush()
    context.db.add_all(
        PracticeItem(practice_session_id=practice.id, position=position, **freeze(item, context.rng))
        for position, item in enumerate(drawn, start=1)
    )
    await context.db.flush()
    return await practice_state(context, *await load_practice_session(context, user_id, practice.id))


async def read_practice_session(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeState:
    """Return the state of one of the learner's practice sessions.

    Raises:
        NotFound: `practice_not_found`.
    """
    return await practice_state(context, *await load_practice_session(context, user_id, practice_session_id))


@dataclass(frozen=True)
class PracticeFilter:
    """Which practice sessions to list; None does not filter.

    Attributes:
        technology: The technology's id.
        difficulty: One of the three difficulties, or `mixed`.
        finished: Whether all items have been answered.
    """

    technology: str | None = None
    difficulty: str | None = None
    finished: bool | None = None


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
    if only.finished is not None:
        finished_at = col(PracticeSession.finished_at)
        query = query.where(finished_at.is_not(None) if only.finished else finished_at.is_(None))
    page = await read_page(
        context.db, query, wanted, moment=col(PracticeSession.started_at), key=col(PracticeSession.id)
    )
    return page.map(lambda row: _summary(context, row))


def _summary(context: Context, practice: PracticeSession) -> PracticeSummary:
    return PracticeSummary.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
            "name": technology_names(context.bank, practice.technology).name,
        }
    )
