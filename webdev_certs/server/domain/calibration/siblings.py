"""How much the instances of a family differ in difficulty: the related-siblings model.

An instance's difficulty is that of its family plus a normal deviation whose standard deviation, the spread,
is estimated. Answers to one instance then agree more than answers to two. So only instances that at least two
learners had tell anything; of those that one learner had, the family's slope already contains the spread.

Sources:
    Glas, C. A. W. & van der Linden, W. J. (2003). Computerized adaptive testing with item cloning. Applied
        Psychological Measurement 27(4), 247–261.
    Sinharay, S., Johnson, M. S. & Williamson, D. M. (2003). Calibrating item families and summarizing the
        results using family expected response functions. Journal of Educational and Behavioral Statistics
        28(4), 295–313 – the related-siblings model.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.hermite_e import hermegauss

from webdev_certs.server.domain.adaptive.items import (
    MAX_DIFFICULTY,
    NORMAL_LOGISTIC,
    Floats,
    ItemParameters,
    Items,
    probabilities,
)
from webdev_certs.server.domain.calibration.em import QUADRATURE, Calibration
from webdev_certs.server.domain.calibration.responses import Responses

ENOUGH = 200
"""How many answers to instances that two learners or more had an estimate needs."""
_SPREADS = np.linspace(0.0, 1.5, 31)
_POINTS, _WEIGHTS = hermegauss(15)


@dataclass(frozen=True)
class Spread:
    """How much the instances of a family differ.

    Attributes:
        sd: The standard deviation of their difficulties, on the scale of the calibration.
        low: Lower end of its 95% interval, where the log-likelihood is 1.92 below its maximum.
        high: Upper end.
        answers: The answers that it rests on.
    """

    sd: float
    low: float
    high: float
    answers: int

    def scaled(self, factor: float) -> "Spread":
        """Return the same on a scale with this slope."""
        return Spread(self.sd * factor, self.low * factor, self.high * factor, self.answers)


def spread(
    found: Calibration, responses: Responses, place: int, instances: Mapping[int, str]
) -> Spread | None:
    """Return the spread of a family; None with too few answers.

    The calibration's response function is kept, whatever the spread: it is that of a random instance, and
    an instance's own is the steeper, the larger the spread (`items.marginal`).

    Args:
        found: The calibration.
        responses: Its responses, each row of one learner.
        place: The family's column.
        instances: Row → the instance that the learner had.
    """
    rows: dict[str, list[int]] = defaultdict(list)
    for row, instance in instances.items():
        rows[instance].append(row)
    shared = [found for found in rows.values() if len(found) > 1]
    answers = sum(map(len, shared))
    if answers < ENOUGH:
        return None
    family = found.parameters.items()[place]
    used = [row for group in shared for row in group]
    correct = responses.correct[used, place] > 0
    others = _without(found.posterior[used], family, correct)
    starts = np.cumsum([0, *map(len, shared)])[:-1]
    tried = _SPREADS[NORMAL_LOGISTIC * family.a * _SPREADS < 0.95]
    values = np.array([_log_likelihood(family, float(sd), correct, others, starts) for sd in tried])
    best = int(values.argmax())
    within = tried[values > values[best] - 1.92]
    return Spread(_peak(tried, values, best), float(within[0]), float(within[-1]), answers)


def _without(posterior: Floats, family: ItemParameters, correct: np.ndarray) -> Floats:
    """Return the learners' posteriors without their answers to this family, shape (k, q)."""
    right, wrong = probabilities(Items.of([family]), QUADRATURE.nodes)
    left = posterior / np.where(correct[:, None], right.T, wrong.T)
    return left / left.sum(axis=1, keepdims=True)


def _log_likelihood(
    family: ItemParameters, sd: float, correct: np.ndarray, others: Floats, starts: Sequence[int] | np.ndarray
) -> float:
    slope = family.a / (1 - (NORMAL_LOGISTIC * family.a * sd) ** 2) ** 0.5
    # The outermost points have almost no weight.
    difficulties = np.clip(family.b + sd * _POINTS, -MAX_DIFFICULTY, MAX_DIFFICULTY)
    siblings = Items.of([(slope, b, family.c) for b in difficulties])
    right = np.clip(others @ probabilities(siblings, QUADRATURE.nodes)[0], 1e-9, 1 - 1e-9)
    likelihood = np.log(np.where(correct[:, None], right, 1 - right))
    # One row for each instance, one column for each deviation.
    together = np.add.reduceat(likelihood, starts, axis=0)
    highest = together.max(axis=1, keepdims=True)
    weights = _WEIGHTS / _WEIGHTS.sum()
    return float((highest[:, 0] + np.log(np.exp(together - highest) @ weights)).sum())


def _peak(tried: Floats, values: Floats, best: int) -> float:
    """Return where the parabola through the maximum and its neighbors is highest."""
    if not 0 < best < len(tried) - 1:
        return float(tried[best])
    before, at, after = values[best - 1 : best + 2]
    return float(tried[best] + (tried[1] - tried[0]) * 0.5 * (before - after) / (before - 2 * at + after))


def instances_of(records: Sequence[Mapping[str, str]], names: Sequence[str]) -> list[dict[int, str]]:
    """Return for each item: row → the instance that the learner had.

    Args:
        records: For each learner the item's name → the instance. Learners who got no item have no row.
        names: The items, as `Responses.names`.
    """
    rows = [record for record in records if any(name in record for name in names)]
    return [{row: record[name] for row, record in enumerate(rows) if name in record} for name in names]
