"""Estimates of item parameters: published results, recovery, missing responses, priors."""

import numpy as np
import pytest

from tests.unit.server.domain.calibration.published import LSAT6, LSAT7
from tests.unit.server.domain.calibration.simulated import simulated
from webdev_certs.server.domain.calibration import WEAK, Responses, calibrate


def test_lsat6_2pl_reaches_the_published_likelihood():
    assert calibrate(LSAT6, "2PL").log_likelihood == pytest.approx(-2466.653, abs=0.001)


def test_lsat6_rasch_reaches_the_published_difficulties_and_variance():
    found = calibrate(LSAT6, "1PL")
    assert found.parameters.intercept == pytest.approx([2.730, 0.999, 0.240, 1.306, 2.099], abs=0.001)
    assert found.parameters.slope**2 == pytest.approx(np.full(5, 0.570), abs=0.001)


def test_lsat7_2pl_reaches_the_published_parameters():
    found = calibrate(LSAT7, "2PL")
    assert found.parameters.slope == pytest.approx([0.9875, 1.0808, 1.7075, 0.7650, 0.7357], abs=0.001)
    assert found.parameters.intercept == pytest.approx([1.8559, 0.8080, 1.8052, 0.4860, 1.8545], abs=0.002)


def test_parameters_of_a_thousand_learners_and_sixty_items_are_recovered():
    matrix, truth = simulated(1000, 60, seed=1)
    found = calibrate(Responses.of(matrix), "2PL")
    items = found.parameters.items()
    assert found.converged
    assert np.corrcoef(items.b, truth.b)[0, 1] >= 0.97
    assert np.corrcoef(items.a, truth.a)[0, 1] >= 0.90
    # The standard errors say how far off the estimates are.
    distance = (found.parameters.slope - truth.a) / found.errors.slope
    assert 0.7 < (distance**2).mean() ** 0.5 < 1.3


def test_guessing_is_recovered_with_a_prior():
    matrix, truth = simulated(3000, 40, seed=2, guessing=0.25)
    items = calibrate(Responses.of(matrix), "3PL", priors=WEAK, guessing=0.25).parameters.items()
    assert items.c.mean() == pytest.approx(0.25, abs=0.03)
    assert np.corrcoef(items.b, truth.b)[0, 1] >= 0.95
    blind = calibrate(Responses.of(matrix), "2PL").parameters.items()
    assert np.abs(items.a - truth.a).mean() < np.abs(blind.a - truth.a).mean()


def test_items_that_were_not_put_do_not_count():
    matrix, truth = simulated(3000, 40, seed=4)
    rng = np.random.default_rng(4)
    matrix[rng.random(matrix.shape) < 0.5] = np.nan
    items = calibrate(Responses.of(matrix), "2PL").parameters.items()
    assert np.corrcoef(items.b, truth.b)[0, 1] >= 0.97
    assert items.b == pytest.approx(truth.b, abs=0.6)


def test_weights_stand_for_repeated_rows():
    matrix, _ = simulated(60, 6, seed=5)
    weights = np.arange(60) % 4
    one = calibrate(Responses.of(matrix, weights=weights), "2PL", priors=WEAK)
    other = calibrate(Responses.of(np.repeat(matrix, weights, axis=0)), "2PL", priors=WEAK)
    assert one.log_likelihood == pytest.approx(other.log_likelihood)
    assert one.parameters.slope == pytest.approx(other.parameters.slope, abs=1e-6)


def test_priors_keep_items_with_few_answers_within_reason():
    matrix, _ = simulated(12, 10, seed=7)
    responses = Responses.of(matrix)
    responses = responses.keep((responses.facility > 0) & (responses.facility < 1))
    slopes = calibrate(responses, "2PL", priors=WEAK).parameters.slope
    assert ((slopes > 0.3) & (slopes < 3)).all()


def test_an_item_that_everybody_knows_has_no_estimate():
    with pytest.raises(ValueError, match="a correct and an incorrect answer"):
        calibrate(Responses.of([[1, 0], [1, 1]]), "2PL")


def test_records_of_attempts_become_a_matrix_with_gaps():
    responses = Responses.of_records([{"x": True, "y": False}, {"y": True}, {}])
    assert responses.names == ("x", "y")
    assert responses.answers.tolist() == [1, 2]
    assert responses.facility.tolist() == [1, 0.5]
    kept = responses.keep(np.array([True, False]))
    assert (kept.names, len(kept)) == (("x",), 1)
