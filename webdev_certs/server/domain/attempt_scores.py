"""Score a finished attempt: one score for the whole and one for each topic."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webdev_certs.server.domain.adaptive import ItemParameters, Items, eap
from webdev_certs.server.domain.score_and_interval import Ability, ScaleScore, to_scale
from webdev_certs.server.domain.shrinkage import shrink


@dataclass(frozen=True)
class ScoredItem:
    """One item of a finished attempt.

    Attributes:
        topic: The topic's id.
        parameters: The parameters of its response function.
        correct: Whether the answer was correct; False for an item without an answer.
    """

    topic: str
    parameters: ItemParameters
    correct: bool


@dataclass(frozen=True)
class TopicScore:
    """Ability in one topic: what its own items say, shrunk toward the whole attempt (`shrinkage`)."""

    topic: str
    items: int
    correct: int
    scale: ScaleScore


def score_topics(items: Sequence[ScoredItem], topics: Iterable[str]) -> list[TopicScore]:
    """Return the score of each topic, in the order of `topics`, without topics that have no items."""
    rows: list[TopicScore] = []
    whole = estimate(items)
    for topic in topics:
        own = [item for item in items if item.topic == topic]
        if own:
            scale = to_scale(shrink(estimate(own), whole))
            rows.append(TopicScore(topic, len(own), sum(i.correct for i in own), scale))
    return rows


def estimate(items: Sequence[ScoredItem]) -> Ability:
    """Return the ability that answers to a set of items show."""
    return eap(Items.of(item.parameters for item in items), [item.correct for item in items])
