"""How an adaptive exam chooses items and when it ends.

Source: Finkelman, M. (2008). On using stochastic curtailment to shorten the SPRT in sequential mastery
testing. Journal of Educational and Behavioral Statistics 33(4), 442–463 – the idea of ending when the rest of
the exam could hardly change the decision; here with the posterior instead of a likelihood ratio.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Literal

from webdev_certs.server.domain.score_and_interval import Z_95, Ability

StopReason = Literal["decided", "max_items", "time_up", "no_items"]
"""Why an attempt ends: the interval clears the cut score or the rest would not change the decision, it has
the most items, its time is up, or the pool has no item left."""


@dataclass(frozen=True)
class Rules:
    """The rules of one exam.

    Attributes:
        cut: The cut score on the θ scale.
        quotas: Topic id → number of items in each block of `block` items. Empty: topics do not matter.
        min_items: No decision before this many answers.
        max_items: At most this many answers.
        z: Quantile of the interval that must clear the cut; 1.96 for 95%.
        randomness: How long chance matters, from 0 (never: always the most informative item). 1 lets it fade
            linearly from the first item to the last (Revuelta & Ponsoda 1998); larger numbers keep it longer.
        exposure_limit: The largest share of attempts in which an item may be (the restricted part of the same
            method); 1 for no limit.
        change_risk: End, after `min_items`, also when the answers to the items that are left would change the
            decision with at most this probability (stochastic curtailment, Finkelman 2008). None: do not.
        max_error: End, after `min_items`, also when the standard error is at most this; None for an exam that
            only decides.
    """

    cut: float = 0.0
    quotas: Mapping[str, int] = field(default_factory=dict)
    min_items: int = 20
    max_items: int = 40
    z: float = Z_95
    randomness: float = 1.0
    exposure_limit: float = 1.0
    change_risk: float | None = None
    max_error: float | None = None

    @property
    def block(self) -> int:
        """How many items fulfill the quotas once."""
        return sum(self.quotas.values())

    def information_weight(self, answered: int) -> float:
        """Return the weight of information against chance for the next item, from 0 to 1.

        Args:
            answered: How many items came before.
        """
        if self.randomness == 0 or self.max_items <= 1:
            return 1.0
        return min(answered / (self.max_items - 1), 1.0) ** self.randomness

    def stop(self, answered: int, ability: Ability, time_up: bool = False) -> StopReason | None:
        """Return why the attempt ends now; None if it continues.

        Args:
            answered: How many scored items were answered.
            ability: The estimate from these.
            time_up: Whether the deadline has passed.
        """
        if time_up:
            return "time_up"
        if answered >= self.max_items:
            return "max_items"
        if answered < self.min_items:
            return None
        decided = abs(ability.theta - self.cut) > self.z * ability.sd
        precise = self.max_error is not None and ability.sd <= self.max_error
        return "decided" if decided or precise or self._is_decided_early(answered, ability) else None

    def _is_decided_early(self, answered: int, ability: Ability) -> bool:
        """Return whether the items that are left would hardly change the decision.

        The estimate after all items is, seen from now, normal around the current one, with the variance that
        the remaining items take from the posterior. They are assumed to be as informative as those before.
        """
        if self.change_risk is None:
            return False
        precision = 1 / ability.sd**2
        # The prior, N(0, 1), has the precision 1.
        each = max(precision - 1, 0.0) / answered
        gained = 1 / precision - 1 / (precision + each * (self.max_items - answered))
        return abs(ability.theta - self.cut) > NormalDist().inv_cdf(1 - self.change_risk) * gained**0.5
