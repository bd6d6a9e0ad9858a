"""Person fit: whether one learner's answers look like those that the model expects.

Sources:
    Drasgow, F., Levine, M. V. & Williams, E. A. (1985). British Journal of Mathematical and Statistical
        Psychology 38, 67–86 – lz, the standardized log-likelihood.
    Snijders, T. A. B. (2001). Asymptotic null distribution of person fit statistics with estimated person
        parameter. Psychometrika 66(3), 331–342 – the correction.
    Magis, D., Raîche, G. & Béland, S. (2012). Journal of Educational and Behavioral Statistics 37(1),
        57–81 – r₀ for MAP and WLE.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from webdev_certs.server.domain.adaptive import Items, map_estimate, probabilities, wle
from webdev_certs.server.domain.adaptive.items import curvature, slope

_TINY = 1e-12
# The estimators search within ±6. An estimate at an end is no root of the likelihood equation, which the
# correction of lz* needs.
_END = 6 - 1e-6


def person_fit(
    items: Items, correct: Sequence[bool], estimator: Literal["wle", "map"] = "wle"
) -> float | None:
    """Return lz*, about N(0, 1) if the model holds; the more negative, the less the answers fit.

    With w = ln(P/Q), r = P′/(PQ) and c = Σ P′w / Σ P′r, all at the estimate:

        lz* = (Σ (X − P) w + c r₀) / √(Σ (w − c r)² PQ)

    The estimator solves r₀ + Σ (X − P) r = 0. For MAP with a N(0, 1) prior r₀ = −θ; for WLE r₀ = J / 2I with
    J = Σ P′P″ / (PQ). The mean of the posterior (EAP), which is the score, solves no such equation, so the
    fit is not computed at it.

    Args:
        items: n items.
        correct: Whether the answer to each is correct, in the same order.
        estimator: How the ability is estimated.

    Returns:
        lz*, or None if it is not defined: with fewer than two items, with items that all weigh the same, or
        with answers whose estimate is at the end of the scale.

    Raises:
        ValueError: The two differ in length.
    """
    if len(items) != len(correct):
        raise ValueError(f"{len(items)} items but {len(correct)} answers")
    if len(items) < 2:
        return None
    theta = (wle if estimator == "wle" else map_estimate)(items, correct).theta
    if abs(theta) > _END:
        return None
    p, q = probabilities(items, theta)
    first, second = slope(items, theta), curvature(items, theta)
    w, r = np.log(p) - np.log(q), first / (p * q)
    information = float((first * r).sum())
    c = float((first * w).sum()) / information
    r_0 = -theta if estimator == "map" else float((second * r).sum()) / (2 * information)
    variance = float(((w - c * r) ** 2 * p * q).sum())
    if variance < _TINY:
        return None
    surprise = float(((np.asarray(correct, dtype=np.float64) - p) * w).sum())
    return (surprise + c * r_0) / variance**0.5
