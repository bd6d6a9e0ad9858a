"""Whether one ability explains the answers: correlations of the residuals of pairs of items.

Sources:
    Yen, W. M. (1984). Effects of local item dependence on the fit and equating performance of the
        three-parameter logistic model. Applied Psychological Measurement 8(2), 125–145 – Q3.
    Christensen, K. B., Makransky, G. & Horton, M. (2017). Critical values for Yen's Q3. Applied Psychological
        Measurement 41(3), 178–194 – Q3 is judged by its distance from the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.server.domain.adaptive.items import Floats, probabilities

DEPENDENT = 0.2
"""A distance from the mean Q3 above which two items depend on each other."""
_LEVEL = 0.05


@dataclass(frozen=True)
class Pair:
    """Two items with their Q3, and how many learners answered both."""

    first: int
    second: int
    q3: float
    learners: int


@dataclass(frozen=True, eq=False)
class Dimensionality:
    """Q3 of all pairs that enough learners answered.

    Attributes:
        q3: Shape (n, n), NaN for other pairs and on the diagonal.
        pairs: How many pairs there are.
        mean: Of Q3. With m items a learner, about −1/(m − 1) is expected if the model is true.
        sd: Of Q3.
        dependent: Pairs whose Q3 is more than `DEPENDENT` above the mean, and more than chance among so many
            pairs explains (5% for all together). The largest come first.
    """

    q3: Floats
    pairs: int
    mean: float
    sd: float
    dependent: tuple[Pair, ...]

    def between(self, topics: Sequence[str]) -> tuple[float, float]:
        """Return the mean Q3 of pairs within a topic, and of pairs of different topics; NaN without any.

        The first is higher if topics are abilities of their own.
        """
        same = np.equal.outer(np.asarray(topics), np.asarray(topics))
        known = np.triu(~np.isnan(self.q3), 1)
        within, across = self.q3[known & same], self.q3[known & ~same]
        return _mean(within), _mean(across)


def q3(answers: Answers, min_answers: int) -> Dimensionality:
    """Return Q3 of all pairs of items that at least `min_answers` learners answered.

    A residual is the answer (1 or 0) minus the probability of a correct one at the learner's estimate.
    """
    put = answers.responses.put
    right, _ = probabilities(answers.items, answers.theta)
    residuals = (answers.responses.correct - right) * put
    both = put.T @ put
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = residuals.T @ put / both
        square = (residuals**2).T @ put / both - mean**2
        found = (residuals.T @ residuals / both - mean * mean.T) / np.sqrt(square * square.T)
    known = (both >= max(min_answers, 4)) & ~np.eye(len(both), dtype=np.bool_)
    found = np.where(known & np.isfinite(found), found, np.nan)
    rows, columns = np.nonzero(np.triu(~np.isnan(found), 1))
    values, learners = found[rows, columns], both[rows, columns]
    if not len(values):
        return Dimensionality(found, 0, float("nan"), float("nan"), ())
    center = float(values.mean())
    # Fisher's transformation makes correlations comparable to a normal variable.
    z = (np.arctanh(np.clip(values, -0.999999, 0.999999)) - np.arctanh(center)) * np.sqrt(learners - 3)
    flagged = (values > center + DEPENDENT) & (z > NormalDist().inv_cdf(1 - _LEVEL / len(values)))
    pairs = [
        Pair(int(rows[k]), int(columns[k]), float(values[k]), int(learners[k]))
        for k in np.flatnonzero(flagged)
    ]
    pairs.sort(key=lambda pair: -pair.q3)
    return Dimensionality(found, len(values), center, float(values.std()), tuple(pairs))


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")
