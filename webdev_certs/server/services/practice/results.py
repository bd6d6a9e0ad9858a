"""The full review of a practice session, which needs paid access."""

from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import PracticeResult, PracticeTopic, ReviewedItem
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict, PaymentRequired
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.exams.records import refuse_during_attempt
from webdev_certs.server.services.items.catalog import TechnologyNames, technology_names
from webdev_certs.server.services.items.frozen import load_items, shown, shown_response
from webdev_certs.server.services.payments.entitlements import has_paid
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.practice.records import load_practice_session
from webdev_certs.server.services.shared.context import Context


async def read_result(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeResult:
    """Return every item with its answer and feedback, and the counts of each topic.

    Raises:
        NotFound: `practice_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `practice_not_finished`; `test_running`.
    """
    practice, _ = await load_practice_session(context, user_id, practice_session_id)
    if not await has_paid(context.db, user_id, context.now):
        raise PaymentRequired("payment_required", "The full review is part of paid access.")
    if practice.finished_at is None:
        raise Conflict("practice_not_finished", "Answer all questions of this practice round first.")
    await refuse_during_attempt(context, user_id, practice.technology)
    query = (
        select(PracticeItem)
        .where(PracticeItem.practice_session_id == practice.id)
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    items = await load_items(context, rows)
    answered = [(row, items[row.item_id, row.item_version]) for row in rows]
    names = technology_names(context.bank, practice.technology)
    return PracticeResult.model_validate(
        {
            **practice.model_dump(),
            "practice_session_id": practice.id,
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
    correct: dict[str, list[bool]] = {}
    for row, item in answered:
        correct.setdefault(item.topic, []).append(bool(row.correct))
    order = dict.fromkeys([*(topic for topic in names.topics if topic in correct), *correct])
    return [
        PracticeTopic(
            topic=topic, title=names.topic(topic), items=len(correct[topic]), correct=sum(correct[topic])
        )
        for topic in order
    ]
