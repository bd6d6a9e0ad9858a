"""Ability from practice: the posterior from a learner's first answers, over time and by topic.

Only the first answer to each item counts, because its feedback shows the key. Only the latest answers count,
because learners change.
"""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from math import erf, sqrt
from typing import NamedTuple

import numpy as np

from webdev_certs.server.domain.adaptive import STANDARD, Grid, ItemParameters, Items, Posterior, eap
from webdev_certs.server.domain.adaptive.estimation import likelihoods
from webdev_certs.server.domain.score_and_interval import Ability
from webdev_certs.server.domain.shrinkage import shrink

WINDOW = 60
"""How many of the latest first answers count."""
EXAM_ERROR = 0.35
"""Standard error of an exam near the cut score, on the θ scale (docs/measurement.md)."""


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
    """Return the ability in one topic, shrunk toward the whole (`shrinkage`); None without answers."""
    own = [answer for answer in answers if answer.topic == topic][-WINDOW:]
    if not own:
        return None
    raw = eap(Items.of(answer.parameters for answer in own), [answer.correct for answer in own])
    return shrink(raw, whole)


def readiness(posterior: Grid, cut: float) -> Readiness:
    """Return how likely the learner passes the exam now.

    It is the mean, over the posterior, of the probability that an exam with the error `EXAM_ERROR` comes out
    at the cut score or above.

    Args:
        posterior: The posterior of the ability (`practice_posterior`).
        cut: The cut score on the θ scale.
    """
    ability = Posterior(posterior).ability
    passing = np.array([_passes(float(theta), cut) for theta in posterior.nodes])
    probability = float(posterior.prior @ passing)
    return Readiness(
        probability=probability,
        # A skewed posterior can put the mean outside.
        low=min(_passes(ability.theta - ability.sd, cut), probability),
        high=max(_passes(ability.theta + ability.sd, cut), probability),
    )


def _passes(theta: float, cut: float) -> float:
    return (1 + erf((theta - cut) / (EXAM_ERROR * sqrt(2)))) / 2
