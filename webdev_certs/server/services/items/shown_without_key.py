"""Items as learners see them: in the order frozen for each learner, and without the key.

Keys and explanations never leave the server before the answer.
"""

import random
from collections.abc import Iterable
from typing import Any, Protocol

from sqlalchemy import tuple_
from sqlmodel import col, select

from webdev_certs.schemas.items import ItemResponse, ShownCode, ShownItem, ShownOption
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.presentation import Presentation, shuffle_matches, shuffle_options
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.services.items.catalog import TechnologyNames
from webdev_certs.server.services.shared.context import Context

Ref = tuple[str, int]
"""An item's id and its version."""


class ItemRef(Protocol):
    """Names an item and its version."""

    @property
    def item_id(self) -> str: ...
    @property
    def item_version(self) -> int: ...


class FrozenItem(Protocol):
    """A row of an attempt or practice session: an item, its version, and the order of its options."""

    item_id: str
    item_version: int
    option_order: list[str]
    match_order: list[str]


def freeze(item: Item, rng: random.Random) -> dict[str, Any]:
    """Return the column values of a row that freezes the item with a random order of its options."""
    return {
        "item_id": item.id,
        "item_version": item.version,
        "option_order": shuffle_options(item.format, [o.id for o in item.options], item.key, rng),
        "match_order": shuffle_matches([m.id for m in item.matches], rng),
    }


async def load_items(context: Context, rows: Iterable[ItemRef]) -> dict[Ref, Item]:
    """Return the items of the rows in their frozen versions, by (id, version).

    They come from the bank in memory. Versions that the bank no longer has are read with one query.
    """
    refs = [(row.item_id, row.item_version) for row in rows]
    found = {ref: item for ref in refs if (item := context.bank.item(*ref))}
    gone = [ref for ref in refs if ref not in found]
    if gone:
        key = tuple_(col(ItemVersion.item_id), col(ItemVersion.version))
        for version in await context.db.exec(select(ItemVersion).where(key.in_(gone))):
            item = found[version.item_id, version.version] = Item.model_validate(version.content)
            context.bank.remember(item)
    return found


async def load_item(context: Context, row: FrozenItem) -> Item:
    """Return the item of a row."""
    return (await load_items(context, [row]))[row.item_id, row.item_version]


def presentation(item: Item, row: FrozenItem) -> Presentation:
    """Return how the item is shown to the learner."""
    return Presentation(item.format, row.option_order, row.match_order)


def shown_response(item: Item, row: FrozenItem, response: dict[str, Any]) -> ItemResponse:
    """Return a stored answer in the ids that the learner saw."""
    return ItemResponse(**presentation(item, row).to_shown(response))


def without_key(
    item: Item, row: FrozenItem, names: TechnologyNames, *, with_difficulty: bool = True
) -> ShownItem:
    """Return the item as the learner sees it, without anything that reveals the key."""
    options = {option.id: option.text for option in item.options}
    matches = {match.id: match.text for match in item.matches}
    return ShownItem(
        format=item.format,
        topic=names.topic(item.topic),
        difficulty=item.difficulty if with_difficulty else None,
        stem=item.stem,
        code=ShownCode(language=item.code.language, text=item.code.text) if item.code else None,
        options=_numbered(options[option_id] for option_id in row.option_order),
        matches=_numbered(matches[match_id] for match_id in row.match_order),
    )


def _numbered(texts: Iterable[str]) -> list[ShownOption]:
    return [ShownOption(id=str(place), text=text) for place, text in enumerate(texts, start=1)]
