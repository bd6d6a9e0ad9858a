"""Practice: free, without a clock, with feedback after every answer."""

from typing import get_args
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.content.format import Difficulty
from webdev_certs.server.domain.errors import InvalidInput, NotFound
from webdev_certs.server.domain.forms import draw_practice
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.schemas.practice import PracticeState, PracticeSummary
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.exams.records import refuse_during_test
from webdev_certs.server.services.items.exposure import items_met
from webdev_certs.server.services.items.frozen import freeze
from webdev_certs.server.services.practice.records import load_session, state

LENGTH = 10


async def start_practice(
    context: Context, user_id: UUID, technology: str, difficulty: str | None
) -> PracticeState:
    """Starts a session with the items that the learner has met least.

    Args:
        context: the request's.
        user_id: the learner.
        technology: its id.
        difficulty: one of the three, or None for a mix of them.

    Raises:
        NotFound: `unknown_technology`; `no_items`: the bank has none of this difficulty.
        InvalidInput: `unknown_difficulty`, with the `difficulties` there are.
        Conflict: `test_running`.
    """
    bank = context.bank.get(technology)
    difficulties = get_args(Difficulty)
    if difficulty not in (None, *difficulties):
        raise InvalidInput(
            "unknown_difficulty",
            "There is no such difficulty. Choose one of those listed, or none.",
            field="difficulty",
            difficulties=list(difficulties),
        )
    pool = [item for item in bank.items if difficulty in (None, item.difficulty)]
    if not pool:
        raise NotFound("no_items", "There are no questions of this difficulty yet.")
    await refuse_during_test(context, user_id, technology)
    drawn = draw_practice(pool, await items_met(context, user_id, technology), LENGTH, context.rng)
    practice = PracticeSession(
        user_id=user_id,
        technology=technology,
        difficulty=difficulty,
        length=len(drawn),
        started_at=context.now,
    )
    context.session.add(practice)
    await context.session.flush()
    context.session.add_all(
        PracticeItem(session_id=practice.id, position=position, **freeze(item, context.rng))
        for position, item in enumerate(drawn, start=1)
    )
    await context.session.flush()
    return await state(context, *await load_session(context, user_id, practice.id))


async def read_practice(context: Context, user_id: UUID, practice_id: UUID) -> PracticeState:
    """Where the learner is in a session.

    Raises:
        NotFound: `practice_not_found`.
    """
    return await state(context, *await load_session(context, user_id, practice_id))


async def list_practice(context: Context, user_id: UUID) -> list[PracticeSummary]:
    """A learner's sessions, newest first."""
    query = (
        select(PracticeSession)
        .where(PracticeSession.user_id == user_id)
        .order_by(col(PracticeSession.started_at).desc(), col(PracticeSession.id))
    )
    return [
        PracticeSummary.model_validate(
            {
                **row.model_dump(),
                "practice_id": row.id,
                "name": technology_names(context.bank, row.technology).name,
            }
        )
        for row in await context.session.exec(query)
    ]
