"""An item as the screens draw it: inline code told apart, the given answer filled in."""

import re
from dataclasses import dataclass, field, replace

from webdev_certs.schemas.items import ItemResponse, ShownItem, ShownOption

_CODE = re.compile(r"`([^`]+)`")

FORMAT_HINTS = {
    "single_choice": "Choose one answer.",
    "true_false": "True or false?",
    "output": "Choose what it prints.",
    "multiple_choice": "Choose every answer that is right.",
    "fill_in": "Type your answer.",
    "order_lines": "Put the lines in the right order.",
    "match_pairs": "Choose a partner for each line.",
}


@dataclass
class Segment:
    """A run of text, or of inline code."""

    text: str
    code: bool = False


@dataclass
class OptionView:
    """An option, line or prompt; `chosen` and `partner` hold what was answered."""

    id: str
    text: list[Segment]
    chosen: bool = False
    partner: str = ""


@dataclass
class MatchView:
    """A partner on the right of match_pairs; plain text, as it stands in a list box."""

    id: str
    text: str


@dataclass
class ItemView:
    """What `components/item.py` needs to draw one item."""

    format: str = ""
    hint: str = ""
    topic: str = ""
    difficulty: str = ""
    stem: list[list[Segment]] = field(default_factory=list)
    """Paragraphs of segments."""
    code: str = ""
    language: str = ""
    options: list[OptionView] = field(default_factory=list)
    matches: list[MatchView] = field(default_factory=list)
    text: str = ""
    """The typed answer of fill_in."""
    order: list[str] = field(default_factory=list)
    """The ids of `options` as they stand, for order_lines."""


def segments(text: str) -> list[Segment]:
    """Splits at backticks: `a `b` c` has three segments, the middle one code."""
    parts = _CODE.split(text)
    return [Segment(part, code=place % 2 == 1) for place, part in enumerate(parts) if part]


def paragraphs(text: str) -> list[list[Segment]]:
    """Splits at blank lines, then at backticks."""
    return [segments(part.strip()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def item_view(item: ShownItem | None, response: ItemResponse | None = None) -> ItemView:
    """The item with the answer given so far."""
    if item is None:
        return ItemView()
    options = item.options
    if response and response.order:
        options = _in_order(options, response.order)
    chosen = set(response.choices or []) if response else set()
    pairs = (response.pairs or {}) if response else {}
    return ItemView(
        format=item.format,
        hint=FORMAT_HINTS[item.format],
        topic=item.topic,
        difficulty=item.difficulty.capitalize(),
        stem=paragraphs(item.stem),
        code=item.code.text if item.code else "",
        language=item.code.language if item.code else "",
        options=[
            OptionView(option.id, segments(option.text), option.id in chosen, pairs.get(option.id, ""))
            for option in options
        ],
        matches=[MatchView(match.id, match.text.replace("`", "")) for match in item.matches],
        text=(response.text or "") if response else "",
        order=[option.id for option in options],
    )


def reordered(item: ItemView, order: list[str]) -> ItemView:
    """The item with its lines in another order; an order of other lines changes nothing."""
    by_id = {option.id: option for option in item.options}
    if sorted(order) != sorted(by_id):
        return item
    return replace(item, options=[by_id[line] for line in order], order=order)


def _in_order(options: list[ShownOption], order: list[str]) -> list[ShownOption]:
    place = {option_id: at for at, option_id in enumerate(order)}
    return sorted(options, key=lambda option: place.get(option.id, len(place)))
