"""How well the answers to each item fit its parameters: infit and outfit mean squares.

Source: Wright, B. D. & Masters, G. N. (1982). Rating Scale Analysis, chapter 5. The residuals are averaged
over each learner's posterior instead of taken at an estimate, so that both have the expectation 1 also in
short exams.
"""

from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration.em import Calibration
from webdev_certs.server.domain.calibration.maximization import derivatives

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
