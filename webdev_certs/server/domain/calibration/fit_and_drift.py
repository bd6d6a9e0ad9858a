"""How well the answers to each item fit its parameters (infit, outfit, S-X²), and whether these have drifted.

S-X² asks whether learners with the same number of correct answers answer each item as the model says. The
statistic is defined for a test that everybody takes whole. In an adaptive exam every learner has other
items, so each learner's score is compared with those that the model expects for these very items, and
learners are grouped by the probability that it gives the answer. If everybody has the same items, that is the
original.

Sources:
    Wright, B. D. & Masters, G. N. (1982). Rating Scale Analysis, chapter 5 – infit and outfit mean squares.
        The residuals are averaged over each learner's posterior instead of taken at an estimate, so that
        both have the expectation 1 also in short exams.
    Orlando, M. & Thissen, D. (2000). Likelihood-based item-fit indices for dichotomous item response theory
        models. Applied Psychological Measurement 24(1), 50–64 – S-X².
    Lord, F. M. & Wingersky, M. S. (1984). Comparison of IRT true-score and equipercentile observed-score
        "equatings". Applied Psychological Measurement 8(4), 453–461 – the distribution of sum scores.
    Marco, G. L. (1977). Item characteristic curve solutions to three intractable testing problems. Journal of
        Educational Measurement 14(2), 139–160 – mean/sigma linking.
    Raju, N. S. (1988). The area between two item characteristic curves. Psychometrika 53(4), 495–502 – the
        idea of measuring drift between curves; here as the root mean squared difference for N(0, 1)
        abilities.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, exp, sqrt

import numpy as np

from webdev_certs.server.domain.adaptive.estimation import STANDARD
from webdev_certs.server.domain.adaptive.items import MAX_DIFFICULTY, Floats, Items, probabilities
from webdev_certs.server.domain.calibration.em import QUADRATURE, Calibration, Model, Parameters, derivatives
from webdev_certs.server.domain.calibration.responses import Responses

LOWEST, HIGHEST = 0.7, 1.3
"""The range that is usual for tests with consequences (Wright & Linacre 1994, Rasch Measurement
Transactions 8(3)).
"""


@dataclass(frozen=True, eq=False)
class Fit:
    """Mean squares of n items: 1 as expected, above it noise, below it less chance than the model has.

    Attributes:
        infit: Weighted by information, so that answers near the item's difficulty count most. Shape (n,).
        outfit: Not weighted, so that surprising answers far away count most. Shape (n,).
    """

    infit: Floats
    outfit: Floats

    @property
    def misfits(self) -> np.ndarray:
        """Which items have an infit outside 0.7 to 1.3, shape (n,)."""
        return (self.infit < LOWEST) | (self.infit > HIGHEST)


def item_fit(calibration: Calibration) -> Fit:
    """Return the fit of all items of a calibration."""
    counts = calibration.counts
    p, q, _ = derivatives(calibration.parameters, counts.nodes, calibration.model)
    wrong = counts.answers - counts.correct
    squares = counts.correct * q**2 + wrong * p**2
    variances = counts.answers * p * q
    outfit = (squares / (p * q)).sum(axis=1) / counts.answers.sum(axis=1)
    return Fit(squares.sum(axis=1) / variances.sum(axis=1), outfit)


SIGNIFICANT = 0.001
"""A probability below which an item is worth a look. It is small, because a bank has hundreds of items."""
_GROUPS = 10
# Fewer expected answers in a cell would make the statistic larger than χ² (Orlando & Thissen 2000, p. 57).
_FEWEST = 1.0
_PARAMETERS: dict[Model, int] = {"1PL": 1, "2PL": 2, "3PL": 3}
_LARGEST_FOR_EACH_SCORE = 60


@dataclass(frozen=True, eq=False)
class SumScoreFit:
    """S-X² of n items; NaN where too few groups are left.

    Attributes:
        statistic: S-X², shape (n,).
        degrees: Degrees of freedom, shape (n,).
        probability: The probability of a statistic at least this large if the model is true, shape (n,).
    """

    statistic: Floats
    degrees: Floats
    probability: Floats


def sum_score_fit(responses: Responses, calibration: Calibration) -> SumScoreFit:
    """Return S-X² of all items of a calibration with these responses."""
    cells: list[list[Floats]] = [[] for _ in responses.names]
    for item, rows in _expected(responses, calibration.parameters):
        cells[item].append(rows)
    rows = [_fit(np.concatenate(own) if own else np.empty((0, 3)), calibration.model) for own in cells]
    statistic, degrees, probability = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return SumScoreFit(statistic, degrees, probability)


def _expected(responses: Responses, parameters: Parameters) -> Iterator[tuple[int, Floats]]:
    """Yield for each set of items that learners had, and each of these items, one row for each sum score.

    A row holds the expected share of correct answers, the number of learners, and their correct answers.
    Learners with no or only correct answers say nothing.
    """
    c = parameters.asymptote[:, None]
    z = parameters.slope[:, None] * QUADRATURE.nodes + parameters.intercept[:, None]
    right = c + (1 - c) / (1 + np.exp(-z))
    put = responses.put > 0
    order = np.lexsort(put.T)
    starts = np.flatnonzero(np.r_[True, (put[order][1:] != put[order][:-1]).any(axis=1)])
    for rows in np.split(order, starts[1:]):
        items = np.flatnonzero(put[rows[0]])
        if len(items) < 3:
            continue
        correct, weights = responses.correct[np.ix_(rows, items)], responses.weights[rows]
        scores = correct.sum(axis=1).astype(np.intp)
        shares = expected_shares(right[items], QUADRATURE.prior)
        learners = np.bincount(scores, weights, len(items) + 1).astype(np.float64)
        inner = np.flatnonzero(learners[1:-1] > 0) + 1
        for place, item in enumerate(items):
            solved = np.bincount(scores, weights * correct[:, place], len(items) + 1)
            columns: list[Floats] = [shares[place, inner], learners[inner], solved[inner].astype(np.float64)]
            yield int(item), np.column_stack(columns)


def expected_shares(right: Floats, prior: Floats) -> Floats:
    """Return how likely a learner with each sum score has each item correct, shape (m, m + 1).

    Args:
        right: Probabilities of a correct answer, shape (m, q).
        prior: The prior of ability, shape (q,).
    """
    size = len(right)
    whole = np.zeros((size + 1, right.shape[1]))
    whole[0] = 1.0
    for number, p in enumerate(right, start=1):
        whole[1 : number + 1] = whole[1 : number + 1] * (1 - p) + whole[:number] * p
        whole[0] *= 1 - p
    # The scores without one item are the whole divided by that item's polynomial (1 − P) + P·x. Division from
    # the lower end is stable where P ≤ 1/2, and from the upper end elsewhere.
    low = right <= 0.5
    p, q = np.where(low, right, 1 - right), np.where(low, 1 - right, right)
    without = np.zeros((size, *right.shape))
    last = np.zeros_like(right)
    for score in range(size):
        last = (np.where(low, whole[score], whole[size - score]) - p * last) / q
        without[score] = last
    # The division from the upper end yields the scores in descending order.
    without = np.where(low, without, without[::-1])
    shares = np.zeros((size, size + 1))
    shares[:, 1:] = ((without * right) @ prior).T / (whole[1:] @ prior)
    return shares


def _fit(rows: Floats, model: Model) -> tuple[float, float, float]:
    cells = _merged(_grouped(rows[np.argsort(rows[:, 0], kind="stable")]))
    degrees = len(cells) - _PARAMETERS[model]
    if degrees < 1:
        return np.nan, np.nan, np.nan
    expected, learners, solved = cells.T
    statistic = float(((solved - expected) ** 2 / (expected * (1 - expected / learners))).sum())
    return statistic, degrees, chi_square_tail(statistic, degrees)


def _grouped(rows: Floats) -> Floats:
    """Return expected correct answers, learners and correct answers by group, in the order of the rows.

    Each score is a group if all learners had the same items; otherwise there are groups of equal size.
    """
    rows = np.column_stack([rows[:, 0] * rows[:, 1], rows[:, 1], rows[:, 2]])
    if len(rows) <= _LARGEST_FOR_EACH_SCORE:
        return rows
    middle = np.cumsum(rows[:, 1]) - rows[:, 1] / 2
    group = np.minimum((middle / rows[:, 1].sum() * _GROUPS).astype(np.intp), _GROUPS - 1)
    columns: list[Floats] = [np.bincount(group, column, _GROUPS).astype(np.float64) for column in rows.T]
    return np.column_stack(columns)


def _merged(cells: Floats) -> Floats:
    """Return the cells, each joined with the next until enough answers of both kinds are expected."""
    merged: list[Floats] = []
    for cell in cells:
        if merged and not _is_enough(merged[-1]):
            merged[-1] = merged[-1] + cell
        else:
            merged.append(cell)
    if len(merged) > 1 and not _is_enough(merged[-1]):
        last = merged.pop()
        merged[-1] = merged[-1] + last
    return np.array(merged).reshape(-1, 3)


def _is_enough(cell: Floats) -> bool:
    expected, learners, _ = cell
    return min(expected, learners - expected) >= _FEWEST


def chi_square_tail(statistic: float, degrees: int) -> float:
    """Return the probability that a χ² variable is at least as large.

    For whole degrees of freedom it is a finite sum (Abramowitz & Stegun 1964, 26.4.4 and 26.4.5).
    """
    half = statistic / 2
    if degrees % 2:
        term = sqrt(half) * exp(-half) / 0.886226925452758  # Γ(3/2)
        total, first = erfc(sqrt(half)), 3
    else:
        term, total, first = exp(-half), 0.0, 2
    for number in range(first, degrees + 1, 2):
        total += term
        term *= half / (number / 2)
    return min(total, 1.0)


LARGE = 0.08
"""A difference between curves from which an item is worth a look: 8 percentage points on average."""


@dataclass(frozen=True, eq=False)
class Link:
    """θ in use = slope · θ new + shift."""

    slope: float
    shift: float

    def convert(self, items: Items) -> Items:
        """Return items of the new scale on the scale in use."""
        difficulty = np.clip(self.slope * items.b + self.shift, -MAX_DIFFICULTY, MAX_DIFFICULTY)
        return Items(items.a / self.slope, difficulty, items.c, items.d)


def mean_sigma_link(new: Items, in_use: Items) -> Link:
    """Return the link that gives the difficulties of the same items the same mean and SD.

    A calibration sets its scale by its learners (mean 0, SD 1). Without a link, abler learners would make
    every item look easier.

    Args:
        new: n items on the new scale; at least one.
        in_use: The same items on the scale in use. With fewer than three items, or all equally difficult,
            the link only shifts.
    """
    spread = float(np.std(new.b))
    slope = float(np.std(in_use.b)) / spread if len(new) > 2 and spread > 1e-6 else 1.0
    slope = slope if slope > 1e-6 else 1.0
    return Link(slope, float(np.mean(in_use.b) - slope * np.mean(new.b)))


def curve_difference(new: Items, in_use: Items) -> Floats:
    """Return the root mean squared difference of the response functions for N(0, 1) abilities, shape (n,)."""
    new_curve, _ = probabilities(new, STANDARD.nodes)
    curve_in_use, _ = probabilities(in_use, STANDARD.nodes)
    return np.sqrt(STANDARD.prior @ (new_curve - curve_in_use) ** 2)
