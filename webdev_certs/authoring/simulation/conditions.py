"""Conditions in which the model or its parameters are wrong, or in which exams do not come to their end."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from webdev_certs.authoring.simulation.runs import Leaves, Sitting
from webdev_certs.server.domain.adaptive.items import Floats, Items, probabilities
from webdev_certs.server.domain.adaptive.next_item import Rules
from webdev_certs.server.domain.adaptive.pool import Pool

# Ratings miss the difficulty that responses show later, and items differ in discrimination.
_WRONG_B, _WRONG_LOG_A = 0.5, 0.3
_FAR_B = 0.7
_GUESSING = 0.35
# Assumed, not measured: nobody was timed yet.
PACE, PACE_SD, ANSWER_SD = -0.3, 0.35, 0.5
"""A median answer takes exp(`PACE`) = 74% of what the author expects. The logarithms of times have these
standard deviations between learners and within them, so the mean answer of a median learner takes 84%."""
_BIAS = 0.3
_CORRELATION = 0.7


def misfits(pool: Pool, rules: Rules, abilities: Floats, rng: np.random.Generator) -> dict[str, Floats]:
    """Return what is wrong → the probability that each learner answers each item correctly, shape (k, n).

    - Wrong parameters: true difficulties differ by a normal error with SD 0.5, true discriminations by a
      factor with SD 0.3 of its logarithm.
    - Difficulties off by 0.7: the same with SD 0.7, and right discriminations.
    - Guessing 0.35: nobody has a smaller chance than this at any item.
    - Biased ratings: all items are 0.3 harder, or easier, than their parameters say.
    - Two dimensions: every second topic needs an ability of its own, correlated .7 with that of the others;
      the learner's ability is their mean, scaled to N(0, 1).

    Args:
        pool: The items.
        rules: The exam's rules, whose topics have two dimensions.
        abilities: True abilities, shape (k,).
        rng: Source of randomness.
    """
    items = pool.items
    wrong = _moved(items, rng.normal(0, _WRONG_B, len(items)))
    slopes = items.a * rng.lognormal(0, _WRONG_LOG_A, len(items))
    truths = {
        "wrong parameters": Items(slopes, wrong.b, wrong.c, wrong.d),
        "difficulties off by 70 points": _moved(items, rng.normal(0, _FAR_B, len(items))),
        "guessing 35%": Items(items.a, items.b, np.maximum(items.c, _GUESSING), items.d),
        "items 30 points harder than rated": _moved(items, np.full(len(items), _BIAS)),
        "items 30 points easier than rated": _moved(items, np.full(len(items), -_BIAS)),
    }
    found = {name: probabilities(truth, abilities)[0] for name, truth in truths.items()}
    found["two dimensions"] = _two_dimensions(pool, rules.quotas, abilities, rng)
    return found


def _moved(items: Items, by: Floats) -> Items:
    return Items(items.a, np.clip(items.b + by, -4, 4), items.c, items.d)


def _two_dimensions(
    pool: Pool, quotas: Mapping[str, int], abilities: Floats, rng: np.random.Generator
) -> Floats:
    # With correlation r the mean of two N(0, 1) abilities has variance (1 + r)/2, half their difference
    # (1 − r)/2, and the two are independent.
    mean = abilities * ((1 + _CORRELATION) / 2) ** 0.5
    half = rng.normal(size=len(abilities)) * ((1 - _CORRELATION) / 2) ** 0.5
    first, second = (probabilities(pool.items, ability)[0] for ability in (mean + half, mean - half))
    topics = list(quotas or pool.topics)
    for topic in topics[::2]:
        second[:, pool.members(topic)] = first[:, pool.members(topic)]
    return second


def out_of_time(
    seconds: Floats, learners: int, limit: float, slower: float, rng: np.random.Generator
) -> Leaves:
    """Return what says that a learner's time is up.

    The time of an answer is lognormal (van der Linden, 2006), with the assumptions `PACE`, `PACE_SD` and
    `ANSWER_SD`.

    Args:
        seconds: The expected time of each item, shape (n,).
        learners: How many.
        limit: The time of an exam, in seconds.
        slower: A factor of all times; 1 for usual learners.
        rng: Source of randomness.
    """
    speed = rng.normal(np.log(slower) + PACE, PACE_SD, size=(learners, 1))
    times = seconds * np.exp(speed + rng.normal(0, ANSWER_SD, size=(learners, len(seconds))))
    return lambda sitting: (times[sitting.places] * sitting.used).sum(axis=1) > limit


def leaves_ahead(rules: Rules) -> Leaves:
    """Return what says that a learner ends the exam: as soon as the estimate is at the cut or above."""

    def leaves(sitting: Sitting) -> NDArray[np.bool_]:
        ahead = [ability.theta >= rules.cut for ability in sitting.abilities]
        return np.array(ahead) & (sitting.answered >= rules.min_items)

    return leaves
