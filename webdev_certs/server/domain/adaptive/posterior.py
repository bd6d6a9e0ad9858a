"""The posterior distribution of ability on a grid, updated answer by answer.

Source: Bock, R. D. & Mislevy, R. J. (1982). Adaptive EAP estimation of ability in a microcomputer
environment. Applied Psychological Measurement 6(4), 431–444.
"""

from dataclasses import dataclass, field

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats, Items, probabilities
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
