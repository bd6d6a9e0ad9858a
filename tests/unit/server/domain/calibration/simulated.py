"""Responses of simulated learners."""

import numpy as np

from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.domain.adaptive.items import Floats


def simulated(
    learners: int, items: int, seed: int, guessing: float = 0.0, mean: float = 0.0
) -> tuple[Floats, Items]:
    """Return a complete matrix of responses, shape (learners, items), and the true parameters."""
    rng = np.random.default_rng(seed)
    a, b = rng.lognormal(0, 0.3, items), rng.normal(size=items)
    truth = Items.of([(*row, guessing) for row in zip(a, b, strict=True)])
    right, _ = probabilities(truth, rng.normal(mean, 1, learners))
    return (rng.random(right.shape) < right).astype(float), truth
