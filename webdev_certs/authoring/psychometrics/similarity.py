"""Whether two learners answered more alike than their abilities explain: the generalized binomial test.

Source: van der Linden, W. J. & Sotaridona, L. (2006). Detecting answer copying when the regular response
process follows a known response model. Journal of Educational and Behavioral Statistics 31(3), 283–304.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.server.domain.adaptive.items import Floats, probabilities

_NEAR = 2.5
"""From this normal deviate on, the exact probability is computed."""


@dataclass(frozen=True)
class Similar:
    """Two learners with the same answers.

    Attributes:
        first: One learner's row.
        second: The other's.
        shared: How many items both answered.
        same: To how many they gave the same answer, right or wrong.
        same_wrong: To how many they gave the same wrong answer.
        expected: How many same answers their abilities explain.
        probability: The probability of at least so many by chance.
    """

    first: int
    second: int
    shared: int
    same: int
    same_wrong: int
    expected: float
    probability: float


@dataclass(frozen=True)
class Similarity:
    """How many pairs were compared, how many items a pair shares, and the pairs that stand out."""

    pairs: int
    shared: float
    found: tuple[Similar, ...]


def similar_pairs(answers: Answers, given: NDArray[np.intp], *, level: float, min_shared: int) -> Similarity:
    """Return the pairs that are too similar, the least likely first.

    An answer is correct with the model's probability at the learner's ability. A wrong answer is one of the
    item's wrong ones, as often as all learners chose each.

    Args:
        answers: N learners × n items.
        given: What each learner answered: 0 is the key, 1, 2 … are the item's wrong answers; −1 if the
            learner did not get the item. Shape (N, n).
        level: The probability that any pair is found if all learners work alone. Each pair is judged by this
            level, divided by the number of pairs.
        min_shared: Pairs that share fewer items are not compared.
    """
    right, _ = probabilities(answers.items, answers.theta)
    shares = _wrong_shares(given)
    # Two learners who work alone match with P₁P₂ + (1 − P₁)(1 − P₂) Σ wₖ².
    luck = (shares**2).sum(axis=1)
    got = given >= 0
    pairs, shared_all = 0, 0
    near: list[tuple[float, Similar]] = []
    for first in range(len(given) - 1):
        both = got[first] & got[first + 1 :]
        shared = both.sum(axis=1)
        match = right[first] * right[first + 1 :] + luck * (1 - right[first]) * (1 - right[first + 1 :])
        match *= both
        equal = both & (given[first] == given[first + 1 :])
        same, expected = equal.sum(axis=1), match.sum(axis=1)
        deviate = (same - expected) / np.sqrt(np.maximum((match * (1 - match)).sum(axis=1), 1e-12))
        compared = shared >= min_shared
        pairs += int(compared.sum())
        shared_all += int(shared[compared].sum())
        for other in np.flatnonzero(compared & (deviate > _NEAR)):
            tail = at_least(match[other][both[other]], int(same[other]))
            wrong = int((equal[other] & (given[first] > 0)).sum())
            near.append(
                (
                    tail,
                    Similar(
                        first,
                        int(first + 1 + other),
                        int(shared[other]),
                        int(same[other]),
                        wrong,
                        float(expected[other]),
                        tail,
                    ),
                )
            )
    found = sorted((each for each in near if each[0] * pairs <= level), key=lambda each: each[0])
    return Similarity(
        pairs, shared_all / pairs if pairs else float("nan"), tuple(similar for _, similar in found)
    )


def at_least(chances: Floats, number: int) -> float:
    """Return the probability of at least `number` successes in independent trials with these chances."""
    distribution = np.zeros(len(chances) + 1)
    distribution[0] = 1.0
    for chance in chances:
        distribution[1:] = distribution[1:] * (1 - chance) + distribution[:-1] * chance
        distribution[0] *= 1 - chance
    return float(distribution[number:].sum())


def _wrong_shares(given: NDArray[np.intp]) -> Floats:
    """Return how often each wrong answer is chosen, of an item's wrong answers, shape (n, K).

    Half an answer is added to each, so that one that nobody else gave is still possible.
    """
    kinds = int(given.max(initial=1))
    rows = []
    for column in given.T:
        counts = np.bincount(column[column > 0], minlength=kinds + 1)[1:] + 0.0
        counts += 0.5 * (np.arange(kinds) < max(int(column.max(initial=1)), 1))
        rows.append(counts / counts.sum())
    return np.array(rows)


def numbered(choices: Iterable[list[str | None]]) -> NDArray[np.intp]:
    """Number what learners answered to each item.

    Args:
        choices: For each item what each learner answered: the empty text is the key, other texts are wrong
            answers, and None means that the learner did not get the item.
    """
    columns = []
    for column in choices:
        number = {"": 0}
        columns.append([-1 if each is None else number.setdefault(each, len(number)) for each in column])
    return np.array(columns, dtype=np.intp).T
