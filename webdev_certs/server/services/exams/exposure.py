"""Count how often each item was used: in all attempts, and in one learner's."""

from uuid import UUID

import numpy as np
from sqlmodel import col, select

from webdev_certs.server.domain.adaptive import Exposure, Pool
from webdev_certs.server.models.exams import Attempt, AttemptItem, ExamCount, ItemExposure
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import increment


async def load_exposure(context: Context, technology: str, pool: Pool) -> Exposure:
    """Return how many attempts at this exam contained each item of the pool."""
    counts = np.zeros(len(pool), dtype=np.int64)
    rows = select(ItemExposure.item_id, ItemExposure.attempts).where(ItemExposure.technology == technology)
    for item_id, attempts in await context.db.exec(rows):
        index = pool.index(item_id)
        if index is not None:
            counts[index] = attempts
    total = select(ExamCount.attempts).where(ExamCount.technology == technology)
    return Exposure(counts, (await context.db.exec(total)).one_or_none() or 0, pool.families)


async def count_attempt(context: Context, technology: str) -> None:
    """Count one more attempt at an exam."""
    await increment(context.db, ExamCount, {"technology": technology}, "attempts")


async def count_item(context: Context, technology: str, item_id: str) -> None:
    """Count one more attempt that contains the item."""
    await increment(context.db, ItemExposure, {"technology": technology, "item_id": item_id}, "attempts")


async def seen_before(context: Context, user_id: UUID, technology: str, attempt_id: UUID) -> set[str]:
    """Return the ids of the items that the learner got in other attempts at this exam."""
    seen = (
        select(AttemptItem.item_id)
        .join(Attempt, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.user_id == user_id, Attempt.technology == technology, Attempt.id != attempt_id)
        .distinct()
    )
    return set((await context.db.exec(seen)).all())
