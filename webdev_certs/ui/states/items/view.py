"""An item as the screens show it, with inline code and the given answer."""

import re
from dataclasses import dataclass, field, replace

from webdev_certs.schemas.items import ItemResponse, ShownItem, ShownOption
from webdev_certs.ui.states.items.answering import CHOICE, CONTROLS

_CODE = re.compile(r"`([^`]+)`")

FORMAT_HINTS = {
    "single_choice": "Choose one answer.",
    "true_false": "True or false?",
    "output": "Choose what the code prints.",
    "multiple_choice": "Choose all correct answers.",
    "fill_in": "Type your answer.",
    "order_lines": "Put the lines in the correct order.",
    "match_pairs": "Choose a match for each line.",
}


@dataclass
class Segment:
    """A piece of text or of inline code."""

    text: str
    code: bool = False


@dataclass
class OptionView:
    """An option, line or prompt; `chosen` and `partner` hold the answer."""

    id: str
    text: list[Segment]
    chosen: bool = False
    partner: str = ""


@dataclass
class MatchView:
    """A match on the right of match_pairs; plain text, because it is shown in a list box."""

    id: str
    text: str


@dataclass
class ItemView:
    """What `components/item.py` needs to draw one item."""

    format: str = ""
    control: str = ""
    """Name of the form's control (states/items/answering.py); match_pairs adds the option's id."""
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
    """The ids of `options` in the order shown, for order_lines."""


def segments(text: str) -> list[Segment]:
    """Split at backticks: `a `b` c` has three segments, and the middle one is code."""
    parts = _CODE.split(text)
    return [Segment(part, code=place % 2 == 1) for place, part in enumerate(parts) if part]


def paragraphs(text: str) -> list[list[Segment]]:
    """Split at blank lines, then at backticks."""
    return [segments(part.strip()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def item_view(item: ShownItem | None, response: ItemResponse | None = None) -> ItemView:
    """Return the item with the answer given so far."""
    if item is None:
        return ItemView()
    options = item.options
    if response and response.order:
        options = _in_order(options, response.order)
    chosen = set(response.choices or []) if response else set()
    pairs = (response.pairs or {}) if response else {}
    return ItemView(
        format=item.format,
        control=CONTROLS.get(item.format, CHOICE),
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
    """Return the item with its lines in another order, or unchanged if the lines are not its own."""
    by_id = {option.id: option for option in item.options}
    if sorted(order) != sorted(by_id):
        return item
    return replace(item, options=[by_id[line] for line in order], order=order)


def _in_order(options: list[ShownOption], order: list[str]) -> list[ShownOption]:
    place = {option_id: at for at, option_id in enumerate(order)}
    return sorted(options, key=lambda option: place.get(option.id, len(place)))
