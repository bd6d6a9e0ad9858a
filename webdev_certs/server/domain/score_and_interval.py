"""Abilities and the scale on which scores are shown. `adaptive` estimates abilities from answers."""

from dataclasses import dataclass

from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW

SCALE_MEAN, SCALE_SD = 500, 100
# Two-sided 95% quantile of the normal distribution.
Z_95 = 1.959964


@dataclass(frozen=True)
class Ability:
    """An ability estimate on the θ scale (mean 0, SD 1 in the reference population).

    Attributes:
        theta: The estimate.
        sd: Its standard error; for EAP the standard deviation of the posterior.
    """

    theta: float
    sd: float


@dataclass(frozen=True)
class ScaleScore:
    """An ability estimate in points of the 200–800 scale."""

    score: int
    standard_error: int

    @property
    def low(self) -> int:
        """Lower end of the 95% interval, score − 1.96 SE, within the scale."""
        return _clip(self.score - Z_95 * self.standard_error)

    @property
    def high(self) -> int:
        """Upper end of the 95% interval, score + 1.96 SE, within the scale."""
        return _clip(self.score + Z_95 * self.standard_error)


def likely(ability: Ability) -> tuple[float, float]:
    """Return the 95% interval of what the answers alone say, on the θ scale, without the prior.

    The prior, N(0, 1), pulls estimates to the middle, so an interval around them misses very able and very
    weak learners too often. Of a normal posterior with mean m and standard deviation s, the answers' part has
    mean m / (1 − s²) and variance s² / (1 − s²). This interval is wider, lies farther out at both ends of the
    scale, and contains the true ability nearly equally often everywhere (docs/measurement.md).
    """
    # Without answers the posterior is the prior, and any ability is possible.
    share = max(1 - ability.sd**2, 1e-9)
    middle, error = ability.theta / share, ability.sd / share**0.5
    return middle - Z_95 * error, middle + Z_95 * error


def to_scale(ability: Ability) -> ScaleScore:
    """Return the score 500 + 100θ, clipped to 200–800, and its standard error 100 SD, both rounded."""
    return ScaleScore(
        score=_clip(SCALE_MEAN + SCALE_SD * ability.theta), standard_error=round(SCALE_SD * ability.sd)
    )


def likely_points(scale: ScaleScore) -> tuple[int, int]:
    """Return the interval of `likely` in points, within the scale."""
    low, high = likely(Ability(to_theta(scale.score), scale.standard_error / SCALE_SD))
    return _clip(SCALE_MEAN + SCALE_SD * low), _clip(SCALE_MEAN + SCALE_SD * high)


def to_theta(score: float) -> float:
    """Return the ability θ of a score in points, such as a cut score."""
    return (score - SCALE_MEAN) / SCALE_SD


def _clip(points: float) -> int:
    return round(min(max(points, SCALE_LOW), SCALE_HIGH))
