"""The spread of families is recovered from simulated answers to their instances."""

import numpy as np
import pytest

from webdev_certs.server.domain.adaptive.items import ItemParameters, Items, marginal, probabilities
from webdev_certs.server.domain.calibration import WEAK, Responses, calibrate
from webdev_certs.server.domain.calibration.siblings import instances_of, spread

LEARNERS, FAMILIES = 1500, 20


def answers(spread_of: float, instances: int) -> tuple[Responses, list[dict[str, str]]]:
    """Return answers of learners, each of whom gets one of the instances of each family."""
    rng = np.random.default_rng(5)
    abilities = rng.normal(size=LEARNERS)
    matrix = np.empty((LEARNERS, FAMILIES))
    records: list[dict[str, str]] = [{} for _ in range(LEARNERS)]
    for family in range(FAMILIES):
        difficulties = rng.normal(0, 0.7) + rng.normal(0, spread_of, instances)
        had = rng.integers(instances, size=LEARNERS)
        right = 1 / (1 + np.exp(-1.3 * (abilities - difficulties[had])))
        matrix[:, family] = rng.random(LEARNERS) < right
        for record, instance in zip(records, had, strict=True):
            record[str(family)] = f"{family}-{instance}"
    return Responses.of(matrix), records


@pytest.mark.parametrize("truth", [0.0, 0.3, 0.7])
def test_the_spread_is_recovered(truth: float):
    responses, records = answers(truth, instances=60)
    found = calibrate(responses, "2PL", priors=WEAK)
    instances = instances_of(records, responses.names)
    estimates = [spread(found, responses, place, rows) for place, rows in enumerate(instances)]
    values = [each.sd for each in estimates if each]
    assert len(values) == FAMILIES
    assert np.mean(values) == pytest.approx(truth, abs=0.12)
    inside = [each.low - 1e-9 <= truth <= each.high + 1e-9 for each in estimates if each]
    assert np.mean(inside) >= 0.8


def test_instances_that_one_learner_had_say_nothing():
    responses, records = answers(0.7, instances=10**6)
    instances = instances_of(records, responses.names)
    found = calibrate(responses, "2PL", priors=WEAK)
    assert spread(found, responses, 0, instances[0]) is None


def test_the_marginal_response_function_is_the_mean_of_those_of_the_instances():
    nodes, rng = np.linspace(-3, 3, 13), np.random.default_rng(1)
    one = ItemParameters(1.2, 0.3, 0.2)
    siblings = Items.of([one._replace(b=b) for b in rng.normal(0.3, 0.5, 20_000)])
    expected = probabilities(siblings, nodes)[0].mean(axis=1)
    found = probabilities(Items.of([marginal(one, 0.5)]), nodes)[0][:, 0]
    assert found == pytest.approx(expected, abs=0.006)
    assert marginal(one, 0.0) == one
