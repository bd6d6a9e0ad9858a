"""How exact and how stable the decision pass or fail is.

Sources:
    Rudner, L. M. (2005). Expected classification accuracy. Practical Assessment, Research & Evaluation
        10(13).
    Lee, W.-C. (2010). Classification consistency and accuracy for complex assessments using item response
        theory. Journal of Educational Measurement 47(1), 1–17 – consistency of two attempts.
    Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement
        20(1), 37–46 – κ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Classification:
    """How good decisions are.

    Attributes:
        consistency: The share of learners for whom two attempts decide alike.
        kappa: Cohen's κ: the agreement beyond that of chance, 1 at most; NaN if all pass or all fail.
        accuracy: The share of learners who are decided as their true ability is; NaN if unknown.
    """

    consistency: float
    kappa: float
    accuracy: float = float("nan")


def repeated(passed: ArrayLike, again: ArrayLike) -> Classification:
    """Return the agreement of two attempts of the same learners: whether each was passed."""
    first, second = np.asarray(passed, dtype=np.bool_), np.asarray(again, dtype=np.bool_)
    consistency = float((first == second).mean())
    return Classification(consistency, _kappa(consistency, float(first.mean()), float(second.mean())))


def expected(estimates: Sequence[float], errors: Sequence[float], cut: float) -> Classification:
    """Return what the standard errors say about real attempts, which were not repeated (Rudner).

    Args:
        estimates: Abilities.
        errors: Their standard errors, above 0.
        cut: The cut score on the same scale.
    """
    z = (np.asarray(estimates) - cut) / np.asarray(errors)
    p = np.array([(1 + erf(value / sqrt(2))) / 2 for value in z])
    consistency = float((p**2 + (1 - p) ** 2).mean())
    kappa = _kappa(consistency, float(p.mean()), float(p.mean()))
    return Classification(consistency, kappa, float(np.maximum(p, 1 - p).mean()))


def _kappa(consistency: float, first: float, second: float) -> float:
    chance = first * second + (1 - first) * (1 - second)
    return (consistency - chance) / (1 - chance) if chance < 1 else float("nan")
