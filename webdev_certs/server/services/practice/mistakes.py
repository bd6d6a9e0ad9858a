"""All mistakes of a learner: the items whose latest answer is wrong, which are denied without paid access.

Only answers of finished practice sessions count, as in their full review.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, tuple_
from sqlmodel import col, select

from webdev_certs.schemas.practice import Mistake, TechnologyMistakes, TopicMistakes
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import PaymentRequired
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.payments.entitlements import has_paid
from webdev_certs.server.services.practice.choosing_practice_items import require_topic
from webdev_certs.server.services.practice.feedback import reviewed_item
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, cut_page
from webdev_certs.shared.translation import _


@dataclass(frozen=True)
class Missed:
    """A mistake: where the answer is, and the bank's version of the item."""

    technology: str
    practice_session_id: UUID
    position: int
    answered_at: datetime
    item: Item


async def list_mistakes(
    context: Context, user_id: UUID, technology: str, topic: str | None, wanted: PageRequest
) -> Page[Mistake]:
    """Return a page of the learner's mistakes in a technology, newest first.

    Args:
        technology: The technology's id.
        topic: Only mistakes in this topic; None for all.
        wanted: Which page.

    Raises:
        NotFound: `unknown_technology`.
        InvalidInput: `unknown_topic`, with the list of `topics`; `invalid_cursor`.
        PaymentRequired: `payment_required`.
        Conflict: `test_running`.
    """
    require_topic(context.bank.get(technology), topic)
    await require_paid(context, user_id)
    await refuse_during_attempt(context, user_id, technology)
    found = await current_mistakes(context, user_id, technology, topic=topic)
    page = cut_page(found, wanted, moment=lambda row: row.answered_at, key=lambda row: row.item.id)
    return Page(await _shown(context, page.rows), page.following)


async def count_mistakes(context: Context, user_id: UUID) -> list[TechnologyMistakes]:
    """Count the learner's mistakes by technology and topic, both in the bank's order.

    Technologies without mistakes are left out.

    Raises:
        PaymentRequired: `payment_required`.
    """
    await require_paid(context, user_id)
    found = await current_mistakes(context, user_id)
    counts = Counter((row.technology, row.item.topic) for row in found)
    rows: list[TechnologyMistakes] = []
    for technology, bank in context.bank.technologies.items():
        topics = [
            TopicMistakes(topic=topic, title=title, mistakes=counts[technology, topic])
            for topic, title in bank.topic_titles.items()
            if counts[technology, topic]
        ]
        if topics:
            rows.append(
                TechnologyMistakes(
                    technology=technology,
                    name=bank.blueprint.name,
                    mistakes=sum(row.mistakes for row in topics),
                    topics=topics,
                )
            )
    return rows


async def current_mistakes(
    context: Context, user_id: UUID, *technologies: str, topic: str | None = None
) -> list[Missed]:
    """Return the items whose latest answer is wrong, newest first, with one query.

    Items that the bank no longer has, or no longer has for practice, are left out.

    Args:
        *technologies: Only these; all by default.
        topic: Only items of this topic; None for all.
    """
    order = (
        col(PracticeItem.answered_at).desc(),
        col(PracticeItem.practice_session_id),
        col(PracticeItem.position).desc(),
    )
    answers = (
        select(  # pyright: ignore[reportCallIssue]
            col(PracticeItem.technology),
            col(PracticeItem.item_id),
            col(PracticeItem.practice_session_id),
            col(PracticeItem.position),
            col(PracticeItem.answered_at),
            col(PracticeItem.correct),
            func.row_number().over(partition_by=col(PracticeItem.item_id), order_by=order).label("nth"),
        )
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            col(PracticeSession.finished_at).is_not(None),
            col(PracticeItem.answered_at).is_not(None),
        )
    )
    if technologies:
        answers = answers.where(col(PracticeItem.technology).in_(technologies))
    columns = answers.subquery().c
    query = (
        select(  # pyright: ignore[reportCallIssue]
            columns.technology,
            columns.item_id,
            columns.practice_session_id,
            columns.position,
            columns.answered_at,
        )
        .where(columns.nth == 1, columns.correct.is_(False))
        .order_by(columns.answered_at.desc(), columns.item_id.desc())
    )
    banks = context.bank.technologies
    found: list[Missed] = []
    for technology, item_id, practice_session_id, position, answered_at in await context.db.exec(query):
        item = banks[technology].by_id.get(item_id) if technology in banks else None
        if item and item.pool == "practice" and topic in (None, item.topic):
            found.append(Missed(technology, practice_session_id, position, answered_at, item))
    return found


async def require_paid(context: Context, user_id: UUID) -> None:
    """Refuse learners without paid access.

    Raises:
        PaymentRequired: `payment_required`.
    """
    if not await has_paid(context.db, user_id, context.now):
        raise PaymentRequired("payment_required", _("Your list of mistakes is part of paid access."))


async def _shown(context: Context, found: Sequence[Missed]) -> list[Mistake]:
    """Return the mistakes with the versions of the items that were answered."""
    if not found:
        return []
    place = tuple_(col(PracticeItem.practice_session_id), col(PracticeItem.position))
    places = [(row.practice_session_id, row.position) for row in found]
    rows = (await context.db.exec(select(PracticeItem).where(place.in_(places)))).all()
    items = await load_items(context, rows)
    by_place = {(row.practice_session_id, row.position): row for row in rows}
    return [
        Mistake(
            **dict(reviewed_item(context, row, items[row.item_id, row.item_version])),
            practice_session_id=row.practice_session_id,
            topic=missed.item.topic,
            answered_at=missed.answered_at,
        )
        for missed in found
        if (row := by_place.get((missed.practice_session_id, missed.position)))
    ]
