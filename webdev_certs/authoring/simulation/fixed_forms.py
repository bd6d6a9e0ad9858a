"""Fixed forms for comparison: items drawn by the blueprint's quotas at random, the same number for
everybody.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from webdev_certs.authoring.simulation.runs import Run, doubt
from webdev_certs.server.domain.adaptive.items import Floats, probabilities
from webdev_certs.server.domain.adaptive.pool import Pool
from webdev_certs.server.domain.score_and_interval import Ability


def simulate_fixed(
    pool: Pool,
    quotas: Mapping[str, int],
    length: int,
    abilities: Sequence[float] | Floats,
    seed: int,
    cut: float = 0.0,
) -> list[Run]:
    """Return the runs of learners who each get a random form of `length` items.

    Learners answer as in `runs.simulate` with the same seed.

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
