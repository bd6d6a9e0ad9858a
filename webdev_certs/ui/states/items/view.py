"""An item as the screens show it, with its texts as safe HTML, the given answer, and the feedback on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import NamedTuple

from webdev_certs.schemas.items import ItemResponse, ShownItem, ShownOption
from webdev_certs.schemas.practice import ItemFeedback
from webdev_certs.shared.translation import N_, _
from webdev_certs.shared.vocabulary import Difficulty, ItemFormat
from webdev_certs.ui.rendering import code, text

CHOICE, TEXT, LINE, PAIR = "choice", "text", "line", "pair-"
"""Names of the form's controls: one for each family of formats; `pair-<option id>`."""
CONTROLS = {"fill_in": TEXT, "order_lines": LINE, "match_pairs": PAIR}
"""Format → its control; all others are choices."""
FORMAT_HINTS = {
    "single_choice": N_("Choose one answer."),
    "true_false": N_("True or false?"),
    "output": N_("Choose the output."),
    "multiple_choice": N_("Choose all correct answers."),
    "fill_in": N_("Type your answer."),
    "order_lines": N_("Put them in the correct order."),
    "match_pairs": N_("Choose a match for each line. Each letter stands for one of the choices."),
}
_LETTERS = "ABCDEFGHIJ"
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_DIFFICULTIES: Mapping[Difficulty, str] = {
    "beginner": N_("Beginner"),
    "intermediate": N_("Intermediate"),
    "advanced": N_("Advanced"),
}


@dataclass
class OptionView:
    """An option, line or prompt; `chosen` and `partner` hold the answer."""

    id: str
    text: str
    """Safe HTML."""
    plain: str = ""
    """The text without marks, for the names of buttons."""
    chosen: bool = False
    partner: str = ""
    letter: str = ""
    """The key that chooses it."""


@dataclass
class MatchView:
    """A match on the right of match_pairs.

    A list box cuts off long texts, so its entries begin with a letter, and the full texts stand beside it.
    """

    id: str
    letter: str
    text: str
    """Safe HTML."""
    plain: str
    """The text without marks, for the list box."""


@dataclass
class ItemView:
    """What `components/item.py` needs to draw one item."""

    format: str = ""
    control: str = ""
    """Name of the form's control (`CONTROLS`); match_pairs adds the option's id."""
    hint: str = ""
    topic: str = ""
    difficulty: str = ""
    stem: str = ""
    """Safe HTML with paragraphs."""
    code: str = ""
    """Safe HTML with one element a line; empty without code."""
    language: str = ""
    """The language's name."""
    options: list[OptionView] = field(default_factory=list)
    matches: list[MatchView] = field(default_factory=list)
    text: str = ""
    """The typed answer of fill_in."""
    order: list[str] = field(default_factory=list)
    """The ids of `options` in the order shown, for order_lines."""
    moved: str = ""
    """Where the line that was moved last is now, for screen readers."""


@dataclass
class ExplanationView:
    """An option, or a line of an answer, with its explanation, both as safe HTML."""

    text: str
    explanation: str
    """May be empty."""
    correct: bool
    """Whether it belongs to the correct answer: for a line or a pair, at this place."""
    chosen: bool


@dataclass
class FeedbackView:
    """The feedback on one answer."""

    item: ItemView = field(default_factory=ItemView)
    position: int = 0
    correct: bool = False
    given: list[ExplanationView] = field(default_factory=list)
    """The lines of the learner's answer, for formats without choices."""
    right: list[ExplanationView] = field(default_factory=list)
    """The lines of the correct answer with their explanations, for formats without choices."""
    explanation: str = ""
    """Safe HTML with paragraphs."""
    options: list[ExplanationView] = field(default_factory=list)
    """The choices, for formats that have some."""
    reference_title: str = ""
    reference_url: str = ""
    place: str = ""
    """Names the answered question (`annotations.place_of`); empty where it has no annotation."""


def difficulty_name(difficulty: Difficulty) -> str:
    """Return the name of a difficulty in the current language."""
    return _(_DIFFICULTIES[difficulty])


def option_html(item_format: ItemFormat, option_text: str) -> str:
    """Return the text of an option as safe HTML. What a program prints is not Markdown."""
    return text.printed(option_text) if item_format == "output" else text.inline(option_text)


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
        hint=_(FORMAT_HINTS[item.format]),
        topic=item.topic,
        difficulty=difficulty_name(item.difficulty) if item.difficulty else "",
        stem=text.block(item.stem),
        code=code.highlighted(item.code.text, item.code.language) if item.code else "",
        language=code.language_name(item.code.language) if item.code else "",
        options=[
            OptionView(
                option.id,
                option_html(item.format, option.text),
                text.plain(option.text),
                option.id in chosen,
                pairs.get(option.id, ""),
                letter,
            )
            for option, letter in zip(options, _LETTERS, strict=False)
        ],
        matches=[
            MatchView(match.id, letter, text.inline(match.text), text.plain(match.text))
            for letter, match in zip(_LETTERS, _in_reading_order(item.matches), strict=False)
        ],
        text=(response.text or "") if response else "",
        order=[option.id for option in options],
    )


def _in_reading_order(matches: list[ShownOption]) -> list[ShownOption]:
    """Sort matches that are all numbers, by which people look for them; keep others as drawn."""
    numbers = [text.plain(match.text).replace(",", "").replace("−", "-") for match in matches]
    if not all(_NUMBER.fullmatch(number) for number in numbers):
        return matches
    return [
        match for _size, match in sorted(zip(map(float, numbers), matches, strict=True), key=itemgetter(0))
    ]


def reordered(item: ItemView, order: list[str]) -> ItemView:
    """Return the item with its lines in another order, or unchanged if the lines are not its own."""
    by_id = {option.id: option for option in item.options}
    if sorted(order) != sorted(by_id):
        return item
    return replace(item, options=[by_id[line] for line in order], order=order)


def moved_line(item: ItemView, order: list[str], line: str) -> ItemView:
    """Return the item with its lines in another order, and say where this line is now."""
    after = reordered(item, order)
    if after is item:
        return item
    place = order.index(line)
    text_of_line = after.options[place].plain
    words = _("{line}: now line {place} of {count}", line=text_of_line, place=place + 1, count=len(order))
    return replace(after, moved=words)


def _in_order(options: list[ShownOption], order: list[str]) -> list[ShownOption]:
    place = {option_id: at for at, option_id in enumerate(order)}
    return sorted(options, key=lambda option: place.get(option.id, len(place)))


def feedback_view(
    item: ShownItem, response: ItemResponse, feedback: ItemFeedback, position: int, place: str = ""
) -> FeedbackView:
    """Combine item, answer and feedback; ids are those of the shown item."""
    chosen = set(response.choices or [])
    explained = {option.option_id: text.block(option.explanation) for option in feedback.options}
    given, right = _lines(item, response), _lines(item, feedback.key)
    return FeedbackView(
        item=item_view(item, response),
        position=position,
        correct=feedback.correct,
        given=[
            ExplanationView(line.text, "", correct=feedback.correct or line == key, chosen=True)
            for line, key in zip(given, right, strict=False)
        ],
        right=[
            ExplanationView(line.text, explained.get(line.option_id, ""), correct=True, chosen=line in given)
            for line in right
        ],
        explanation=text.block(feedback.explanation),
        options=[
            ExplanationView(
                option_html(item.format, option.text),
                explained[option.option_id],
                option.correct,
                option.option_id in chosen,
            )
            for option in feedback.options
        ]
        if not right
        else [],
        reference_title=feedback.reference.title,
        reference_url=feedback.reference.url,
        place=place,
    )


class _Line(NamedTuple):
    option_id: str
    """The id of the line or the prompt; empty for a text that was typed."""
    text: str
    """Safe HTML."""


def _lines(item: ShownItem, response: ItemResponse) -> list[_Line]:
    texts = {option.id: text.inline(option.text) for option in item.options}
    partners = {match.id: text.inline(match.text) for match in item.matches}
    if response.text is not None:
        return [_Line("", text.printed(response.text))]
    if response.order:
        return [_Line(line, texts[line]) for line in response.order]
    if response.pairs:
        # In the order of the prompts, because the answer may have another order.
        pairs = ((prompt, response.pairs.get(prompt, "")) for prompt in texts)
        return [_Line(prompt, f"{texts[prompt]} → {partners.get(partner, '–')}") for prompt, partner in pairs]
    return []
