"""Ability from practice: the posterior from a learner's first answers, over time and by topic.

Only the first answer to each item counts, because its feedback shows the key. Only the latest answers count,
because learners change.
"""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from webdev_certs.server.domain.adaptive import STANDARD, Grid, ItemParameters, Items, Posterior, eap
from webdev_certs.server.domain.adaptive.estimation import likelihoods
from webdev_certs.server.domain.score_and_interval import Ability
from webdev_certs.server.domain.topic_scores import shrink

WINDOW = 60
"""How many of the latest first answers count."""
EXAM_ERROR = 0.35
"""Standard error of an exam near the cut score, on the θ scale (docs/measurement.md)."""
_TOLD = 1 - EXAM_ERROR**2
_DEVIATION = EXAM_ERROR * sqrt(_TOLD)
_NORMAL = NormalDist()


class FirstAnswer(NamedTuple):
    """A learner's first answer to one practice item."""

    topic: str
    difficulty: str
    parameters: ItemParameters
    correct: bool
    answered_at: datetime


class DayAbility(NamedTuple):
    """The estimate at the end of one day, from the answers until then."""

    day: date
    ability: Ability
    answers: int


class Readiness(NamedTuple):
    """The probability of passing, and the same at one standard error below and above the estimate."""

    probability: float
    low: float
    high: float


def practice_posterior(answers: Sequence[FirstAnswer]) -> Grid:
    """Return the posterior of ability as a grid; without answers, the prior.

    Args:
        answers: In the order in which they were given.
    """
    grid = STANDARD
    posterior = Posterior(grid)
    latest = answers[-WINDOW:]
    if latest:
        tables = likelihoods(Items.of(answer.parameters for answer in latest), grid)
        for table, answer in zip(tables, latest, strict=True):
            posterior.update(table[int(answer.correct)])
    return Grid(grid.nodes, posterior.weights)


def ability_by_day(answers: Sequence[FirstAnswer], zone: tzinfo, most: int = 60) -> list[DayAbility]:
    """Return the estimate at the end of each day with answers, at most of the `most` latest days.

    Args:
        answers: In the order in which they were given.
        zone: The time zone of the days.
        most: How many days.
    """
    if not answers:
        return []
    tables = np.log(likelihoods(Items.of(answer.parameters for answer in answers)))
    given = np.fromiter((answer.correct for answer in answers), dtype=np.intp)
    # Sums up to each answer, so that the sum of a window is a difference of two rows.
    sums = np.vstack([np.zeros(tables.shape[2]), np.cumsum(tables[np.arange(len(given)), given], axis=0)])
    last_of_day = {
        answer.answered_at.astimezone(zone).date(): place for place, answer in enumerate(answers, 1)
    }
    found: list[DayAbility] = []
    for day, count in list(last_of_day.items())[-most:]:
        log_posterior = np.log(STANDARD.prior) + sums[count] - sums[max(count - WINDOW, 0)]
        weights = np.exp(log_posterior - log_posterior.max())
        found.append(DayAbility(day, Posterior(Grid(STANDARD.nodes, weights / weights.sum())).ability, count))
    return found


def topic_ability(answers: Sequence[FirstAnswer], topic: str, whole: Ability) -> Ability | None:
    """Return the ability in one topic, shrunk toward the whole (`shrink`); None without answers."""
    own = [answer for answer in answers if answer.topic == topic][-WINDOW:]
    if not own:
        return None
    raw = eap(Items.of(answer.parameters for answer in own), [answer.correct for answer in own])
    return shrink(raw, whole)


def readiness(posterior: Grid, cut: float) -> Readiness:
    """Return how likely the learner passes the exam now.

    It is the mean of the probability of passing over the posterior.

    Args:
        posterior: The posterior of the ability (`practice_posterior`, `growth.Growth.after`).
        cut: The cut score on the θ scale.
    """
    ability = Posterior(posterior).ability
    passing = np.array([chance_of_passing(float(theta), cut) for theta in posterior.nodes])
    probability = float(posterior.prior @ passing)
    return Readiness(
        probability=probability,
        # A skewed posterior can put the mean outside.
        low=min(chance_of_passing(ability.theta - ability.sd, cut), probability),
        high=max(chance_of_passing(ability.theta + ability.sd, cut), probability),
    )


def chance_of_passing(theta: float, cut: float) -> float:
    """Return the probability that a learner of this ability passes the exam.

    The exam's estimate is an EAP with a N(0, 1) prior: with the standard error s it is normal around
    (1 − s²) θ, with the variance s² (1 − s²). A simulation of exams agrees (docs/measurement.md).
    """
    return _NORMAL.cdf((_TOLD * theta - cut) / _DEVIATION)


def ability_that_passes(chance: float, cut: float) -> float:
    """Return the ability with which the exam is passed with this probability, above 0 and below 1."""
    return (cut + _DEVIATION * _NORMAL.inv_cdf(chance)) / _TOLD
