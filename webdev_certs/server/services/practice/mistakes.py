"""All mistakes of a learner: the items whose latest answer is wrong, which are denied without paid access.

Only answers of finished practice sessions count, as in their full review.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from webdev_certs.schemas.practice import Mistake, TechnologyMistakes, TopicMistakes
from webdev_certs.server.content.format import Item
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.practice.choosing_practice_items import require_topic
from webdev_certs.server.services.practice.feedback import reviewed_items
from webdev_certs.server.services.practice.latest_answers import (
    LatestAnswer,
    latest_answers,
    load_answered,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, cut_page
from webdev_certs.shared.translation import _


@dataclass(frozen=True)
class Missed:
    """A mistake: the answer, and the bank's version of the item."""

    answer: LatestAnswer
    item: Item

    @property
    def technology(self) -> str:
        """The id of the item's technology."""
        return self.answer.technology


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
    page = cut_page(found, wanted, moment=lambda row: row.answer.answered_at, key=lambda row: row.item.id)
    return Page(await _shown(context, user_id, page.rows), page.following)


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
    banks = context.bank.technologies
    found: list[Missed] = []
    for answer in await latest_answers(context, user_id, *technologies, correct=False, finished_only=True):
        bank = banks.get(answer.technology)
        item = bank.by_id.get(answer.item_id) if bank else None
        if item and item.pool == "practice" and topic in (None, item.topic):
            found.append(Missed(answer, item))
    return found


async def require_paid(context: Context, user_id: UUID) -> None:
    """Refuse learners without paid access.

    Raises:
        PaymentRequired: `payment_required`.
    """
    await require_pro(context, user_id, _("Your list of mistakes is part of Pro."))


async def _shown(context: Context, user_id: UUID, found: Sequence[Missed]) -> list[Mistake]:
    """Return the mistakes with the versions of the items that were answered."""
    answered = await load_answered(context, [row.answer.place for row in found])
    # An answer may have been deleted with its account just now.
    found = [row for row in found if row.answer.place in answered]
    reviewed = await reviewed_items(context, user_id, [answered[row.answer.place] for row in found])
    return [
        Mistake(
            **dict(shown),
            practice_session_id=row.answer.practice_session_id,
            topic=row.item.topic,
            answered_at=row.answer.answered_at,
        )
        for row, shown in zip(found, reviewed, strict=True)
    ]
