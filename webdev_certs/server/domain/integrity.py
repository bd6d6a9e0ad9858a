"""Which attempts an operator should look at, and which passing ones wait for an operator's decision.

Person fit says whether one learner's answers look like those that the model expects.

Sources:
    Wise, S. L. & Ma, L. (2012). Setting response time thresholds for a CAT item pool: the normative threshold
        method – NT10: a tenth of the item's mean response time, at most 10 seconds.
    Wise, S. L. & Kong, X. (2005). Applied Measurement in Education 18(2), 163–183 – response time effort,
        the share of answers that are no rapid guesses; below 0.90 it is low.
    Drasgow, F., Levine, M. V. & Williams, E. A. (1985). British Journal of Mathematical and Statistical
        Psychology 38, 67–86 – lz, the standardized log-likelihood.
    Snijders, T. A. B. (2001). Asymptotic null distribution of person fit statistics with estimated person
        parameter. Psychometrika 66(3), 331–342 – the correction.
    Magis, D., Raîche, G. & Béland, S. (2012). Journal of Educational and Behavioral Statistics 37(1),
        57–81 – r₀ for MAP and WLE.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

import numpy as np

from webdev_certs.server.domain.adaptive import Items, map_estimate, probabilities, wle
from webdev_certs.server.domain.adaptive.items import curvature, slope

SHARE_OF_MEAN, MOST_SECONDS = 0.1, 10.0
ENOUGH_TIMES = 30
"""With fewer stored answers to an item, its author's `expected_seconds` stands for its mean time."""
RAPID_SHARE, RAPID_ANSWERS = 0.1, 3
"""Minimum share and number of rapid answers to list an attempt."""
LEFT_TIMES, LEFT_SECONDS = 3, 60
"""Minimum number of absences, or total seconds away, to list it."""
PASTES = 2
MISFIT = -2.33
"""List attempts with this lz* or less; 1% of learners reach it if the model holds and lz* is N(0, 1)."""
HELD_MISFIT = -3.0
"""A passing attempt with this lz* or less is held: far fewer honest ones than 1% reach it."""
HELD_PASTES = 2
"""Minimum number of questions at which the page was left and a text was pasted, to hold a passing attempt."""

ReviewReason = Literal["rapid_answers", "misfit", "left_and_pasted", "retake"]
"""Why a passing attempt is held: answers faster than reading; answers that do not fit the model; pasted after
leaving; another account of the mailbox started too shortly before."""


@dataclass(frozen=True)
class Observed:
    """What is known of one attempt apart from its score.

    Attributes:
        answered: How many items were answered.
        rapid: How many answers were rapid.
        rapid_correct: How many of these are correct.
        left: The seconds of each time that the page was left.
        pastes: How often a text was pasted.
        fit: The lz* of its scored answers (`person_fit`); None if it is not defined.
        left_and_pasted: At how many items the page was left and a text was pasted.
    """

    answered: int
    rapid: int = 0
    rapid_correct: int = 0
    left: Sequence[int] = ()
    pastes: int = 0
    fit: float | None = None
    left_and_pasted: int = 0


def rapid_threshold(expected_seconds: float, times: Sequence[float]) -> float:
    """Return the seconds below which an answer to an item is rapid.

    Args:
        expected_seconds: How long its author expects an answer to take.
        times: The seconds of all stored answers to it.
    """
    mean = fmean(times) if len(times) >= ENOUGH_TIMES else expected_seconds
    return min(SHARE_OF_MEAN * mean, MOST_SECONDS)


def reasons_to_hold(observed: Observed) -> list[ReviewReason]:
    """Return why a passing attempt waits for an operator's decision; empty for nearly all honest ones.

    The thresholds are such that fewer than 1% of honest passing learners reach one of them
    (docs/measurement.md).
    """
    reasons: list[ReviewReason] = []
    if _has_rapid_answers(observed):
        reasons.append("rapid_answers")
    if observed.fit is not None and observed.fit <= HELD_MISFIT:
        reasons.append("misfit")
    if observed.left_and_pasted >= HELD_PASTES:
        reasons.append("left_and_pasted")
    return reasons


def remarks(observed: Observed) -> list[str]:
    """Return in words why an attempt is worth a look; empty if it is not."""
    return list(_remarks(observed))


def _remarks(observed: Observed) -> Iterator[str]:
    times, seconds = len(observed.left), sum(observed.left)
    if times >= LEFT_TIMES or seconds >= LEFT_SECONDS:
        yield f"left the page {_counted(times, 'time')}, {_duration(seconds)} in all"
    if observed.pastes >= PASTES:
        yield f"pasted text {_counted(observed.pastes, 'time')}"
    if _has_rapid_answers(observed):
        yield (
            f"{observed.rapid} of {_counted(observed.answered, 'answer')} came faster than the question can "
            f"be read, {observed.rapid_correct} of them correct"
        )
    if observed.fit is not None and observed.fit <= MISFIT:
        yield f"hard questions right and easy ones wrong (lz* {observed.fit:.1f})"


def _has_rapid_answers(observed: Observed) -> bool:
    return observed.rapid >= RAPID_ANSWERS and observed.rapid >= RAPID_SHARE * observed.answered


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [_counted(minutes, "minute")] * (minutes > 0) + [_counted(rest, "second")] * (
        rest > 0 or not minutes
    )
    return " ".join(parts)


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
