"""Whether items become easier or harder as time goes by, at equal ability.

Source: Glas, C. A. W. (1998). Detection of differential item functioning using Lagrange multiplier tests.
Statistica Sinica 8(3), 647–667 – residuals as score tests. Here the predictor is time.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.server.domain.adaptive.items import Floats

FAMILYWISE = 0.01
"""How likely any item of an exam without drift is flagged."""


@dataclass(frozen=True, eq=False)
class ItemDrift:
    """The drift of one item.

    Attributes:
        name: The item.
        answers: How many there are.
        residuals: The share of correct answers minus what the learners' other answers predict, in each
            period, shape (k,); NaN in a period without answers.
        errors: Their standard errors if the model is true, shape (k,).
        change: How much the residual grows from the first to the last day, along a line.
        z: The same as a normal deviate.
        probability: Of a `z` at least as far from 0 without drift.
        flagged: Whether it is a remarkable one among all items of the exam.
    """

    name: str
    answers: int
    residuals: Floats
    errors: Floats
    change: float
    z: float
    probability: float
    flagged: bool


def item_drift(answers: Answers, time: Floats, period: NDArray[np.intp], min_answers: int) -> list[ItemDrift]:
    """Return the drift of all items with enough answers, the most certain first.

    Args:
        answers: N learners.
        time: When each of them took the exam, from 0 (first) to 1 (last), shape (N,).
        period: In which period, from 0, shape (N,).
        min_answers: Items with fewer answers are left out.
    """
    found = []
    number = int(period.max()) + 1 if len(period) else 0
    places = np.flatnonzero(answers.responses.answers >= min_answers)
    for place in places:
        got = answers.responses.put[:, place] > 0
        p = answers.expected[got, place]
        residual, variance = answers.responses.correct[got, place] - p, p * (1 - p)
        count = np.bincount(period[got], minlength=number).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            means = np.bincount(period[got], residual, number) / count
            errors = np.sqrt(np.bincount(period[got], variance, number)) / count
        change, z = _trend(time[got], residual, variance)
        probability = 2 * NormalDist().cdf(-abs(z)) if np.isfinite(z) else float("nan")
        found.append(
            ItemDrift(
                answers.responses.names[place],
                int(got.sum()),
                means,
                errors,
                change,
                z,
                probability,
                probability < FAMILYWISE / len(places),
            )
        )
    return sorted(found, key=lambda item: -abs(item.z) if np.isfinite(item.z) else 0.0)


def _trend(time: Floats, residual: Floats, variance: Floats) -> tuple[float, float]:
    """Return the slope of the residuals over time and its z; a constant misfit does not count."""
    total = variance.sum()
    around = time - (variance @ time) / total
    # Without the mean residual: an item that is always easier than its parameters say does not drift.
    level = residual - variance * residual.sum() / total
    spread = variance @ around**2
    if spread < 1e-9:
        return float("nan"), float("nan")
    score = around @ level
    return float(score * variance.mean() / spread), float(score / spread**0.5)
