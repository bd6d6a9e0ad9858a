"""Let simulated learners take an adaptive exam, or a fixed form for comparison."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webdev_certs.server.domain.adaptive.estimation import Grid, likelihoods
from webdev_certs.server.domain.adaptive.items import Floats, probabilities
from webdev_certs.server.domain.adaptive.next_item import Rules, StopReason
from webdev_certs.server.domain.adaptive.pool import Exposure, Pool
from webdev_certs.server.domain.score_and_interval import Ability

BAND = 0.3
"""Wrong decisions about learners nearer to the cut than this, on the θ scale, hardly matter."""


@dataclass(frozen=True)
class Run:
    """What one simulated learner did.

    Attributes:
        theta: The learner's true ability.
        ability: The estimate at the end.
        used: The indices of the items, in the order in which they were given.
        reason: Why the exam ended; `time_up` also if the learner ended it undecided.
        doubt: The posterior probability that the decision is wrong by `BAND` or more.
    """

    theta: float
    ability: Ability
    used: tuple[int, ...]
    reason: StopReason
    doubt: float = float("nan")

    @property
    def length(self) -> int:
        """The number of items."""
        return len(self.used)

    def passes(self, cut: float) -> bool:
        """Return whether the exam is passed: it came to its end with an estimate at the cut or above."""
        return self.reason != "time_up" and self.ability.theta >= cut


def doubt(grid: Grid, weights: Floats, estimate: float, cut: float) -> float:
    """Return the share of a posterior that lies at least `BAND` on the other side of the cut.

    Args:
        grid: Its nodes, 0.1 apart.
        weights: The posterior there, with sum 1.
        estimate: The ability that decides.
        cut: The cut score on the θ scale.
    """
    far = (grid.nodes - cut) * (-1 if estimate >= cut else 1)
    # Half of the node at the edge stands for abilities beyond it.
    return float(weights @ np.clip((far - BAND) / 0.1 + 0.5, 0.0, 1.0))


@dataclass(eq=False)
class Sitting:
    """Learners who take the exam at the same time; row i is that of learner `places[i]`.

    Attributes:
        places: Which learners are still at it, shape (k,).
        used: Whether each had an item, shape (k, n).
        answered: How many answers each has given.
        abilities: The estimates, k of them.
    """

    places: NDArray[np.intp]
    used: NDArray[np.bool_]
    answered: int
    abilities: list[Ability]


Leaves = Callable[[Sitting], NDArray[np.bool_]]
"""Says after each answer which learners end the exam undecided, or are out of time, shape (k,)."""


def simulate(
    pool: Pool,
    rules: Rules,
    abilities: Sequence[float] | Floats,
    seed: int,
    *,
    right: Floats | None = None,
    memorized: float = 0.0,
    exposure: Exposure | None = None,
    leaves: Leaves | None = None,
) -> Iterator[Run]:
    """Yield the run of each learner, in their order, as exposure depends on those before.

    The learner at place k answers each item in the same way in every simulation with the same seed, so that
    rules can be compared on the same learners.

    Args:
        pool: The items, with the parameters that the exam believes in.
        rules: The exam's rules.
        abilities: True abilities, shape (k,).
        seed: Seed of all randomness.
        right: The probability that each learner answers each item correctly, shape (k, n); what the pool's
            parameters say if None.
        memorized: The share of the pool whose keys each learner knows by heart, drawn for each at random.
        exposure: How often items were used before; it is updated. None starts with unused items.
        leaves: Who ends early.
    """
    exposure = exposure or Exposure.none(len(pool))
    room = _Room(pool, rules, exposure, leaves)
    thetas = np.asarray(abilities, dtype=np.float64)
    if right is None:
        right, _ = probabilities(pool.items, thetas)
    for places in _batches(len(thetas), exposure):
        correct = np.empty((len(places), len(pool)), dtype=np.bool_)
        for row, place in enumerate(places.tolist()):
            answers = np.random.default_rng([seed, place, 0])
            correct[row] = answers.random(len(pool)) < right[place]
            correct[row] |= answers.random(len(pool)) < memorized
        yield from room.sit(places, thetas[places], correct, np.random.default_rng([seed, int(places[0]), 1]))


def simulate_retakes(
    pool: Pool,
    rules: Rules,
    abilities: Sequence[float] | Floats,
    seed: int,
    most: int,
    exposure: Exposure | None = None,
) -> Iterator[list[Run]]:
    """Yield the runs of each learner, who tries again until an attempt is passed.

    Families that the learner has had are asked again only if nothing else is left, as in real exams. Nobody
    learns or remembers anything between two attempts.

    Args:
        pool: The items.
        rules: The exam's rules.
        abilities: True abilities, shape (k,).
        seed: Seed of all randomness.
        most: How many attempts each has at most.
        exposure: As in `simulate`.
    """
    exposure = exposure or Exposure.none(len(pool))
    room = _Room(pool, rules, exposure)
    thetas = np.asarray(abilities, dtype=np.float64)
    right, _ = probabilities(pool.items, thetas)
    for places in _batches(len(thetas), exposure):
        found: dict[int, list[Run]] = {place: [] for place in places.tolist()}
        seen = np.zeros(right.shape, dtype=np.bool_)
        trying = places
        for attempt in range(most):
            rng = np.random.default_rng([seed, int(places[0]), 2, attempt])
            correct = rng.random((len(trying), len(pool))) < right[trying]
            for place, run in zip(
                trying.tolist(), room.sit(trying, thetas[trying], correct, rng, seen[trying]), strict=True
            ):
                found[place].append(run)
                seen[place, list(run.used)] = True
            trying = np.array(
                [place for place in trying if not found[place][-1].passes(rules.cut)], dtype=int
            )
            if not len(trying):
                break
        yield from found.values()


def _batches(learners: int, exposure: Exposure) -> Iterator[NDArray[np.intp]]:
    """Yield the places of those who sit together: few compared with those whose exposure is known."""
    start = 0
    while start < learners:
        size = min(max(1, exposure.attempts // 20), 100, learners - start)
        yield np.arange(start, start + size)
        start += size


class _Room:
    """Where learners take an exam at the same time: `AdaptiveAttempt` for many, in arrays.

    A test compares the two. With one learner at a time they are equal.
    """

    def __init__(self, pool: Pool, rules: Rules, exposure: Exposure, leaves: Leaves | None = None) -> None:
        self._pool, self._rules, self._exposure, self._leaves = pool, rules, exposure, leaves
        self._likelihoods = likelihoods(pool.items, pool.grid)
        self._conflicts = np.zeros((len(pool), len(pool)), dtype=np.bool_)
        for index in range(len(pool)):
            self._conflicts[index, pool.conflicts(index)] = True
        self._barred = np.zeros(len(pool), dtype=np.bool_)
        self._barred[pool.barred] = True
        self._topic_of = np.array([pool.topics.index(pool.topic(index)) for index in range(len(pool))])
        self._quotas = np.array([rules.quotas.get(topic, 0) for topic in pool.topics])

    def sit(
        self,
        places: NDArray[np.intp],
        thetas: Floats,
        correct: NDArray[np.bool_],
        rng: np.random.Generator,
        seen: NDArray[np.bool_] | None = None,
    ) -> list[Run]:
        """Return the runs of these learners, and count their items.

        Args:
            places: Their places, shape (k,).
            thetas: Their true abilities, shape (k,).
            correct: Whether each answers each item correctly, shape (k, n).
            rng: Source of randomness for choosing.
            seen: The items that each has had in earlier exams, shape (k, n).
        """
        rules, grid = self._rules, self._pool.grid
        size = len(places)
        over = self._over(size)
        avoided = np.zeros_like(correct) if seen is None else seen
        used, closed = np.zeros_like(correct), np.tile(self._barred, (size, 1))
        weights = np.tile(grid.prior, (size, 1))
        estimates, errors = np.zeros(size), np.ones(size)
        in_block = np.zeros((size, len(self._quotas)), dtype=np.intp)
        order: list[list[int]] = [[] for _ in places]
        reasons: dict[int, StopReason] = {}
        at_it = np.arange(size)
        answered = 0
        while len(at_it):
            full = (in_block[at_it] >= self._quotas)[:, self._topic_of] & bool(rules.quotas)
            chosen = self._choose(estimates[at_it], answered, closed[at_it], avoided[at_it], full, over, rng)
            reasons |= dict.fromkeys(at_it[chosen < 0].tolist(), "no_items")
            at_it, chosen = at_it[chosen >= 0], chosen[chosen >= 0]
            for row, index in zip(at_it.tolist(), chosen.tolist(), strict=True):
                order[row].append(index)
            used[at_it, chosen] = True
            closed[at_it] |= self._conflicts[chosen]
            in_block[at_it, self._topic_of[chosen]] += 1
            in_block[at_it[in_block[at_it].sum(axis=1) >= rules.block]] = 0
            answered += 1
            likelihood = self._likelihoods[chosen, correct[at_it, chosen].astype(np.intp)]
            posterior = weights[at_it] * likelihood
            moments = posterior @ grid.moments
            posterior /= moments[:, :1]
            moments /= moments[:, :1]
            weights[at_it] = posterior
            estimates[at_it] = moments[:, 1]
            errors[at_it] = np.sqrt(np.maximum(moments[:, 2] - moments[:, 1] ** 2, 0.0))
            abilities = [
                Ability(*each) for each in zip(estimates[at_it].tolist(), errors[at_it].tolist(), strict=True)
            ]
            leaving = self._leaving(places, used, at_it, answered, abilities)
            for row, ability, leaves in zip(at_it.tolist(), abilities, leaving.tolist(), strict=True):
                reason = rules.stop(answered, ability) or ("time_up" if leaves else None)
                if reason:
                    reasons[row] = reason
            at_it = np.array([row for row in at_it.tolist() if row not in reasons], dtype=np.intp)
        self._exposure.counts += used.sum(axis=0)
        self._exposure.attempts += size
        return [
            Run(
                float(thetas[row]),
                Ability(float(estimates[row]), float(errors[row])),
                tuple(order[row]),
                reasons[row],
                doubt(grid, weights[row], float(estimates[row]), rules.cut),
            )
            for row in range(size)
        ]

    def _choose(
        self,
        estimates: Floats,
        answered: int,
        closed: NDArray[np.bool_],
        avoided: NDArray[np.bool_],
        full: NDArray[np.bool_],
        over: NDArray[np.bool_],
        rng: np.random.Generator,
    ) -> NDArray[np.intp]:
        """Return the next item of each learner, shape (k,), or −1 (`AdaptiveAttempt.choose`)."""
        # A column broadcasts to one row for each learner.
        scores = self._pool.items.information_at(estimates[:, None])  # pyright: ignore[reportArgumentType]
        shut = closed | avoided | full
        weight = self._rules.information_weight(answered)
        if weight < 1:
            noise = rng.random(scores.shape)
            noise *= (1 - weight) * np.where(shut, 0.0, scores).max(axis=1, keepdims=True)
            scores = weight * scores + noise
        chosen = np.full(len(scores), -1)
        for bars in (shut | over, shut, closed | full, closed):
            rows = np.flatnonzero(chosen < 0)
            if not len(rows):
                break
            free = np.where(bars[rows], -np.inf, scores[rows])
            best = free.argmax(axis=1)
            chosen[rows] = np.where(np.isfinite(free[np.arange(len(rows)), best]), best, -1)
        return chosen

    def _over(self, size: int) -> NDArray[np.bool_]:
        """Return the items that would be above the limit if all these learners had them, shape (n,)."""
        limit, exposure = self._rules.exposure_limit, self._exposure
        if limit >= 1:
            return np.zeros(len(self._pool), dtype=np.bool_)
        return exposure.counts + size > max(limit * (exposure.attempts + size), 1.0)

    def _leaving(
        self,
        places: NDArray[np.intp],
        used: NDArray[np.bool_],
        at_it: NDArray[np.intp],
        answered: int,
        abilities: list[Ability],
    ) -> NDArray[np.bool_]:
        if self._leaves is None:
            return np.zeros(len(at_it), dtype=np.bool_)
        return self._leaves(Sitting(places[at_it], used[at_it], answered, abilities))


def simulate_fixed(
    pool: Pool,
    quotas: Mapping[str, int],
    length: int,
    abilities: Sequence[float] | Floats,
    seed: int,
    cut: float = 0.0,
) -> list[Run]:
    """Return the runs of learners who each get a random form of `length` items by the blueprint's quotas.

    Learners answer as in `simulate` with the same seed.

    Args:
        pool: The items.
        quotas: Topic id → share of the form, in any unit.
        length: Number of items.
        abilities: True abilities, shape (k,).
        seed: Seed of all randomness.
        cut: The cut score on the θ scale.
    """
    right, _ = probabilities(pool.items, np.asarray(abilities, dtype=np.float64))
    node_right, node_wrong = probabilities(pool.items, pool.grid.nodes)
    log_right, log_wrong, log_prior = np.log(node_right), np.log(node_wrong), np.log(pool.grid.prior)
    runs = []
    for place, theta in enumerate(abilities):
        correct = np.random.default_rng([seed, place, 0]).random(len(pool)) < right[place]
        form = _form(pool, quotas, length, np.random.default_rng([seed, place, 2]))
        answers = correct[form]
        log_posterior = log_prior + log_right[:, form] @ answers + log_wrong[:, form] @ ~answers
        weights = np.exp(log_posterior - log_posterior.max())
        weights /= weights.sum()
        mean = float(weights @ pool.grid.nodes)
        sd = float(weights @ (pool.grid.nodes - mean) ** 2) ** 0.5
        left = doubt(pool.grid, weights, mean, cut)
        runs.append(Run(float(theta), Ability(mean, sd), tuple(form.tolist()), "max_items", left))
    return runs


def _form(pool: Pool, quotas: Mapping[str, int], length: int, rng: np.random.Generator) -> np.ndarray:
    """Draw a form without enemies.

    Places that the quotas do not divide evenly go to random topics.
    """
    total = sum(quotas.values())
    numbers = {topic: length * quota // total for topic, quota in quotas.items()}
    topics = list(quotas)
    rng.shuffle(topics)
    for topic in topics[: length - sum(numbers.values())]:
        numbers[topic] += 1
    form: list[int] = []
    barred = np.zeros(len(pool), dtype=np.bool_)
    for topic, number in numbers.items():
        found = 0
        for index in rng.permutation(pool.members(topic)):
            if found == number:
                break
            if not barred[index]:
                barred[pool.conflicts(index)] = True
                form.append(int(index))
                found += 1
    return np.array(form, dtype=np.intp)
