"""Feedback on an answered item, as the screens show it."""

from dataclasses import dataclass, field

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import ItemFeedback
from webdev_certs.ui.rendering import text
from webdev_certs.ui.states.items.view import ItemView, item_view, option_html


@dataclass
class ExplanationView:
    """One option with its explanation, both as safe HTML, and whether the learner chose it."""

    text: str
    explanation: str
    correct: bool
    chosen: bool


@dataclass
class FeedbackView:
    """The feedback on one answer."""

    item: ItemView = field(default_factory=ItemView)
    position: int = 0
    correct: bool = False
    given: list[str] = field(default_factory=list)
    """The lines of the learner's answer as safe HTML, for formats without choices."""
    right: list[str] = field(default_factory=list)
    """The lines of the correct answer as safe HTML, for formats without choices."""
    explanation: str = ""
    """Safe HTML with paragraphs."""
    options: list[ExplanationView] = field(default_factory=list)
    reference_title: str = ""
    reference_url: str = ""


def feedback_view(
    item: ShownItem, response: ItemResponse, feedback: ItemFeedback, position: int
) -> FeedbackView:
    """Combine item, answer and feedback; ids are those of the shown item."""
    chosen = set(response.choices or [])
    return FeedbackView(
        item=item_view(item, response),
        position=position,
        correct=feedback.correct,
        given=_lines(item, response),
        right=_lines(item, feedback.key),
        explanation=text.block(feedback.explanation),
        options=[
            ExplanationView(
                option_html(item.format, option.text),
                text.block(option.explanation),
                option.correct,
                option.option_id in chosen,
            )
            for option in feedback.options
        ],
        reference_title=feedback.reference.title,
        reference_url=feedback.reference.url,
    )


def _lines(item: ShownItem, response: ItemResponse) -> list[str]:
    texts = {option.id: text.inline(option.text) for option in item.options}
    partners = {match.id: text.inline(match.text) for match in item.matches}
    if response.text is not None:
        return [text.printed(response.text)]
    if response.order:
        return [texts[line] for line in response.order]
    if response.pairs:
        # In the order of the prompts, which the answer may not have.
        pairs = ((texts[prompt], response.pairs.get(prompt, "")) for prompt in texts)
        return [f"{prompt} → {partners.get(partner, '–')}" for prompt, partner in pairs]
    return []
