"""Item parameters, and response functions and information of the 1PL to 4PL models.

Items that have not been calibrated start with parameters that follow from a rule (docs/measurement.md).

Sources:
    Birnbaum, A. (1968). Some latent trait models. In Lord & Novick, Statistical theories of mental test
        scores.
    Barton, M. A. & Lord, F. M. (1981). An upper asymptote for the three-parameter logistic item-response
        model. Educational Testing Service, Research Report 81-20.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, factorial, log, pi
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# Within these bounds, and with |θ| ≤ 10, no exponential overflows.
MAX_DISCRIMINATION = 8.0
MAX_DIFFICULTY = 10.0


class ItemParameters(NamedTuple):
    """The parameters of one item, in the logistic metric (without the factor 1.7).

    Attributes:
        a: Discrimination, above 0.
        b: Difficulty, on the θ scale.
        c: Lower asymptote: the probability of a correct answer at very low ability.
        d: Upper asymptote: the same at very high ability.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0


@dataclass(frozen=True, eq=False)
class Items:
    """The parameters of n items as arrays of shape (n,). With c = 0 and d = 1 they follow the 2PL model."""

    a: Floats
    b: Floats
    c: Floats
    d: Floats

    @classmethod
    def of(cls, rows: Iterable[Sequence[float]]) -> Self:
        """Make arrays of rows `(a, b)`, `(a, b, c)` or `(a, b, c, d)`.

        Raises:
            ValueError: A parameter is out of range: a in (0, 8], b in [−10, 10], 0 ≤ c < d ≤ 1.
        """
        full = [ItemParameters(*row) for row in rows]
        table = np.asarray(full, dtype=np.float64).reshape(len(full), 4)
        return cls(*np.ascontiguousarray(table.T))

    def __post_init__(self) -> None:
        within = (
            (self.a > 0)
            & (self.a <= MAX_DISCRIMINATION)
            & (np.abs(self.b) <= MAX_DIFFICULTY)
            & (self.c >= 0)
            & (self.c < self.d)
            & (self.d <= 1)
        )
        if not within.all():
            place = int(np.argmin(within))
            raise ValueError(f"the parameters of item {place} are out of range: {self[place]}")

    def __len__(self) -> int:
        return len(self.a)

    def __getitem__(self, index: int) -> ItemParameters:
        return ItemParameters(*(float(array[index]) for array in (self.a, self.b, self.c, self.d)))

    def take(self, indices: ArrayLike) -> "Items":
        """Return the items at these indices, in their order."""
        chosen = np.asarray(indices, dtype=np.intp)
        return Items(self.a[chosen], self.b[chosen], self.c[chosen], self.d[chosen])

    @cached_property
    def _fast(self) -> tuple[Floats, Floats | None, Floats | None, Floats]:
        """Return a·b, c or None if all are 0, 1 − d or None if all are 0, and the factor of the
        information.
        """
        no_slips = bool((self.d == 1).all())
        factor = self.a**2 * ((1 - self.c) if no_slips else (self.d - self.c) ** 2)
        return self.a * self.b, self.c if self.c.any() else None, None if no_slips else 1 - self.d, factor

    def information_at(self, theta: float) -> Floats:
        """Return the Fisher information of every item at one ability, shape (n,).

        The same as `information`, in few operations, because choosing an item computes it for the whole bank.
        With e = exp(−a(θ − b)) and d = 1 it is a²(1 − c) e / ((1 + e)² (1 + c e)).
        """
        ab, c, slips, factor = self._fast
        e = np.multiply(self.a, -theta)
        e += ab
        np.exp(e, out=e)
        square = e + 1.0
        square *= square
        if slips is None:
            if c is not None:
                guess = c * e
                guess += 1.0
                square *= guess
            e *= factor
        else:
            square *= self.d + self.c * e
            square *= slips + (1 - self.c) * e
            e *= e
            e *= factor
        e /= square
        return e


def _logistic(items: Items, theta: ArrayLike) -> tuple[Floats, Floats]:
    """Return s = 1 / (1 + exp(−a(θ − b))) and 1 − s, shape (k, n), each exact in its own tail."""
    z = items.a * (np.asarray(theta, dtype=np.float64)[..., None] - items.b)
    e = np.exp(-np.abs(z))
    small, large = e / (1 + e), 1 / (1 + e)
    return np.where(z < 0, small, large), np.where(z < 0, large, small)


def probabilities(items: Items, theta: ArrayLike) -> tuple[Floats, Floats]:
    """Return the probabilities of a correct and of an incorrect answer, each exact where it is tiny.

    P = c + (d − c) / (1 + exp(−a(θ − b))).

    Args:
        items: n items.
        theta: Abilities, shape (k,), or one ability.

    Returns:
        P and 1 − P, each of shape (k, n), or (n,) for one ability.
    """
    right, wrong = _logistic(items, theta)
    span = items.d - items.c
    return items.c + span * right, (1 - items.d) + span * wrong


def information(items: Items, theta: ArrayLike) -> Floats:
    """Return the Fisher information P′² / (P(1 − P)) of each item, shapes as in `probabilities`."""
    p, q = probabilities(items, theta)
    return slope(items, theta) ** 2 / (p * q)


def slope(items: Items, theta: ArrayLike) -> Floats:
    """Return the first derivative of P by θ, shapes as in `probabilities`."""
    right, wrong = _logistic(items, theta)
    return items.a * (items.d - items.c) * right * wrong


def curvature(items: Items, theta: ArrayLike) -> Floats:
    """Return the second derivative of P by θ, shapes as in `probabilities`."""
    right, wrong = _logistic(items, theta)
    return items.a**2 * (items.d - items.c) * right * wrong * (wrong - right)


LEVELS = {"beginner": -1.0, "intermediate": 0.0, "advanced": 1.0}
"""Difficulty b of each level of the rubric."""
DISCRIMINATION = 1.0
# A rating outside this range of the logistic part would put an item more than 2.9 logits from the cut.
_LOWEST, _HIGHEST = 0.05, 0.95


def starting_parameters(
    item_format: str, difficulty: str, angoff: float | None, options: int, matches: int = 0
) -> ItemParameters:
    """Return a, b and c of an item until responses are enough to estimate them.

    a is 1, because nothing that is known before the first response predicts it. c is the probability of a
    correct answer by pure guessing. b is the mean of what two ratings say: the level of the rubric (−1, 0 or
    1), and the Angoff rating, the share of just-competent candidates (θ = 0) who answer correctly, solved
    for b.

    Args:
        item_format: The item's format.
        difficulty: `beginner`, `intermediate` or `advanced`.
        angoff: The Angoff rating, from 0 to 1; None if the item was not rated; then only the level counts.
        options: The number of options, lines or prompts.
        matches: The number of matches (`match_pairs`).
    """
    guess = guessing_probability(item_format, options, matches)
    level = LEVELS[difficulty]
    if angoff is None:
        return ItemParameters(DISCRIMINATION, level, guess)
    return ItemParameters(DISCRIMINATION, (level + rated_difficulty(angoff, guess)) / 2, guess)


def rated_difficulty(angoff: float, guess: float) -> float:
    """Return the b at which a learner with θ = 0 answers correctly with the rated probability.

    Args:
        angoff: The rated probability.
        guess: The lower asymptote c.
    """
    known = min(max((angoff - guess) / (1 - guess), _LOWEST), _HIGHEST)
    return log((1 - known) / known) / DISCRIMINATION


SPREAD = 0.2
"""The spread of a family whose instances nobody has compared: their difficulties' SD on the θ scale."""
NORMAL_LOGISTIC = 16 * 3**0.5 / (15 * pi)
"""The scale at which a normal distribution comes closest to a logistic one."""


def marginal(parameters: ItemParameters, spread: float) -> ItemParameters:
    """Return the parameters of an instance of which only the family is known.

    Its difficulty is normal around b with SD σ. The mean of its response functions is very nearly the
    response function with the slope a / √(1 + k²a²σ²), k = 16√3 / 15π (Zeger, Liang & Albert, 1988,
    Biometrics 44(4), 1049–1060).

    Args:
        parameters: Those of an instance of the family's own difficulty.
        spread: σ.
    """
    slope = parameters.a / (1 + (NORMAL_LOGISTIC * parameters.a * spread) ** 2) ** 0.5
    return parameters._replace(a=slope)


def guessing_probability(item_format: str, options: int, matches: int = 0) -> float:
    """Return how likely a learner who knows nothing answers correctly.

    Args:
        item_format: The item's format.
        options: The number of options, lines or prompts.
        matches: The number of matches (`match_pairs`).
    """
    match item_format:
        case "single_choice" | "output" | "true_false":
            return 1 / options
        case "multiple_choice":
            # At least one option is right and at least one is wrong.
            return 1 / (2**options - 2)
        case "order_lines":
            # Learners never see the right order first, so a guess has one order fewer.
            return 1 / (factorial(options) - 1)
        case "match_pairs":
            return factorial(matches - options) / factorial(matches)
        case _:
            return 0.0


def angoff_cut(parameters: list[ItemParameters], ratings: list[float]) -> float:
    """Return the cut score on the θ scale: where the expected share correct is the mean Angoff rating.

    For calibrated items this is how ratings set the cut. For starting parameters it is near 0, because these
    place the items by the same ratings.

    Args:
        parameters: The parameters of n items.
        ratings: The Angoff rating of each.

    Raises:
        ValueError: There are no items.
    """
    if not parameters:
        raise ValueError("a cut score needs rated items")
    target = sum(ratings)
    low, high = -6.0, 6.0
    while high - low > 1e-9:
        theta = (low + high) / 2
        expected = sum(c + (d - c) / (1 + exp(-a * (theta - b))) for a, b, c, d in parameters)
        low, high = (theta, high) if expected < target else (low, theta)
    return (low + high) / 2
