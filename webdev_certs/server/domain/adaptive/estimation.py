"""Estimates of ability: the posterior on a grid, updated answer by answer; EAP, MAP and WLE of a whole exam.

Sources:
    Bock, R. D. & Mislevy, R. J. (1982). Adaptive EAP estimation of ability in a microcomputer environment.
        Applied Psychological Measurement 6(4), 431–444 – the posterior on a grid, EAP.
    Samejima, F. (1969). Psychometrika Monograph 17 – MAP (Bayes modal).
    Warm, T. A. (1989). Weighted likelihood estimation of ability in item response theory. Psychometrika
        54(3), 427–450 – WLE, with J for models with guessing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from webdev_certs.server.domain.adaptive.items import (
    Floats,
    Items,
    curvature,
    information,
    probabilities,
    slope,
)
from webdev_certs.server.domain.score_and_interval import Ability


@dataclass(frozen=True, eq=False)
class Grid:
    """Abilities at which the posterior is computed, and the prior there.

    Attributes:
        nodes: Equally spaced abilities, shape (q,).
        prior: Prior weights, shape (q,), with sum 1.
        moments: Columns 1, θ and θ², shape (q, 3).
    """

    nodes: Floats
    prior: Floats
    moments: Floats = field(init=False)

    def __post_init__(self) -> None:
        powers = np.column_stack([np.ones_like(self.nodes), self.nodes, self.nodes**2])
        object.__setattr__(self, "moments", powers)

    @classmethod
    def normal(
        cls, low: float = -6.0, high: float = 6.0, count: int = 121, mean: float = 0.0, sd: float = 1.0
    ) -> "Grid":
        """Return `count` nodes from `low` to `high` with a normal prior."""
        nodes = np.linspace(low, high, count)
        density = np.exp(-0.5 * ((nodes - mean) / sd) ** 2)
        return cls(nodes, density / density.sum())


# 0.1 apart. Only 2 in 10⁹ of the prior lie outside, so estimates agree with a far finer grid to 10⁻⁶.
STANDARD = Grid.normal()


class Posterior:
    """The posterior of one learner: prior × likelihood of the answers so far, normalized."""

    __slots__ = ("_grid", "_sums", "weights")

    def __init__(self, grid: Grid = STANDARD) -> None:
        self._grid = grid
        self.weights: Floats = grid.prior.copy()
        self._sums: Floats = self.weights @ grid.moments

    def update(self, likelihood: Floats) -> None:
        """Take one answer into account.

        Args:
            likelihood: The probability of the answer at each node, shape (q,).
        """
        self.weights *= likelihood
        sums = self.weights @ self._grid.moments
        # Normalizing at each answer prevents underflow, however long the exam is.
        self.weights *= 1.0 / sums[0]
        self._sums = sums

    @property
    def theta(self) -> float:
        """The mean: the EAP estimate."""
        mass, first, _ = self._sums.tolist()
        return first / mass

    @property
    def ability(self) -> Ability:
        """The mean and standard deviation."""
        mass, first, second = self._sums.tolist()
        mean = first / mass
        return Ability(mean, max(second / mass - mean * mean, 0.0) ** 0.5)


def likelihoods(items: Items, grid: Grid = STANDARD) -> Floats:
    """Return the probability of an incorrect and a correct answer at each node, shape (n, 2, q)."""
    right, wrong = probabilities(items, grid.nodes)
    return np.stack([wrong.T, right.T], axis=1)


_BOUND = 6.0
_NODES = 121
# Each pass divides the interval by 60; the last is narrower than 10⁻⁸.
_ROUNDS = 6


def eap(items: Items, correct: Sequence[bool], grid: Grid = STANDARD) -> Ability:
    """Return the mean and standard deviation of the posterior; with no items, of the prior.

    Args:
        items: n items.
        correct: Whether the answer to each is correct, in the same order; False for no answer.
        grid: Abilities and their prior.

    Raises:
        ValueError: The two differ in length.
    """
    log_posterior = np.log(grid.prior) + log_likelihood(items, correct, grid.nodes)
    # Subtracting the maximum prevents underflow, however long the exam is.
    weights = np.exp(log_posterior - log_posterior.max())
    weights /= weights.sum()
    mean = float(weights @ grid.nodes)
    variance = float(weights @ (grid.nodes - mean) ** 2)
    return Ability(mean, variance**0.5)


def map_estimate(items: Items, correct: Sequence[bool]) -> Ability:
    """Return the mode of the posterior with a N(0, 1) prior, within ±6.

    Its standard error is 1 / √(1 + I(θ)), with the information of the prior and of the items.

    Raises:
        ValueError: As `eap`.
    """
    theta = _maximum(lambda nodes: log_likelihood(items, correct, nodes) - 0.5 * nodes**2)
    return Ability(theta, float(1 + information(items, theta).sum()) ** -0.5)


def wle(items: Items, correct: Sequence[bool]) -> Ability:
    """Return Warm's weighted likelihood estimate, within ±6, which has less bias than the other two.

    It solves l′(θ) + J(θ) / 2I(θ) = 0 with J = Σ P′P″ / (P(1 − P)). Its standard error is 1 / √I(θ).

    Raises:
        ValueError: As `eap`, or there are no items.
    """
    if not len(items):
        raise ValueError("a WLE needs at least one answer")
    answers = _answers(items, correct)

    def estimating_equation(theta: Floats) -> Floats:
        p, q = probabilities(items, theta)
        first, second = slope(items, theta), curvature(items, theta)
        score = np.where(answers, first / p, -first / q).sum(axis=-1)
        weight = (first * second / (p * q)).sum(axis=-1) / (2 * (first**2 / (p * q)).sum(axis=-1))
        return score + weight

    nodes = np.linspace(-_BOUND, _BOUND, _NODES)
    values = estimating_equation(nodes)
    falls = np.flatnonzero((values[:-1] > 0) & (values[1:] <= 0))
    maxima = [_root(estimating_equation, float(nodes[fall]), float(nodes[fall + 1])) for fall in falls]
    maxima += [-_BOUND] * bool(values[0] <= 0) + [_BOUND] * bool(values[-1] > 0)
    # There can be several, e.g. with guessing. The weighted likelihood decides, or else the distance from 0.
    weighted = log_likelihood(items, correct, np.array(maxima)) + 0.5 * np.log(
        information(items, maxima).sum(axis=-1)
    )
    likely = [theta for theta, found in zip(maxima, weighted, strict=True) if found > weighted.max() - 1e-9]
    theta = min(likely, key=abs)
    return Ability(theta, float(information(items, theta).sum()) ** -0.5)


def log_likelihood(items: Items, correct: Sequence[bool], theta: Floats) -> Floats:
    """Return the log-likelihood of the answers at each ability, shape (k,).

    Raises:
        ValueError: As `eap`.
    """
    answers = _answers(items, correct)
    p, q = probabilities(items, theta)
    return np.log(np.where(answers, p, q)).sum(axis=-1)


def _answers(items: Items, correct: Sequence[bool]) -> NDArray[np.bool_]:
    if len(items) != len(correct):
        raise ValueError(f"{len(items)} items but {len(correct)} answers")
    return np.asarray(correct, dtype=bool)


def _maximum(function: Callable[[Floats], Floats]) -> float:
    """Find the global maximum within ±6 by ever finer grids, because with guessing there can be two."""
    low, high = -_BOUND, _BOUND
    best = 0.0
    for _ in range(_ROUNDS):
        nodes = np.linspace(low, high, _NODES)
        place = int(np.argmax(function(nodes)))
        best = float(nodes[place])
        low, high = nodes[max(place - 1, 0)], nodes[min(place + 1, _NODES - 1)]
    return best


def _root(function: Callable[[Floats], Floats], low: float, high: float) -> float:
    """Find where a function falls through 0, by bisection."""
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if function(np.array([middle]))[0] > 0 else (low, middle)
    return float((low + high) / 2)
