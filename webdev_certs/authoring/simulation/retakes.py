"""What retakes do: who passes at which attempt, and who holds the certificates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.authoring.simulation.runs import Run


@dataclass(frozen=True)
class Retakes:
    """Learners who try again until they pass; each list has a value for one attempt, for two, and so on.

    Attributes:
        below: Certificates held by learners below the standard, as a share of all.
        failed: Learners at or above the standard who have not passed, as a share of these.
    """

    below: list[float]
    failed: list[float]


def measure_retakes(learners: Sequence[Sequence[Run]], cut: float, standard: float, most: int) -> Retakes:
    """Return the measures of learners' attempts.

    Args:
        learners: The runs of each learner, the last of which may be passed.
        cut: The cut score on the θ scale.
        standard: The ability that a certificate asserts, on the same scale.
        most: How many attempts each has at most.
    """
    able = np.array([runs[0].theta >= standard for runs in learners])
    within = passed_within(learners, cut, most)
    return Retakes(
        below=[float((~able)[passed].mean()) if passed.any() else float("nan") for passed in within],
        failed=[float(1 - passed[able].mean()) for passed in within],
    )


def passed_within(learners: Sequence[Sequence[Run]], cut: float, most: int) -> np.ndarray:
    """Return who has passed within one attempt, two, and so on, shape (most, k)."""
    # Whoever passes stops, so only the last attempt can be passed.
    at = np.array([len(runs) if runs[-1].passes(cut) else most + 1 for runs in learners])
    return at <= np.arange(1, most + 1)[:, None]
