"""How review questions are picked: missed items come back by spaced repetition."""

from collections import Counter
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlmodel import col, select

from webdev_certs.schemas.practice import ALL_TECHNOLOGIES
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.errors import Conflict, InvalidInput
from webdev_certs.server.domain.spaced_repetition import end_of_day
from webdev_certs.server.models.exams import Attempt, with_mock_exams
from webdev_certs.server.models.practice import ReviewCard
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


def parse_zone(name: str) -> ZoneInfo:
    """Return the time zone with an IANA name.

    Raises:
        InvalidInput: `unknown_time_zone`.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(
            "unknown_time_zone", _("This time zone doesn’t exist."), field="time_zone"
        ) from None


async def choose_review_items(
    context: Context, user_id: UUID, technology: str, zone: ZoneInfo, length: int
) -> list[tuple[str, Item]]:
    """Choose the items of a review: the most overdue that are due today, in random order.

    Args:
        technology: The technology's id, or `all` for all technologies without a running attempt.
        zone: The learner's time zone.
        length: The most items.

    Returns:
        Each item with its technology.

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `nothing_due`; `test_running`.
    """
    cards = await due_cards(context, user_id, zone)
    if technology == ALL_TECHNOLOGIES:
        running = await running_attempts(context, user_id)
        cards = [card for card in cards if card.technology not in running]
    else:
        context.bank.get(technology)
        await refuse_during_attempt(context, user_id, technology)
        cards = [card for card in cards if card.technology == technology]
    if not cards:
        raise Conflict("nothing_due", _("Nothing is due for review today."))
    banks = context.bank.technologies
    due = [(card.technology, banks[card.technology].by_id[card.item_id]) for card in cards[:length]]
    context.rng.shuffle(due)
    return due


async def due_cards(context: Context, user_id: UUID, zone: ZoneInfo) -> list[ReviewCard]:
    """Return the cards that are due today, the most overdue first.

    Cards of items that the bank no longer has do not count.
    """
    until: datetime = end_of_day(context.now, zone)
    query = (
        select(ReviewCard)
        .where(ReviewCard.user_id == user_id, col(ReviewCard.due) < until)
        .order_by(col(ReviewCard.due), col(ReviewCard.item_id))
    )
    banks = context.bank.technologies
    return [
        card
        for card in await context.db.exec(query)
        if card.technology in banks and card.item_id in banks[card.technology].by_id
    ]


def count_due(cards: list[ReviewCard]) -> Counter[str]:
    """Count the cards of each technology."""
    return Counter(card.technology for card in cards)


async def running_attempts(context: Context, user_id: UUID) -> dict[str, Attempt]:
    """Return the learner's running attempts and mock exams, by technology: there is at most one in each."""
    query = select(Attempt).where(
        Attempt.user_id == user_id, col(Attempt.submitted_at).is_(None), Attempt.deadline > context.now
    )
    return {attempt.technology: attempt for attempt in await context.db.exec(with_mock_exams(query))}
