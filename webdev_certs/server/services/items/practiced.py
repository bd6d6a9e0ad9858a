"""What practice knows of a learner's answers to items: how often, and when missed items come back."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.domain.spaced_repetition import Card, rate
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import upsert


async def count_practiced(context: Context, user_id: UUID, technology: str) -> dict[str, int]:
    """Return, by item id, how often the learner answered the item in practice."""
    counts = (
        select(PracticeItem.item_id, func.count())
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            PracticeItem.technology == technology,
            col(PracticeItem.answered_at).is_not(None),
        )
        .group_by(col(PracticeItem.item_id))
    )
    return dict((await context.db.exec(counts)).all())


async def rate_answers(context: Context, user_id: UUID, rows: Sequence[PracticeItem]) -> None:
    """Update the review cards of items by their answers. Items never missed get no card."""
    query = select(ReviewCard).where(
        ReviewCard.user_id == user_id, col(ReviewCard.item_id).in_([row.item_id for row in rows])
    )
    found = await context.db.exec(query.execution_options(populate_existing=True))
    stored = {
        card.item_id: Card(card.due, card.reviewed_at, card.stability, card.difficulty) for card in found
    }
    cards = [
        {
            "user_id": user_id,
            "item_id": row.item_id,
            "technology": row.technology,
            **asdict(card),
        }
        for row in rows
        if (card := _rated(stored.get(row.item_id), row))
    ]
    await upsert(context.db, ReviewCard, ("user_id", "item_id"), cards)


def _rated(card: Card | None, row: PracticeItem) -> Card | None:
    assert row.answered_at is not None
    # The answers of a mock exam come here when it is closed, which can be after newer answers to its items.
    moment = max(row.answered_at, card.reviewed_at) if card else row.answered_at
    return rate(card, bool(row.correct), moment)
