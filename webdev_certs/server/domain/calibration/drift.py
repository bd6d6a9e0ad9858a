"""Compare new parameters with those in use.

Sources:
    Marco, G. L. (1977). Item characteristic curve solutions to three intractable testing problems. Journal of
        Educational Measurement 14(2), 139–160 – mean/sigma linking.
    Raju, N. S. (1988). The area between two item characteristic curves. Psychometrika 53(4), 495–502 – the
        idea of measuring drift between curves; here as the root mean squared difference for N(0, 1)
        abilities.
"""

from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.items import MAX_DIFFICULTY, Floats, Items, probabilities
from webdev_certs.server.domain.adaptive.posterior import STANDARD

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
    one, _ = probabilities(new, STANDARD.nodes)
    other, _ = probabilities(in_use, STANDARD.nodes)
    return np.sqrt(STANDARD.prior @ (one - other) ** 2)
