"""What calibration estimates: models, priors and the parameters of n items in slope-intercept form."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from webdev_certs.server.domain.adaptive.items import MAX_DIFFICULTY, MAX_DISCRIMINATION, Floats, Items

Model = Literal["1PL", "2PL", "3PL"]


@dataclass(frozen=True)
class Priors:
    """Prior distributions of the parameters; each is a normal one, and None means no prior.

    Attributes:
        log_slope: Mean and SD of log a.
        intercept: Mean and SD of the intercept −a·b.
        guess_logit_sd: SD of the logit of c, whose mean is the guessing probability of the item's format.
            Only the 3PL model uses it, and it cannot be estimated without one unless the sample is huge.
    """

    log_slope: tuple[float, float] | None = None
    intercept: tuple[float, float] | None = None
    guess_logit_sd: float | None = 0.5


# For samples of real attempts: they keep the estimates of items with few answers within reason.
WEAK = Priors(log_slope=(0.0, 0.5), intercept=(0.0, 2.0), guess_logit_sd=0.5)


@dataclass(frozen=True, eq=False)
class Parameters:
    """P = c + (1 − c) / (1 + exp(−(aθ + i))) for each item.

    Attributes:
        slope: a, shape (n,).
        intercept: i = −a·b, shape (n,). Called d in the mirt package.
        guess: The logit of c, shape (n,); −∞ for c = 0.
    """

    slope: Floats
    intercept: Floats
    guess: Floats

    @property
    def asymptote(self) -> Floats:
        """c, shape (n,)."""
        return np.exp(-np.logaddexp(0, -self.guess))

    def items(self) -> Items:
        """Return them as a, b, c, with a and b within the bounds of `Items`."""
        slope = np.clip(self.slope, 1e-3, MAX_DISCRIMINATION)
        difficulty = np.clip(-self.intercept / slope, -MAX_DIFFICULTY, MAX_DIFFICULTY)
        return Items(slope, difficulty, self.asymptote, np.ones_like(slope))

    def vector(self) -> Floats:
        """Return all of them as one vector, shape (3n,)."""
        return np.concatenate([self.slope, self.intercept, self.guess])

    @classmethod
    def of_vector(cls, vector: Floats) -> "Parameters":
        """Undo `vector`."""
        return cls(*np.split(vector, 3))
