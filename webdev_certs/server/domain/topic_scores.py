"""The scores of an attempt and of its topics.

A few items say little about a topic, so its estimate is shrunk toward the whole. A topic's ability is taken
as the learner's overall ability plus a deviation with standard deviation τ. The estimate is the weighted mean
of what the topic's own answers say and the overall estimate. The weight is the reliability of the topic's
answers (docs/measurement.md).

Sources:
    Kelley, T. L. (1947). Fundamentals of statistics – regressed estimates.
    Wainer, H. et al. (2001). Augmented scores. In Thissen & Wainer, Test scoring – subscores borrow strength
        from the whole test.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webdev_certs.server.domain.adaptive import ItemParameters, Items, eap
from webdev_certs.server.domain.score_and_interval import Ability, ScaleScore, to_scale

TOPIC_SD = 0.4
"""τ. It implies a correlation of .93 between a topic and the whole.

An assumption, until there are enough answers to estimate it.
"""
# The answers in a topic can have almost no information, e.g. a wrong answer to a very easy item.
_LEAST_INFORMATION = 1e-6


def without_prior(estimate: Ability) -> Ability:
    """Return what the answers alone say, in a normal approximation: remove the N(0, 1) prior from an EAP.

    Args:
        estimate: Mean and standard deviation of the posterior.

    Returns:
        Mean and standard deviation of the likelihood.
    """
    information = _information(estimate)
    return Ability(estimate.theta * (1 + information) / information, information**-0.5)


def reliability(estimate: Ability, topic_sd: float = TOPIC_SD) -> float:
    """Return the weight of a topic's own answers, from 0 to 1: τ² / (τ² + e²), e² being their error variance.

    Args:
        estimate: The topic's EAP from its own answers.
        topic_sd: τ.
    """
    information = _information(estimate)
    return topic_sd**2 * information / (1 + topic_sd**2 * information)


def shrink(topic: Ability, whole: Ability, topic_sd: float = TOPIC_SD) -> Ability:
    """Return the estimate of a topic, between what its own answers say and the whole.

    Args:
        topic: The EAP from the topic's answers alone.
        whole: The EAP from all answers.
        topic_sd: τ.

    Returns:
        θ = (1 − ρ) whole + ρ own, with the variance ρ e² + (1 − ρ)² SE², SE being that of the whole. The
        interval is never wider than that of the topic's own answers.
    """
    own, weight = without_prior(topic), reliability(topic, topic_sd)
    variance = weight * own.sd**2 + (1 - weight) ** 2 * whole.sd**2
    return Ability(
        theta=(1 - weight) * whole.theta + weight * own.theta,
        sd=min(variance**0.5, own.sd),
    )


def _information(estimate: Ability) -> float:
    """Return how much information the answers add to the prior, whose information is 1."""
    return max(1 / estimate.sd**2 - 1, _LEAST_INFORMATION)


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
    """Ability in one topic: what its own items say, shrunk toward the whole attempt (`shrink`)."""

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
