"""Feedback on answers: the key, and why each option is correct or incorrect."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from webdev_certs.schemas.practice import Annotation, Explanation, ItemFeedback, Reference, ReviewedItem
from webdev_certs.server.content.format import Item
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import FrozenItem, shown_response, without_key
from webdev_certs.server.services.practice.annotations import NONE, annotations
from webdev_certs.server.services.shared.context import Context


def feedback(item: Item, row: FrozenItem, response: dict[str, Any], *, correct: bool) -> ItemFeedback:
    """Return the feedback on one answer, in the ids that the learner saw.

    Args:
        item: The item with its key.
        row: The order in which its options were shown.
        response: The learner's answer in the bank's ids.
        correct: Whether the answer as a whole is correct.
    """
    options = {option.id: option for option in item.options}
    return ItemFeedback(
        correct=correct,
        key=shown_response(item, row, key_of(item)),
        explanation=item.explanation,
        options=[
            Explanation(
                option_id=str(place),
                text=options[option_id].text,
                correct=_is_correct(item, option_id, response),
                explanation=options[option_id].explanation,
            )
            for place, option_id in enumerate(row.option_order, start=1)
        ],
        reference=Reference(title=item.reference.title, url=item.reference.url),
    )


def key_of(item: Item) -> dict[str, Any]:
    """Return the correct answer in the bank's ids, for `fill_in` the first accepted text."""
    match item.format:
        case "fill_in":
            return {"text": item.accept[0] if item.number is None else _number(item.number)}
        case "match_pairs":
            return {"pairs": item.key}
        case "order_lines":
            return {"order": item.key}
        case _:
            return {"choices": item.key}


def _is_correct(item: Item, option_id: str, response: dict[str, Any]) -> bool:
    """Return whether an option is in the key or, for a line or prompt, the learner placed it correctly."""
    key = item.key or ()
    if isinstance(key, dict):
        return response["pairs"][option_id] == key[option_id]
    if item.format == "order_lines":
        return response["order"].index(option_id) == key.index(option_id)
    return option_id in key


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)


async def reviewed_items(
    context: Context, user_id: UUID, answered: Sequence[tuple[PracticeItem, Item]]
) -> list[ReviewedItem]:
    """Return answered items with the learner's answers, the keys, the explanations and annotations."""
    noted = await annotations(context, user_id, [row.item_id for row, _item in answered])
    return [_reviewed(context, row, item, noted.get(row.item_id, NONE)) for row, item in answered]


def _reviewed(context: Context, row: PracticeItem, item: Item, annotation: Annotation) -> ReviewedItem:
    response = row.response or {}
    return ReviewedItem(
        position=row.position,
        item=without_key(item, row, technology_names(context.bank, row.technology)),
        response=shown_response(item, row, response),
        feedback=feedback(item, row, response, correct=bool(row.correct)),
        annotation=annotation,
    )
