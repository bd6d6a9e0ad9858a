"""S-X²: published values, its probability under the model, and items that do not fit."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, kstest

from tests.unit.server.domain.calibration.published import LSAT7
from tests.unit.server.domain.calibration.simulated import simulated
from webdev_certs.server.domain.adaptive.estimation import STANDARD
from webdev_certs.server.domain.calibration import Responses, calibrate
from webdev_certs.server.domain.calibration.fit_and_drift import (
    chi_square_tail,
    expected_shares,
    sum_score_fit,
)


def test_lsat7_reaches_the_values_of_the_mirt_package():
    found = sum_score_fit(LSAT7, calibrate(LSAT7, "2PL"))
    # mirt's tests/testthat/test-01-mirtOne.R.
    assert found.statistic == pytest.approx([4.749440, 14.451071, 1.270381, 5.237400, 0.941125], abs=0.01)
    assert found.degrees == pytest.approx(np.full(5, 2))


@given(st.floats(0, 200), st.integers(1, 60))
def test_the_tail_is_that_of_chi_square(statistic: float, degrees: int):
    assert chi_square_tail(statistic, degrees) == pytest.approx(
        chi2.sf(statistic, degrees), rel=1e-9, abs=1e-13
    )


@settings(max_examples=30)
@given(st.lists(st.floats(0.001, 0.999), min_size=3, max_size=6), st.integers(0, 100))
def test_expected_shares_are_those_of_all_answer_patterns(levels: list[float], seed: int):
    rng = np.random.default_rng(seed)
    right = np.clip(np.array(levels)[:, None] + rng.normal(0, 0.2, (len(levels), 5)), 0.001, 0.999)
    prior = rng.dirichlet(np.ones(5))
    shares = expected_shares(right, prior)
    mass = np.zeros(len(levels) + 1)
    solved = np.zeros_like(shares)
    for pattern in product([0, 1], repeat=len(levels)):
        answers = np.array(pattern)[:, None]
        probability = float(np.where(answers, right, 1 - right).prod(axis=0) @ prior)
        mass[sum(pattern)] += probability
        solved[:, sum(pattern)] += probability * answers[:, 0]
    # Shares are quotients of small probabilities, so rounding shows in the ninth digit.
    assert shares == pytest.approx(solved / mass, abs=1e-7)


@given(st.integers(3, 40), st.integers(0, 100))
def test_the_shares_of_a_score_sum_up_to_it(size: int, seed: int):
    rng = np.random.default_rng(seed)
    p = 1 / (
        1 + np.exp(-rng.lognormal(0, 0.5, size)[:, None] * (STANDARD.nodes - rng.normal(size=size)[:, None]))
    )
    shares = expected_shares(p, STANDARD.prior)
    assert shares.sum(axis=0) == pytest.approx(np.arange(size + 1), abs=1e-6)
    assert shares.min() >= -1e-9
    assert shares.max() <= 1 + 1e-9


def test_the_order_of_items_and_learners_does_not_matter():
    matrix, _ = simulated(800, 10, seed=1)
    found = calibrate(Responses.of(matrix), "2PL")
    rng = np.random.default_rng(1)
    items, learners = rng.permutation(10), rng.permutation(800)
    moved = matrix[learners][:, items]
    one = sum_score_fit(Responses.of(matrix), found)
    other = sum_score_fit(Responses.of(moved), calibrate(Responses.of(moved), "2PL"))
    assert other.statistic == pytest.approx(one.statistic[items], rel=0.01)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_items_that_follow_the_model_are_rarely_called_misfits(missing: float):
    probabilities = []
    for seed in range(8):
        matrix, _ = simulated(600, 20, seed=seed)
        matrix[np.random.default_rng(seed).random(matrix.shape) < missing] = np.nan
        responses = Responses.of(matrix)
        probabilities.extend(sum_score_fit(responses, calibrate(responses, "2PL")).probability)
    p = np.array(probabilities)
    # 160 items: the share below 5% has a standard error of 1.7%.
    assert (p < 0.05).mean() <= 0.11
    assert (p < 0.001).mean() <= 0.013
    assert kstest(p, "uniform").pvalue > 0.001


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_an_item_with_another_curve_is_found(missing: float):
    matrix, _ = simulated(1000, 20, seed=0)
    rng = np.random.default_rng(100)
    # The share of correct answers falls again among the best: they see a reason against the key.
    ability = matrix[:, 1:].sum(axis=1)
    middle = np.abs(ability - np.median(ability)) < 4
    matrix[:, 0] = rng.random(1000) < np.where(middle, 0.8, 0.3)
    matrix[rng.random(matrix.shape) < missing] = np.nan
    responses = Responses.of(matrix)
    found = sum_score_fit(responses, calibrate(responses, "2PL"))
    assert found.probability[0] < 0.001
    assert (found.probability[1:] < 0.001).mean() < 0.2


def test_too_few_answers_have_no_fit():
    responses = Responses.of([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
    found = sum_score_fit(responses, calibrate(responses, "1PL"))
    assert np.isnan(found.statistic).all() or (found.degrees >= 1).all()
