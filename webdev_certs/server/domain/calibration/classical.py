"""Classical statistics of items: facility, discrimination, point-biserial, and the reliability of the
exam.
"""

from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration.responses import Responses

# Kelley, T. L. (1939): the shares at both ends that show a difference best.
_TAIL = 0.27


@dataclass(frozen=True, eq=False)
class ItemStatistics:
    """The statistics of n items; NaN where there are too few answers.

    Attributes:
        answers: The number of learners who got each item, shape (n,).
        facility: The share of correct answers, shape (n,).
        discrimination: Facility among the best 27% of the learners minus that among the weakest 27%, shape
            (n,).
        point_biserial: Correlation of the answer with the learner's score, shape (n,).
        exposure: The share of learners who got the item, shape (n,).
    """

    answers: Floats
    facility: Floats
    discrimination: Floats
    point_biserial: Floats
    exposure: Floats


def item_statistics(responses: Responses, scores: Floats) -> ItemStatistics:
    """Return the statistics of all items.

    Args:
        responses: N learners × n items; every row stands for one learner.
        scores: The learners' scores in the whole exam, shape (N,). In an adaptive exam the share of correct
            answers is no score, because abler learners get harder items.
    """
    rows = [
        _discrimination_and_correlation(responses, scores, place) for place in range(len(responses.names))
    ]
    discrimination, point_biserial = np.array(rows, dtype=np.float64).reshape(-1, 2).T
    return ItemStatistics(
        responses.answers,
        responses.facility,
        discrimination,
        point_biserial,
        responses.answers / max(len(responses), 1),
    )


def _discrimination_and_correlation(responses: Responses, scores: Floats, place: int) -> tuple[float, float]:
    put = responses.put[:, place] > 0
    correct, own = responses.correct[put, place], scores[put]
    tail = round(_TAIL * len(own))
    order = np.argsort(own, kind="stable")
    difference = float(correct[order[-tail:]].mean() - correct[order[:tail]].mean()) if tail else np.nan
    varies = len(own) > 2 and correct.std() > 0 and own.std() > 0
    return difference, float(np.corrcoef(correct, own)[0, 1]) if varies else np.nan


def alpha(responses: Responses, length: float | None = None) -> float:
    """Return Cronbach's α of an exam of `length` items drawn from these; NaN if no learner got two of them.

    α = L·c / (v + (L − 1)·c), with the mean variance v of an item and the mean covariance c of two, each
    over the learners who got them. With complete responses and L = n that is the usual formula.

    Args:
        responses: N learners × n items; every row stands for one learner.
        length: L; the mean number of items of a learner if None.
    """
    put, correct = responses.put, responses.correct
    both = put.T @ put
    with np.errstate(invalid="ignore", divide="ignore"):
        # mean[i, j]: share correct on item i among the learners who also got item j.
        mean = (correct.T @ put) / both
        products = (correct.T @ correct) / both
        covariance = products - mean * mean.T
    enough = both > 1
    variance = np.diag(covariance)[np.diag(enough)]
    pairs = covariance[enough & ~np.eye(len(both), dtype=bool)]
    if not len(variance) or not len(pairs):
        return float("nan")
    items = float(put.sum(axis=1).mean()) if length is None else length
    v, c = float(variance.mean()), float(pairs.mean())
    return items * c / (v + (items - 1) * c)
