"""Measures of a simulation: length, error, exposure, overlap, and how exact and stable decisions are.

Sources:
    Rudner, L. M. (2005). Expected classification accuracy. Practical Assessment, Research & Evaluation
        10(13).
    Lee, W.-C. (2010). Classification consistency and accuracy for complex assessments using item response
        theory. Journal of Educational Measurement 47(1), 1–17 – consistency of two attempts.
    Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement
        20(1), 37–46 – κ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from webdev_certs.authoring.simulation.runs import BAND, Run
from webdev_certs.server.domain.score_and_interval import SCALE_SD, Ability

NEAR = 0.15
"""Which scores count as at the cut, on the θ scale."""


@dataclass(frozen=True)
class Measures:
    """What a simulation says of an exam.

    Attributes:
        learners: How many runs there were.
        mean_length: Mean number of items.
        shortest: Share of runs that ended at the smallest number of items that occurred.
        longest: Share of runs that went to the largest number of items.
        bias: Mean of estimate − ability, in points.
        rmse: Root mean squared error, in points.
        error_at_cut: Mean standard error of the scores within 15 points of the cut, in points; NaN without
            any.
        error_near_cut: The same for the learners whose ability is within 15 points of the cut. It is larger,
            because some of their exams end early by chance.
        accuracy: Share of right decisions.
        accuracy_outside: The same among learners at least 30 points from the cut.
        accuracy_expected: The same by the runs' posteriors, which needs far fewer learners to be exact. Right
            if abilities are N(0, 1) and the parameters in use are true; NaN if the runs do not know.
        false_passes: Share of learners below the cut who passed.
        false_fails: Share of learners at or above it who failed.
        exposure_max: Largest share of runs with the same item.
        unused: Number of items in no run.
        overlap: Shared items of two random learners, as a share of their items.
    """

    learners: int
    mean_length: float
    shortest: float
    longest: float
    bias: float
    rmse: float
    error_at_cut: float
    error_near_cut: float
    accuracy: float
    accuracy_outside: float
    accuracy_expected: float
    false_passes: float
    false_fails: float
    exposure_max: float
    unused: int
    overlap: float


def measure(runs: Sequence[Run], size: int, cut: float) -> Measures:
    """Return the measures of some runs.

    Args:
        runs: At least one.
        size: The number of items in the pool.
        cut: The cut score on the θ scale.
    """
    truth = np.array([run.theta for run in runs])
    estimates = np.array([run.ability.theta for run in runs])
    errors = np.array([run.ability.sd for run in runs])
    lengths = np.array([run.length for run in runs])
    rates = np.bincount([index for run in runs for index in run.used], minlength=size) / len(runs)
    outside_share = NormalDist().cdf(-BAND - cut) + NormalDist().cdf(cut - BAND)
    able, passed = truth >= cut, np.array([run.passes(cut) for run in runs])
    right, outside = able == passed, np.abs(truth - cut) >= BAND
    return Measures(
        learners=len(runs),
        mean_length=float(lengths.mean()),
        shortest=float((lengths == lengths.min()).mean()),
        longest=float((lengths == lengths.max()).mean()),
        bias=SCALE_SD * float((estimates - truth).mean()),
        rmse=SCALE_SD * float(((estimates - truth) ** 2).mean()) ** 0.5,
        error_at_cut=SCALE_SD * _mean(errors[np.abs(estimates - cut) < NEAR]),
        error_near_cut=SCALE_SD * _mean(errors[np.abs(truth - cut) < NEAR]),
        accuracy=float(right.mean()),
        accuracy_outside=_mean(right[outside]),
        accuracy_expected=1 - float(np.mean([run.doubt for run in runs])) / outside_share,
        false_passes=_mean(passed[~able]),
        false_fails=_mean(~passed[able]),
        exposure_max=float(rates.max()),
        unused=int((rates == 0).sum()),
        # Both learners get item i with probability rᵢ² (Barrada et al. 2010).
        overlap=float((rates**2).sum() / lengths.mean()),
    )


def coverage(runs: Sequence[Run], interval: Callable[[Ability], tuple[float, float]]) -> float:
    """Return the share of runs whose interval contains the true ability."""
    within = [low <= run.theta <= high for run in runs for low, high in (interval(run.ability),)]
    return float(np.mean(within))


def correlation(runs: Sequence[Run], others: Sequence[Run]) -> float:
    """Return the correlation of the scores of two exams.

    Args:
        runs: Some learners.
        others: As many, each of the same ability as the run in the same place.
    """
    first, second = (np.array([run.ability.theta for run in each]) for each in (runs, others))
    return float(np.corrcoef(first, second)[0, 1])


def overlap_of_equals(runs: Sequence[Run], others: Sequence[Run]) -> float:
    """Return the mean share of common items of learners with equal ability.

    Args:
        runs: Some learners.
        others: As many, each of the same ability as the run in the same place. They should be far apart in
            the order of the simulation, because neighbors influence each other's exposure.
    """
    shares = [
        2 * len({*run.used} & {*other.used}) / (run.length + other.length)
        for run, other in zip(runs, others, strict=True)
    ]
    return float(np.mean(shares))


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")


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
