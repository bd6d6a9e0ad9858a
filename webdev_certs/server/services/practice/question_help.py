"""Help with an answered practice question, computed without a language model."""

import asyncio
import random
from itertools import islice
from uuid import UUID

from webdev_certs.schemas.question_help import SIMILAR, Example, QuestionHelp, SimilarQuestion
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import freeze, load_item, without_key
from webdev_certs.server.services.practice.answers import load_answered
from webdev_certs.server.services.practice.feedback import feedback, key_of
from webdev_certs.server.services.practice.passages import passages
from webdev_certs.server.services.shared.context import Context

_CODE_LINES = 3


async def read_help(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, number: int
) -> QuestionHelp:
    """Return the help with an answered item.

    Args:
        number: Which of the examples, from 1; the same number gives the same example again.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `answer_required`: the item has no answer. `test_running`.
    """
    _practice, row = await load_answered(context, user_id, practice_session_id, position)
    item = await load_item(context, row)
    bank = context.bank.technologies.get(row.technology)
    if bank is None:
        return QuestionHelp(misconceptions=[], example=None, similar=[], passages=[])
    is_practice = family_of(row.item_id) in bank.practice_families
    # Making instances takes some milliseconds of CPU time each.
    instance = await asyncio.to_thread(_instance, bank, context.bank.seed, row, number)
    return QuestionHelp(
        # Its family may be in the exams by now.
        misconceptions=_misconceptions(item, row) if is_practice else [],
        example=_example(context, row, instance) if instance else None,
        similar=_similar(bank, family_of(row.item_id)),
        passages=passages(bank, item) if is_practice else [],
    )


def _misconceptions(item: Item, row: PracticeItem) -> list[str]:
    chosen = set((row.response or {}).get("choices") or ())
    return [option.misconception for option in item.options if option.id in chosen and option.misconception]


def _instance(bank: TechnologyBank, seed: str, row: PracticeItem, number: int) -> Item | None:
    """Return an instance of the item's model that practice never asks; None if there is none.

    The families of exams have no examples, whatever pool they were in when they were answered.
    """
    model = next((m for m in bank.models if m.id == family_of(row.item_id) and m.pool == "practice"), None)
    if model is None:
        return None
    made = make_instances(model, seed, f"example {row.practice_session_id} {row.position}")
    fresh = (each.item for each in made if each.item.id not in bank.by_id and each.item.id != row.item_id)
    return next(islice(fresh, number - 1, None), None)


def _example(context: Context, row: PracticeItem, item: Item) -> Example:
    shown = PracticeItem(
        practice_session_id=row.practice_session_id,
        position=row.position,
        technology=row.technology,
        **freeze(item, random.Random(item.id)),
    )
    return Example(
        item=without_key(item, shown, technology_names(context.bank, row.technology)),
        solution=feedback(item, shown, key_of(item), correct=True),
    )


def _similar(bank: TechnologyBank, family: str) -> list[SimilarQuestion]:
    nearest = [near for near in bank.neighbors.get(family, ()) if near in bank.practice_families]
    return [_shown(bank, near) for near in nearest[:SIMILAR]]


def _shown(bank: TechnologyBank, family: str) -> SimilarQuestion:
    item = bank.practice_families[family][0]
    lines = [line for line in item.code.text.splitlines() if line.strip()] if item.code else []
    return SimilarQuestion(
        technology=bank.blueprint.technology,
        question=family,
        topic=bank.topic_titles[item.topic],
        stem=item.stem,
        code="\n".join(lines[:_CODE_LINES]),
    )
