"""How practice questions are picked: all at the start of a practice session, or one after each answer."""

from collections.abc import Sequence

from sqlmodel import col, select

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.choosing_practice_items import next_practice_item
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.practice_ability import practice_posterior
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.parameters import calibrated_parameters
from webdev_certs.server.services.items.practiced import count_practiced
from webdev_certs.server.services.items.shown_without_key import freeze, load_items
from webdev_certs.server.services.practice.ability import first_answers
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _


def is_adaptive(practice: PracticeSession) -> bool:
    """Return whether the items of a practice session are chosen one by one for the learner's ability."""
    return practice.kind in ("adaptive", "topic") and practice.difficulty is None


def pool_of(bank: TechnologyBank, difficulty: str | None, topic: str | None) -> list[Item]:
    """Return the practice items of a difficulty and topic; None does not filter."""
    return [
        item
        for item in bank.practice
        if difficulty in (None, item.difficulty) and topic in (None, item.topic)
    ]


def require_topic(bank: TechnologyBank, topic: str | None) -> None:
    """Refuse a topic that the technology does not have; None stands for all topics.

    Raises:
        InvalidInput: `unknown_topic`, with the list of `topics`.
    """
    if topic not in (None, *bank.topic_titles):
        raise InvalidInput(
            "unknown_topic",
            _("This topic doesn’t exist. Choose one from the list, or none."),
            field="topic",
            topics=list(bank.topic_titles),
        )


async def put_next_item(context: Context, practice: PracticeSession) -> bool:
    """Choose and freeze the item after the last one of an adaptive practice session.

    Returns:
        Whether there is a next item: it was there already, or was found.
    """
    query = (
        select(PracticeItem)
        .where(PracticeItem.practice_session_id == practice.id)
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(query)).all()
    if rows and rows[-1].answered_at is None:
        # Practice sessions from before they were adaptive have all their items from the start.
        return True
    item = await _choose(context, practice, rows)
    if item is None:
        return False
    context.db.add(practice_item(context, practice, len(rows) + 1, practice.technology, item))
    await context.db.flush()
    return True


def practice_item(
    context: Context, practice: PracticeSession, position: int, technology: str, item: Item
) -> PracticeItem:
    """Return the row that freezes an item at a position of a practice session."""
    return PracticeItem(
        practice_session_id=practice.id,
        position=position,
        technology=technology,
        **freeze(item, context.rng),
    )


async def _choose(context: Context, practice: PracticeSession, rows: Sequence[PracticeItem]) -> Item | None:
    bank = context.bank.technologies.get(practice.technology)
    if bank is None:
        return None
    items = await load_items(context, rows)
    used = [items[row.item_id, row.item_version] for row in rows]
    seen = await count_practiced(context, practice.user_id, practice.technology)
    answers = await first_answers(context, practice.user_id, practice.technology)
    ability = practice_posterior(answers.get(practice.technology, []))
    calibrated = await calibrated_parameters.get(context.db, [bank])
    return next_practice_item(
        pool_of(bank, practice.difficulty, practice.topic),
        seen,
        used,
        ability,
        context.rng,
        {family: parameters for (family, _version), parameters in calibrated.items()},
    )
