"""The full review of a practice session; needs paid access."""

from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict, PaymentRequired
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.schemas.practice import PracticeResult, PracticeTopic, ReviewedItem
from webdev_certs.server.services.items.catalog import TechnologyNames, technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.items.frozen import load_items, shown, shown_response
from webdev_certs.server.services.payments import has_paid
from webdev_certs.server.services.practice.records import load_session


async def read_result(context: Context, user_id: UUID, practice_id: UUID) -> PracticeResult:
    """Every item with its answer and feedback, and how each topic went.

    Raises:
        NotFound: `practice_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `practice_not_finished`.
    """
    practice, _ = await load_session(context, user_id, practice_id)
    if not await has_paid(context.session, user_id, context.now):
        raise PaymentRequired("payment_required", "The full review is part of paid access.")
    if practice.finished_at is None:
        raise Conflict("practice_not_finished", "Answer all questions of this session first.")
    query = (
        select(PracticeItem)
        .where(PracticeItem.session_id == practice.id)
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.session.exec(query)).all()
    items = await load_items(context, rows)
    answered = [(row, items[row.item_id, row.item_version]) for row in rows]
    names = technology_names(context.bank, practice.technology)
    return PracticeResult.model_validate(
        {
            **practice.model_dump(),
            "practice_id": practice.id,
            "name": names.name,
            "topics": _topics(answered, names),
            "items": [_reviewed(row, item, names) for row, item in answered],
        }
    )


def _reviewed(row: PracticeItem, item: Item, names: TechnologyNames) -> ReviewedItem:
    response = row.response or {}
    return ReviewedItem(
        position=row.position,
        item=shown(item, row, names),
        response=shown_response(item, row, response),
        feedback=feedback(item, row, response, correct=bool(row.correct)),
    )


def _topics(answered: list[tuple[PracticeItem, Item]], names: TechnologyNames) -> list[PracticeTopic]:
    met: dict[str, list[bool]] = {}
    for row, item in answered:
        met.setdefault(item.topic, []).append(bool(row.correct))
    order = dict.fromkeys([*(topic for topic in names.topics if topic in met), *met])
    return [
        PracticeTopic(topic=topic, title=names.topic(topic), items=len(met[topic]), correct=sum(met[topic]))
        for topic in order
    ]
