"""Feedback on an answered item, as the screens show it."""

from dataclasses import dataclass, field

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import ItemFeedback
from webdev_certs.ui.states.items.view import ItemView, Segment, item_view, segments


@dataclass
class ExplanationView:
    """One option with its explanation, and whether the learner chose it."""

    text: list[Segment]
    explanation: list[Segment]
    correct: bool
    chosen: bool


@dataclass
class FeedbackView:
    """The feedback on one answer."""

    item: ItemView = field(default_factory=ItemView)
    position: int = 0
    correct: bool = False
    given: str = ""
    """The learner's answer in words, for formats without choices."""
    right: str = ""
    """The correct answer in words, for formats without choices."""
    explanation: list[Segment] = field(default_factory=list)
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
        given=_in_words(item, response),
        right=_in_words(item, feedback.key),
        explanation=segments(feedback.explanation),
        options=[
            ExplanationView(
                segments(option.text),
                segments(option.explanation),
                option.correct,
                option.option_id in chosen,
            )
            for option in feedback.options
        ],
        reference_title=feedback.reference.title,
        reference_url=feedback.reference.url,
    )


def _in_words(item: ShownItem, response: ItemResponse) -> str:
    texts = {option.id: option.text for option in item.options}
    partners = {match.id: match.text for match in item.matches}
    if response.text is not None:
        return response.text
    if response.order:
        return "\n".join(texts[line] for line in response.order)
    if response.pairs:
        # In the order of the prompts, whatever the order in the answer.
        pairs = ((texts[prompt], response.pairs.get(prompt, "")) for prompt in texts)
        return "\n".join(f"{prompt} → {partners.get(partner, '–')}" for prompt, partner in pairs)
    return ""
