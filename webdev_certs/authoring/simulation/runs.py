"""Let simulated learners take an adaptive exam, or a fixed form for comparison."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.estimation import Grid
from webdev_certs.server.domain.adaptive.items import Floats, Items, probabilities
from webdev_certs.server.domain.adaptive.next_item import AdaptiveAttempt, Rules, StopReason
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
        reason: Why the exam ended.
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


def simulate(
    pool: Pool,
    rules: Rules,
    abilities: Sequence[float] | Floats,
    seed: int,
    *,
    truth: Items | None = None,
    memorized: float = 0.0,
    exposure: Exposure | None = None,
) -> Iterator[Run]:
    """Yield the run of each learner, one after the other, as exposure depends on those before.

    The learner at place k answers each item in the same way in every simulation with the same seed, so that
    rules can be compared on the same learners.

    Args:
        pool: The items, with the parameters that the exam believes in.
        rules: The exam's rules.
        abilities: True abilities, shape (k,).
        seed: Seed of all randomness.
        truth: The parameters by which learners answer, n items; the same as the pool's if None.
        memorized: The share of the pool whose keys each learner knows by heart, drawn for each at random.
        exposure: How often items were used before; it is updated. None starts with unused items.
    """
    exposure = exposure or Exposure.none(len(pool), pool.families)
    right, _ = probabilities(truth or pool.items, np.asarray(abilities, dtype=np.float64))
    for place, theta in enumerate(abilities):
        answers = np.random.default_rng([seed, place, 0])
        correct = answers.random(len(pool)) < right[place]
        correct |= answers.random(len(pool)) < memorized
        yield _run(pool, rules, float(theta), correct, np.random.default_rng([seed, place, 1]), exposure)


def _run(
    pool: Pool, rules: Rules, theta: float, correct: np.ndarray, rng: np.random.Generator, exposure: Exposure
) -> Run:
    attempt = AdaptiveAttempt(pool, rules)
    overexposed = exposure.over(rules.exposure_limit) if rules.exposure_limit < 1 else None
    reason = attempt.stop()
    while reason is None:
        index = attempt.choose(rng, overexposed)
        if index is None:
            reason = "no_items"
            break
        attempt.put(index)
        attempt.answer(index, bool(correct[index]))
        reason = attempt.stop()
    exposure.counts[attempt.used] += 1
    exposure.attempts += 1
    left = doubt(pool.grid, attempt.posterior, attempt.ability.theta, rules.cut)
    return Run(theta, attempt.ability, tuple(attempt.used), reason, left)


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
    """Draw a form without siblings and enemies.

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
