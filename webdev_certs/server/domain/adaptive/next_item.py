"""Choose the next item of an adaptive exam, or end it. The state of an attempt follows only from its rows.

Source: Finkelman, M. (2008). On using stochastic curtailment to shorten the SPRT in sequential mastery
testing. Journal of Educational and Behavioral Statistics 33(4), 442–463 – the idea of ending when the rest of
the exam could hardly change the decision; here with the posterior instead of a likelihood ratio.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from webdev_certs.server.domain.adaptive.estimation import Posterior
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.adaptive.pool import Pool
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


_NEVER = -np.inf


class Row(NamedTuple):
    """One item of an attempt, as stored.

    Attributes:
        item_id: The item.
        correct: Whether its answer is correct; None while it is the current item.
        scored: False for a pretest item, which counts neither for the estimate nor for quotas and length.
        counted: False for a scored item that was taken out of the scoring later. It keeps its place in quotas
            and length, but its answer is left out of the estimate.
    """

    item_id: str
    correct: bool | None
    scored: bool = True
    counted: bool = True


class AdaptiveAttempt:
    """Chooses items, estimates ability and says when to stop.

    For each item: `choose`, `put`, `answer`, then `stop`. A server that holds no state between requests calls
    `rebuild` with the rows instead. Equal rows give equal states.
    """

    __slots__ = ("_in_block", "_penalty", "_pool", "_posterior", "_rules", "answered", "avoided", "used")

    def __init__(self, pool: Pool, rules: Rules, avoid: Iterable[str] = ()) -> None:
        """Start an attempt.

        Args:
            pool: The items.
            rules: The exam's rules.
            avoid: Ids of items that the learner has seen before. They are given only if nothing else is left.
        """
        self._pool, self._rules = pool, rules
        self._posterior = Posterior(pool.grid)
        self.avoided = [index for item_id in avoid if (index := pool.index(item_id)) is not None]
        self.answered = 0
        self.used: list[int] = []
        self._in_block: Counter[str] = Counter()
        self._penalty: Floats = self._new_penalty()

    @classmethod
    def rebuild(cls, pool: Pool, rules: Rules, rows: Iterable[Row], avoid: Iterable[str] = ()) -> Self:
        """Return the attempt with these rows, in the order of their positions.

        An item that is no longer in the pool keeps its place in the length, but not in the estimate.
        """
        attempt = cls(pool, rules, avoid)
        for row in rows:
            index = pool.index(row.item_id)
            if index is not None:
                attempt.put(index, scored=row.scored)
            if row.correct is not None and row.scored:
                attempt.answer(index if row.counted else None, row.correct)
        return attempt

    @property
    def ability(self) -> Ability:
        """The EAP estimate from the scored answers so far."""
        return self._posterior.ability

    @property
    def posterior(self) -> Floats:
        """The posterior of ability on the pool's grid, with sum 1."""
        return self._posterior.weights

    def put(self, index: int, *, scored: bool = True) -> None:
        """Note that the learner gets an item: it, its siblings and its enemies are not chosen again."""
        self.used.append(index)
        self._penalty[self._pool.conflicts(index)] = _NEVER
        quotas = self._rules.quotas
        if not quotas or not scored:
            return
        topic = self._pool.topic(index)
        self._in_block[topic] += 1
        if self._in_block.total() >= self._rules.block:
            self._in_block.clear()
            self._penalty = self._new_penalty()
        elif self._in_block[topic] >= quotas.get(topic, 0):
            self._penalty[self._pool.members(topic)] = _NEVER

    def answer(self, index: int | None, correct: bool) -> None:
        """Take the answer to a scored item into account; None stands for an item that the pool no longer
        has, or that does not count.
        """
        self.answered += 1
        if index is not None:
            self._posterior.update(self._pool.likelihood(index, correct))

    def stop(self, *, time_up: bool = False) -> StopReason | None:
        """Return why the attempt ends now; None if it continues."""
        return self._rules.stop(self.answered, self.ability, time_up)

    def choose(
        self, rng: np.random.Generator | None = None, overexposed: NDArray[np.bool_] | None = None
    ) -> int | None:
        """Return the index of the next item; None if every item was given or is an enemy of one that was.

        Among the items that are allowed it maximizes (1 − w)·R + w·I: I is the information at the estimate, R
        is uniform between 0 and the largest information, and w grows with the attempt (`Rules.randomness`).
        When no item is allowed, it lifts the exposure limit, then allows items seen before, then leaves the
        quotas.

        Args:
            rng: Source of randomness; not needed if `randomness` is 0.
            overexposed: Which items are at the exposure limit (`Exposure.over`), shape (n,).
        """
        scores = self._pool.items.information_at(self._posterior.theta)
        weight = self._rules.information_weight(self.answered)
        if weight < 1 and rng is not None:
            # The scale of R is the largest information of an item that is allowed.
            noise = rng.random(len(scores))
            noise *= (1 - weight) * float((scores + self._penalty).max(initial=0.0))
            scores *= weight
            scores += noise
        free = scores + self._penalty
        allowed = free if overexposed is None else np.where(overexposed, _NEVER, free)
        best = int(allowed.argmax())
        if allowed[best] > _NEVER:
            return best
        return _best(
            free, *(scores + self._new_penalty(quotas=quotas, avoided=False) for quotas in (True, False))
        )

    def choose_pretest(self, rng: np.random.Generator) -> int | None:
        """Return the index of a pretest item, each with the same chance; None if none is allowed.

        Items that the learner has seen before are not allowed, because their answers would not do for a
        calibration.

        Args:
            rng: Source of randomness.
        """
        barred = set(self.avoided)
        for index in self.used:
            barred.update(self._pool.conflicts(index).tolist())
        free = [index for index in self._pool.pretest.tolist() if index not in barred]
        return int(rng.choice(free)) if free else None

    def _new_penalty(self, *, quotas: bool = True, avoided: bool = True) -> Floats:
        """Return 0 for the items that are allowed and −∞ for the others, shape (n,)."""
        penalty = np.zeros(len(self._pool))
        penalty[self._pool.barred] = _NEVER
        for index in self.used:
            penalty[self._pool.conflicts(index)] = _NEVER
        if avoided:
            penalty[self.avoided] = _NEVER
        if quotas and self._rules.quotas:
            for topic in self._pool.topics:
                if self._in_block[topic] >= self._rules.quotas.get(topic, 0):
                    penalty[self._pool.members(topic)] = _NEVER
        return penalty


def _best(*choices: Floats) -> int | None:
    """Return the index of the maximum of the first array with a finite value; None if there is none."""
    for scores in choices:
        best = int(scores.argmax())
        if scores[best] > _NEVER:
            return best
    return None
