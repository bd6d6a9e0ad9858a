"""How fast a learner gets better: ability, growth and forgetting from practice, and the days until a chance.

A Bayesian model with a grid as posterior. At the learner's first answer the ability is θ₀; after m minutes of
practice and d days it is

    θ = θ₀ + g m − f d

The priors are θ₀ ~ N(0, 1), and lognormal for the growth g and the forgetting f, which are independent. The
likelihood is that of the first answers. docs/measurement.md says where the priors come from, and how often
the interval of days contains the true one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from webdev_certs.server.domain.adaptive import STANDARD, Grid, Items
from webdev_certs.server.domain.adaptive.estimation import likelihoods
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.practice_ability import FirstAnswer, ability_that_passes, readiness

GROWTH_PER_HOUR = 0.1
"""Median growth per hour of practice, on the θ scale. An assumption, until there are enough learners."""
FORGETTING_PER_DAY = 0.002
"""Median forgetting per day, on the θ scale. An assumption too."""
GROWTH_SPREAD, FORGETTING_SPREAD = 0.8, 1.0
"""Standard deviations of the logarithms of both."""
LONGEST_FORGETTING = timedelta(days=30)
"""A longer pause counts as this long: what is still known after a month is forgotten slowly."""
WINDOW = 200
"""How many of the latest first answers count."""
HORIZON = 365
"""No date is given that is farther away, in days."""
_START = Grid.normal(-4.0, 4.0, 81)
# Quantiles of the normal distribution that stand for growth and for forgetting, with its density.
_GROWTHS = np.linspace(-2.4, 2.4, 13)
_FORGETTINGS = np.linspace(-1.5, 1.5, 3)
# More than 90%, so that it also holds if learners differ somewhat from the priors.
_LOW, _HIGH = 0.02, 0.97


class Spent(NamedTuple):
    """What lies behind a learner: minutes of practice, and days in which something may be forgotten."""

    minutes: float
    days: float


class DaysUntil(NamedTuple):
    """The first day on which a chance is reached, and a 90% interval; None for more than `HORIZON`."""

    low: int | None
    expected: int | None
    high: int | None


@dataclass(frozen=True, eq=False)
class Growth:
    """The posterior of a learner's ability now, growth and forgetting, as n weighted points.

    Attributes:
        ability: Abilities now, shape (n,).
        per_minute: Growth per minute of practice, shape (n,).
        per_day: Forgetting per day, shape (n,).
        weights: Their probabilities, shape (n,), with sum 1.
    """

    ability: Floats
    per_minute: Floats
    per_day: Floats
    weights: Floats

    def after(self, days: float, minutes_a_day: float) -> Grid:
        """Return the posterior of the ability after some days with so much practice."""
        return Grid(self.ability + days * self._per_day(minutes_a_day), self.weights)

    def days_until(self, chance: float, cut: float, minutes_a_day: float) -> DaysUntil:
        """Return in how many days the probability of passing is `chance`.

        The expected day goes by the mean over the posterior (`practice_ability.readiness`). The interval goes
        by the ability itself, which is unknown, and contains the expected day.

        Args:
            chance: Above 0 and below 1.
            cut: The cut score on the θ scale.
            minutes_a_day: Practice on each day.
        """
        missing = ability_that_passes(chance, cut) - self.ability
        gain = self._per_day(minutes_a_day)
        days = np.full_like(missing, np.inf)
        np.divide(missing, gain, out=days, where=gain > 0)
        days[missing <= 0] = 0.0
        order = np.argsort(days)
        shares = np.cumsum(self.weights[order])
        sorted_days = days[order]

        def quantile(share: float) -> float:
            return float(np.ceil(sorted_days[min(int(np.searchsorted(shares, share)), len(shares) - 1)]))

        low, high = map(quantile, (_LOW, _HIGH))
        expected = self._first_day(chance, cut, minutes_a_day)
        # The lower end is rounded down, so that the interval contains the exact one.
        ends = min(max(low - 1, 0), expected), expected, max(high, expected)
        return DaysUntil(*[int(days) if days <= HORIZON else None for days in ends])

    def _first_day(self, chance: float, cut: float, minutes_a_day: float) -> int:
        """Return the first day on which the probability of passing is `chance`; if none is, `HORIZON` + 1."""

        def chance_after(days: int) -> float:
            return readiness(self.after(days, minutes_a_day), cut).probability

        if chance_after(0) >= chance:
            return 0
        return bisect_left(range(HORIZON + 1), chance, key=chance_after)

    def _per_day(self, minutes_a_day: float) -> Floats:
        return self.per_minute * minutes_a_day - self.per_day


def look_back(practiced: Sequence[tuple[datetime, timedelta]], moments: Sequence[datetime]) -> list[Spent]:
    """Return what lies behind a learner at some moments.

    A pause counts as `LONGEST_FORGETTING` at most.

    Args:
        practiced: When each answer was given and how long it took, in their order.
        moments: Any moments.
    """
    times = [answered_at for answered_at, _spent in practiced]
    minutes = [0.0, *accumulate(spent / timedelta(minutes=1) for _answered_at, spent in practiced)]
    days = [0.0, *accumulate(_forgetting(*pair) for pair in pairwise(times))]

    def spent_until(moment: datetime) -> Spent:
        count = bisect_left(times, moment)
        if not count:
            return Spent(0.0, 0.0)
        return Spent(minutes[count], days[count - 1] + _forgetting(times[count - 1], moment))

    return [spent_until(moment) for moment in moments]


def _forgetting(before: datetime, after: datetime) -> float:
    return min(after - before, LONGEST_FORGETTING) / timedelta(days=1)


def estimate_growth(answers: Sequence[FirstAnswer], spent: Sequence[Spent], now: Spent) -> Growth:
    """Return the posterior of ability, growth and forgetting; without answers, the prior.

    Args:
        answers: First answers, in the order in which they were given.
        spent: What lay behind the learner at each answer, from any start that is the same for all.
        now: What lies behind the learner now.
    """
    per_minute, per_day, prior = _rates()
    latest, behind = answers[-WINDOW:], np.array(spent[-WINDOW:], dtype=np.float64).reshape(-1, 2)
    start = Spent(*behind[0].tolist()) if len(behind) else now
    log_weights = np.log(_START.prior) + np.log(prior)[:, None]
    if latest:
        tables = np.log(likelihoods(Items.of(answer.parameters for answer in latest)))
        drift = np.outer(behind[:, 0] - start.minutes, per_minute) - np.outer(
            behind[:, 1] - start.days, per_day
        )
        for answer, table, drifted in zip(latest, tables, drift, strict=True):
            ability = _START.nodes + drifted[:, None]
            log_weights += np.interp(ability, STANDARD.nodes, table[int(answer.correct)])
    weights = np.exp(log_weights - log_weights.max())
    weights /= weights.sum()
    until_now = (now.minutes - start.minutes) * per_minute - (now.days - start.days) * per_day
    nodes = len(_START.nodes)
    return Growth(
        ability=(_START.nodes + until_now[:, None]).ravel(),
        per_minute=per_minute.repeat(nodes),
        per_day=per_day.repeat(nodes),
        weights=weights.ravel(),
    )


def _rates() -> tuple[Floats, Floats, Floats]:
    """Return pairs of growth per minute and forgetting per day, and their prior probabilities, shape (r,)."""
    growth, forgetting = (grid.ravel() for grid in np.meshgrid(_GROWTHS, _FORGETTINGS))
    prior = np.exp(-0.5 * (growth**2 + forgetting**2))
    per_minute = GROWTH_PER_HOUR / 60 * np.exp(GROWTH_SPREAD * growth)
    return per_minute, FORGETTING_PER_DAY * np.exp(FORGETTING_SPREAD * forgetting), prior / prior.sum()
