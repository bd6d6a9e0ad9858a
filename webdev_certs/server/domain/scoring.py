"""Score answers with the two-parameter logistic model and its EAP estimate.

Sources:
    Birnbaum, A. (1968). Some latent trait models. In Lord & Novick, Statistical theories of mental test
        scores – the 2PL response function.
    Bock, R. D. & Mislevy, R. J. (1982). Adaptive EAP estimation of ability in a microcomputer environment.
        Applied Psychological Measurement 6(4), 431–444 – the estimate, its standard error and the quadrature.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Nodes from −4 to 4, 0.1 apart. Only 0.006 % of the N(0, 1) prior lies outside, and half the step would
# change no estimate by a scale point.
GRID: Floats = np.linspace(-4.0, 4.0, 81)
_LOG_PRIOR: Floats = -0.5 * GRID**2

SCALE_MEAN, SCALE_SD, SCALE_LOW, SCALE_HIGH = 500, 100, 200, 800
# Two-sided 95 % quantile of the normal distribution.
Z_95 = 1.959964


@dataclass(frozen=True)
class Ability:
    """An ability estimate on the θ scale (mean 0, SD 1 in the reference population).

    Attributes:
        theta: Mean of the posterior.
        sd: Standard deviation of the posterior, which is the standard error of the estimate.
    """

    theta: float
    sd: float


@dataclass(frozen=True)
class ScaleScore:
    """An ability estimate in points of the 200–800 scale."""

    score: int
    standard_error: int

    @property
    def low(self) -> int:
        """Lower end of the 95 % interval, score − 1.96 SE, within the scale."""
        return _clip(self.score - Z_95 * self.standard_error)

    @property
    def high(self) -> int:
        """Upper end of the 95 % interval, score + 1.96 SE, within the scale."""
        return _clip(self.score + Z_95 * self.standard_error)


def probability_correct(theta: Floats, discrimination: Floats, difficulty: Floats) -> Floats:
    """Return P = 1 / (1 + exp(−a(θ − b))), the probability of a correct answer (2PL model, Birnbaum 1968).

    Args:
        theta: Abilities, shape (k,).
        discrimination: a of each item, shape (n,), in the logistic metric (without the factor 1.7).
        difficulty: b of each item, shape (n,), on the θ scale.

    Returns:
        Probabilities, shape (k, n).
    """
    return np.exp(_log_probability(theta, discrimination, difficulty, np.ones(len(difficulty))))


def estimate_ability(parameters: Sequence[tuple[float, float]], correct: Sequence[bool]) -> Ability:
    """Return the EAP estimate of ability with a N(0, 1) prior (Bock & Mislevy 1982, eqs. 4–6).

    With no items the estimate is the prior itself.

    Args:
        parameters: (a, b) of each item.
        correct: Whether the answer to each item is correct, in the same order; False for no answer.

    Raises:
        ValueError: The two sequences differ in length.
    """
    if len(parameters) != len(correct):
        raise ValueError(f"{len(parameters)} items but {len(correct)} answers")
    log_posterior = _LOG_PRIOR
    if parameters:
        discrimination, difficulty = np.asarray(parameters, dtype=np.float64).T
        sign = np.where(np.asarray(correct, dtype=bool), 1.0, -1.0)
        log_posterior = _LOG_PRIOR + _log_probability(GRID, discrimination, difficulty, sign).sum(axis=1)
    # Subtracting the maximum prevents underflow, however long the exam is.
    weights = np.exp(log_posterior - log_posterior.max())
    weights /= weights.sum()
    mean = float(weights @ GRID)
    variance = float(weights @ (GRID - mean) ** 2)
    return Ability(theta=mean, sd=variance**0.5)


def to_scale(ability: Ability) -> ScaleScore:
    """Return the score 500 + 100θ, clipped to 200–800, and its standard error 100 SD, both rounded."""
    return ScaleScore(
        score=_clip(SCALE_MEAN + SCALE_SD * ability.theta), standard_error=round(SCALE_SD * ability.sd)
    )


def _clip(points: float) -> int:
    return round(min(max(points, SCALE_LOW), SCALE_HIGH))


def _log_probability(theta: Floats, discrimination: Floats, difficulty: Floats, sign: Floats) -> Floats:
    """Return log P of correct (sign 1) or incorrect (sign −1) answers, shape (k, n), exact in both tails."""
    logit = discrimination * (theta[:, None] - difficulty)
    return -np.logaddexp(0.0, -sign * logit)
