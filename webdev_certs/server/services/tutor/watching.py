"""End answers that are being written once they are no longer allowed.

What forbids them may happen in another process, so the database is asked: once a second for all answers of
this process together, and only while there are any.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.tutor import TutorEnding
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, with_mock_exams
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.tutor.switching import is_off

log = logging.getLogger(__name__)
_LOOK_SECONDS = 1
_watched: set["Watched"] = set()
_watching: set[asyncio.Task[None]] = set()
"""The task that looks, if there is one."""


@dataclass(frozen=True, eq=False)
class Watched:
    """An answer that is being written.

    Attributes:
        user_id: The learner.
        technology: What the question is about.
        reading: Is done when the answer is written.
        end: Ends the answer for a reason.
    """

    user_id: UUID
    technology: str
    reading: asyncio.Task[None]
    end: Callable[[TutorEnding], None]


def watch(answer: Watched, context: Context) -> None:
    """End an answer once it is no longer allowed.

    Args:
        answer: The answer.
        context: Without a transaction.
    """
    _watched.add(answer)
    answer.reading.add_done_callback(lambda _reading: _watched.discard(answer))
    if not _watching:
        task = asyncio.create_task(_look(context), name="tutor watches")
        _watching.add(task)
        task.add_done_callback(_watching.discard)


async def _look(context: Context) -> None:
    while _watched:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            await _end_forbidden(context)
        except DatabaseUnavailable:
            continue
        except Exception:
            log.exception("Whether the tutor's answers are still allowed could not be read")


async def _end_forbidden(context: Context) -> None:
    answers = list(_watched)
    people = {answer.user_id for answer in answers}
    async with context.transaction() as transaction:
        turned_off = await is_off(transaction)
        agreed = select(User.id).where(col(User.id).in_(people), col(User.tutor_consented_at).is_not(None))
        agreeing = set(await transaction.db.exec(agreed))
        open_tests = select(Attempt.user_id, Attempt.technology, Attempt.mock).where(
            col(Attempt.user_id).in_(people),
            col(Attempt.submitted_at).is_(None),
            Attempt.deadline > transaction.now,
        )
        running = (await transaction.db.exec(with_mock_exams(open_tests))).all()
    for answer in answers:
        if turned_off:
            answer.end("turned_off")
        elif answer.user_id not in agreeing:
            answer.end("withdrawn")
        elif any(
            user_id == answer.user_id and (not mock or technology == answer.technology)
            for user_id, technology, mock in running
        ):
            answer.end("test_running")
