"""What to do today: the reviews that are due first, then the topics in which there is most to gain."""

from collections.abc import Sequence
from math import exp, pi
from typing import NamedTuple

from webdev_certs.server.domain.score_and_interval import Ability

MINUTES_A_DAY = 15
"""How long a day's plan takes, and the practice on which all dates of a plan are based."""
GOAL = 0.8
"""The probability of passing that a plan leads to."""
_USUAL_SECONDS, _USUAL_WEIGHT = 50.0, 10
"""Before a learner's pace is known, an answer takes so long; it counts like so many of their own answers."""
_TOPICS = 2
"""A day's plan has no more topics: each needs some questions in a row."""
_LEAST_QUESTIONS = 3
"""Fewer questions about a topic are not worth a practice session."""


class TopicGain(NamedTuple):
    """A topic of the exam, and the share of the exam's items that the learner misses because of it."""

    topic: str
    gain: float


class Task(NamedTuple):
    """A part of today's plan: a topic, or None for reviews, and how many questions."""

    topic: str | None
    questions: int


def pace(seconds: Sequence[float]) -> float:
    """Return how long the learner's next answer takes, in seconds: their mean, shrunk toward the usual one.

    Args:
        seconds: How long each of the latest answers took.
    """
    return (_USUAL_SECONDS * _USUAL_WEIGHT + sum(seconds)) / (_USUAL_WEIGHT + len(seconds))


def topic_gain(topic: str, share: float, ability: Ability, cut: float) -> TopicGain:
    """Return what there is to gain in a topic: its share of the exam times the chance of a wrong answer.

    The item is one whose difficulty is the cut score. The mean of the logistic function over a normal ability
    is approximated as in MacKay, D. J. C. (1992). The evidence framework applied to classification networks.
    Neural Computation 4(5), 720–736.

    Args:
        topic: Its id.
        share: Its share of the exam's items.
        ability: The learner's ability in it.
        cut: The cut score on the θ scale.
    """
    z = (ability.theta - cut) / (1 + pi * ability.sd**2 / 8) ** 0.5
    return TopicGain(topic, share / (1 + exp(z)))


def plan_today(due: int, seconds: float, topics: Sequence[TopicGain], longest: int) -> list[Task]:
    """Return what fits into today's minutes, in its order.

    Args:
        due: Reviews due today.
        seconds: How long an answer takes (`pace`).
        topics: The exam's topics.
        longest: The most questions of a practice session.
    """
    left = max(int(MINUTES_A_DAY * 60 / seconds), _LEAST_QUESTIONS)
    reviews = min(due, left, longest)
    tasks = [Task(None, reviews)] if reviews else []
    left -= reviews
    count = min(_TOPICS, left // _LEAST_QUESTIONS)
    best = sorted(topics, key=lambda topic: topic.gain, reverse=True)[:count]
    for place, topic in enumerate(best):
        following = best[place + 1 :]
        share = topic.gain / (topic.gain + sum(other.gain for other in following))
        questions = min(round(left * share), left - _LEAST_QUESTIONS * len(following), longest)
        tasks.append(Task(topic.topic, questions))
        left -= questions
    return tasks
