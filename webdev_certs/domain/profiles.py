"""What a finished test says: one score for the whole and one for each topic."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webdev_certs.server.domain.scoring import ScaleScore, estimate_ability, to_scale


@dataclass(frozen=True)
class ScoredItem:
    """One item of a finished test.

    Attributes:
        topic: the topic's id.
        parameters: (a, b) of the 2PL model.
        correct: whether it was answered rightly; False when it was not answered.
    """

    topic: str
    parameters: tuple[float, float]
    correct: bool


@dataclass(frozen=True)
class TopicProfile:
    """Ability in one topic from its own items alone, so the interval is honest about how few they are."""

    topic: str
    items: int
    correct: int
    scale: ScaleScore


def score_test(items: Sequence[ScoredItem]) -> ScaleScore:
    """The score of the whole test."""
    return to_scale(estimate_ability([i.parameters for i in items], [i.correct for i in items]))


def profile(items: Sequence[ScoredItem], topics: Iterable[str]) -> list[TopicProfile]:
    """One row a topic, in the order of `topics`; topics without an item in the test are left out."""
    rows: list[TopicProfile] = []
    for topic in topics:
        mine = [item for item in items if item.topic == topic]
        if mine:
            rows.append(TopicProfile(topic, len(mine), sum(i.correct for i in mine), score_test(mine)))
    return rows
