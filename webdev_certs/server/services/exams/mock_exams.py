"""Mock exams: made of practice items, and their answers count as practice.

A mock exam is an attempt (`models.exams.Attempt.mock`), so it runs like an exam. When it ends, its answers
become a practice session of the kind `mock` with the same id, which has the full review: so missed items come
back like all others, and first answers count for the ability.
"""

import random
from collections.abc import Mapping
from datetime import datetime

from sqlmodel import col, select

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.practiced import rate_answers
from webdev_certs.server.services.shared.context import Context


def practice_instance(
    bank: TechnologyBank, family: str, practiced: Mapping[str, int], rng: random.Random
) -> Item:
    """Return one of the practice items of a family that the learner has answered least.

    Args:
        bank: The technology's items.
        family: The family's id.
        practiced: Item id → how often the learner has answered it in practice.
        rng: Source of randomness.
    """
    items = bank.practice_families[family]
    least = min(practiced.get(item.id, 0) for item in items)
    return rng.choice([item for item in items if practiced.get(item.id, 0) == least])


async def record_as_practice(context: Context, attempt: Attempt, ended_at: datetime) -> None:
    """Store the answers of a mock exam that was just scored as a finished practice session.

    Items without an answer, and items whose scoring an operator has stopped, are left out.
    """
    query = (
        select(AttemptItem)
        .where(
            AttemptItem.attempt_id == attempt.id,
            col(AttemptItem.answered_at).is_not(None),
            col(AttemptItem.correct).is_not(None),
        )
        .order_by(col(AttemptItem.position))
    )
    answered = (await context.db.exec(query)).all()
    if not answered:
        return
    practice = PracticeSession(
        id=attempt.id,
        user_id=attempt.user_id,
        technology=attempt.technology,
        kind="mock",
        length=len(answered),
        answered=len(answered),
        correct=sum(bool(row.correct) for row in answered),
        started_at=attempt.started_at,
        finished_at=ended_at,
    )
    rows = [
        PracticeItem(
            practice_session_id=attempt.id,
            position=position,
            technology=attempt.technology,
            **row.model_dump(
                include={
                    "item_id",
                    "item_version",
                    "option_order",
                    "match_order",
                    "response",
                    "correct",
                    "answered_at",
                }
            ),
        )
        for position, row in enumerate(answered, start=1)
    ]
    context.db.add(practice)
    await context.db.flush()
    context.db.add_all(rows)
    await context.db.flush()
    await rate_answers(context, attempt.user_id, rows)
