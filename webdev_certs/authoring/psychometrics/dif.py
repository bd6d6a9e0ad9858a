"""Differential item functioning: whether learners of equal ability but different groups answer alike.

Sources:
    Holland, P. W. & Thayer, D. T. (1988). Differential item performance and the Mantel-Haenszel procedure. In
        Wainer & Braun, Test validity – the odds ratio and Δ.
    Robins, J., Breslow, N. & Greenland, S. (1986). Estimators of the Mantel-Haenszel variance consistent in
        both sparse data and large-strata limiting models. Biometrics 42(2), 311–323.
    Zwick, R. (2012). A review of ETS differential item functioning assessment procedures. ETS Research Report
        RR-12-08 – the classes A, B and C.
    Swaminathan, H. & Rogers, H. J. (1990). Detecting differential item functioning using logistic regression
        procedures. Journal of Educational Measurement 27(4), 361–370.
    Jodoin, M. G. & Gierl, M. J. (2001). Evaluating type I error and power rates using an effect size measure
        with the logistic regression procedure for DIF detection. Applied Measurement in Education 14(4),
        329–349 – the limits of R².
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration.fit_and_drift import chi_square_tail

STRATA = 20
"""How many groups of equal ability learners are compared in."""
_DELTA = -2.35
_MEDIUM, _LARGE = 1.0, 1.5
_ALPHA = 0.05
_Z_TWO_SIDED, _Z_ONE_SIDED = 1.959964, 1.644854
_R2_MEDIUM, _R2_LARGE = 0.035, 0.070


@dataclass(frozen=True)
class MantelHaenszel:
    """The Mantel-Haenszel statistics of one item; NaN where the groups cannot be compared.

    Attributes:
        odds_ratio: Odds of a correct answer in the reference group, divided by those in the focal group.
        odds_error: The standard error of its logarithm.
        statistic: χ² with one degree of freedom and continuity correction.
        probability: The probability of a χ² at least as large without DIF.
    """

    odds_ratio: float
    odds_error: float
    statistic: float
    probability: float

    @property
    def delta(self) -> float:
        """MH D-DIF on the delta scale of ETS; negative if the item is harder for the focal group."""
        return _DELTA * log(self.odds_ratio) if self.odds_ratio > 0 else float("nan")

    @property
    def delta_error(self) -> float:
        """The standard error of `delta`."""
        return -_DELTA * self.odds_error

    @property
    def size(self) -> str:
        """A (negligible), B or C (large), as ETS classifies: B and C by size and significance.

        A sign says whom it favors: − the reference group, + the focal group; `?` if unknown.
        """
        size, error = abs(self.delta), self.delta_error
        if np.isnan(size) or np.isnan(error):
            return "?"
        sign = "+" if self.delta > 0 else "−"
        if size >= _LARGE and size - _Z_ONE_SIDED * error > _MEDIUM:
            return f"C{sign}"
        if size >= _MEDIUM and size > _Z_TWO_SIDED * error:
            return f"B{sign}"
        return "A"


def mantel_haenszel(tables: Floats) -> MantelHaenszel:
    """Return the statistics of 2 × 2 tables.

    Args:
        tables: Shape (k, 2, 2), one table for each stratum: reference group and focal group × correct and
            incorrect answers.
    """
    total = tables.sum(axis=(1, 2))
    tables, total = tables[total > 1], total[total > 1]
    (a, b), (c, d) = tables.transpose(1, 2, 0)
    agree, cross = a * d / total, b * c / total
    r, s = agree.sum(), cross.sum()
    rows, columns = tables.sum(axis=2), tables.sum(axis=1)
    expected = rows[:, 0] * columns[:, 0] / total
    variance = (rows.prod(axis=1) * columns.prod(axis=1) / (total**2 * (total - 1))).sum()
    if r <= 0 or s <= 0 or variance <= 0:
        return MantelHaenszel(*[float("nan")] * 4)
    # Robins, Breslow & Greenland (1986), equation 3.
    p, q = (a + d) / total, (b + c) / total
    spread = (p * agree).sum() / (2 * r**2) + (q * cross).sum() / (2 * s**2)
    spread += (p * cross + q * agree).sum() / (2 * r * s)
    statistic = max(abs((a - expected).sum()) - 0.5, 0.0) ** 2 / variance
    return MantelHaenszel(float(r / s), sqrt(spread), float(statistic), chi_square_tail(float(statistic), 1))


@dataclass(frozen=True)
class LogisticDif:
    """Likelihood ratio tests of logistic regressions on ability, group, and both; NaN without an estimate.

    Attributes:
        uniform: The probability of the difference that the group makes, without DIF.
        nonuniform: The same of the interaction of group and ability.
        probability: The same of both together (two degrees of freedom).
        effect: How much Nagelkerke's R² grows by both.
    """

    uniform: float
    nonuniform: float
    probability: float
    effect: float

    @property
    def size(self) -> str:
        """A (negligible), B or C (large), by significance and R² (Jodoin and Gierl, 2001)."""
        if np.isnan(self.effect):
            return "?"
        if self.probability >= _ALPHA or self.effect < _R2_MEDIUM:
            return "A"
        return "C" if self.effect >= _R2_LARGE else "B"


def logistic_dif(correct: Floats, ability: Floats, focal: Floats) -> LogisticDif:
    """Return the tests for one item.

    Args:
        correct: 1 or 0 for each learner, shape (N,).
        ability: Their abilities.
        focal: 1 for the focal and 0 for the reference group.
    """
    columns = np.column_stack([np.ones_like(ability), ability, focal, focal * ability])
    none, base, uniform, full = (_log_likelihood(columns[:, :k], correct) for k in (1, 2, 3, 4))
    size = len(correct)
    most = 1 - np.exp(2 * none / size)

    def r2(value: float) -> float:
        return (1 - np.exp(2 * (none - value) / size)) / most

    def probability(larger: float, smaller: float, degrees: int) -> float:
        # Rounding can make the difference of two equal likelihoods negative.
        return chi_square_tail(max(2 * (larger - smaller), 0.0), degrees)

    if np.isnan([none, base, uniform, full]).any():
        return LogisticDif(*[float("nan")] * 4)
    return LogisticDif(
        probability(uniform, base, 1),
        probability(full, uniform, 1),
        probability(full, base, 2),
        float(r2(full) - r2(base)),
    )


def _log_likelihood(columns: Floats, correct: Floats) -> float:
    """Return the maximum log-likelihood of a logistic regression, by Newton's method; NaN without one."""
    weights = np.zeros(columns.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(columns @ weights, -30, 30)))
        hessian = columns.T @ (columns * (p * (1 - p))[:, None])
        try:
            step = np.linalg.solve(hessian, columns.T @ (correct - p))
        except np.linalg.LinAlgError:
            return float("nan")
        weights = weights + step
        if np.abs(step).max() < 1e-8:
            return float(np.where(correct > 0, np.log(p), np.log1p(-p)).sum())
    return float("nan")


@dataclass(frozen=True)
class ItemDif:
    """What is known of one item.

    Attributes:
        name: The item.
        reference: How many learners of the reference group answered it.
        focal: The same of the focal group.
        odds: Mantel-Haenszel.
        logistic: Logistic regression.
    """

    name: str
    reference: int
    focal: int
    odds: MantelHaenszel
    logistic: LogisticDif


def item_dif(answers: Answers, focal: NDArray[np.bool_], min_answers: int) -> list[ItemDif]:
    """Return the DIF of all items with enough answers in both groups.

    Learners are matched by their ability. Items of class C are then left out of the ability, and everything
    is computed once more (purification; Holland & Thayer 1988). The item itself always counts.

    Args:
        answers: Those of the two groups.
        focal: Who belongs to the focal group, shape (N,).
        min_answers: How many answers each group needs.
    """
    put = answers.responses.put > 0
    enough = (put[focal].sum(axis=0) >= min_answers) & (put[~focal].sum(axis=0) >= min_answers)
    places = np.flatnonzero(enough)
    large = np.zeros(len(answers.items), dtype=np.bool_)
    found: list[ItemDif] = []
    for _ in range(2):
        ability = answers.purified(large)
        found = [_item(answers, focal, int(place), ability(int(place))) for place in places]
        large[places] = [item.odds.size.startswith("C") for item in found]
        if not large.any():
            break
    return found


def _item(answers: Answers, focal: NDArray[np.bool_], place: int, abilities: Floats) -> ItemDif:
    got = answers.responses.put[:, place] > 0
    correct, group = answers.responses.correct[got, place], focal[got]
    ability = abilities[got]
    edges = np.quantile(ability, np.linspace(0, 1, STRATA + 1)[1:-1])
    cell = np.searchsorted(edges, ability) * 4 + group * 2 + (correct < 1)
    tables = np.bincount(cell, minlength=4 * STRATA).reshape(STRATA, 2, 2).astype(np.float64)
    return ItemDif(
        answers.responses.names[place],
        int((~group).sum()),
        int(group.sum()),
        mantel_haenszel(tables),
        logistic_dif(correct, ability, group.astype(np.float64)),
    )
