"""Feedback on an answered item, as the screens show it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import ItemFeedback
from webdev_certs.ui.rendering import text
from webdev_certs.ui.states.items.view import ItemView, item_view, option_html


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


def feedback_view(
    item: ShownItem, response: ItemResponse, feedback: ItemFeedback, position: int
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
