"""Simulated answers with the parameters in use being true."""

import numpy as np

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration import Responses


def bank(items: int, rng: np.random.Generator, guessing: float = 0.1) -> Items:
    """Return the parameters of some items."""
    a, b = rng.lognormal(0, 0.2, items), rng.normal(0, 0.8, items)
    return Items.of([(*row, guessing) for row in zip(a, b, strict=True)])


def answers_to(items: Items, right: Floats, rng: np.random.Generator, share: float = 1.0) -> Answers:
    """Return the answers of learners who answer as `right` says, shape (N, n), to a share of the items."""
    matrix = (rng.random(right.shape) < right).astype(np.float64)
    matrix[rng.random(right.shape) > share] = np.nan
    return Answers(Responses.of(matrix), items, np.ones(len(items), dtype=np.bool_))


def simulated(
    learners: int, items: int, seed: int, share: float = 1.0
) -> tuple[Answers, Floats, Items, np.random.Generator]:
    """Return answers of N(0, 1) learners, their abilities, the items and the generator to go on with."""
    rng = np.random.default_rng(seed)
    found, theta = bank(items, rng), rng.normal(size=learners)
    right, _ = probabilities(found, theta)
    return answers_to(found, right, rng, share), theta, found, rng
