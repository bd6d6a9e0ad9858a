"""Items as learners see them: the keys and explanations never leave the server before the answer."""

from collections.abc import Iterable

from webdev_certs.schemas.items import ShownCode, ShownItem, ShownOption
from webdev_certs.server.content.format import Item
from webdev_certs.server.services.items.catalog import TechnologyNames
from webdev_certs.server.services.items.frozen import FrozenItem


def without_key(item: Item, row: FrozenItem, names: TechnologyNames) -> ShownItem:
    """Return the item as the learner sees it, without anything that reveals the key."""
    options = {option.id: option.text for option in item.options}
    matches = {match.id: match.text for match in item.matches}
    return ShownItem(
        format=item.format,
        topic=names.topic(item.topic),
        difficulty=item.difficulty,
        stem=item.stem,
        code=ShownCode(language=item.code.language, text=item.code.text) if item.code else None,
        options=_numbered(options[option_id] for option_id in row.option_order),
        matches=_numbered(matches[match_id] for match_id in row.match_order),
    )


def _numbered(texts: Iterable[str]) -> list[ShownOption]:
    return [ShownOption(id=str(place), text=text) for place, text in enumerate(texts, start=1)]
