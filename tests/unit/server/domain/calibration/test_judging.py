"""Fit, drift and classical statistics."""

import numpy as np
import pytest
from girth.common import cronbach_alpha
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.server.domain.calibration.simulated import simulated
from webdev_certs.server.domain.adaptive import Items
from webdev_certs.server.domain.calibration import Responses, calibrate
from webdev_certs.server.domain.calibration.classical import alpha, item_statistics
from webdev_certs.server.domain.calibration.fit_and_drift import curve_difference, item_fit, mean_sigma_link


def test_items_that_follow_the_model_have_a_fit_of_one():
    matrix, _ = simulated(2000, 30, seed=1)
    fit = item_fit(calibrate(Responses.of(matrix), "2PL"))
    assert fit.infit == pytest.approx(np.ones(30), abs=0.1)
    assert fit.outfit == pytest.approx(np.ones(30), abs=0.2)
    assert not fit.misfits.any()


def test_an_item_answered_at_random_stands_out():
    matrix, _ = simulated(2000, 30, seed=2)
    matrix[:, 4] = np.random.default_rng(2).random(2000) < 0.5
    fit = item_fit(calibrate(Responses.of(matrix), "1PL"))
    assert np.argmax(fit.infit) == 4
    assert np.argmax(fit.outfit) == 4
    assert fit.infit[4] > 1.1


@given(st.floats(0.5, 2), st.floats(-2, 2))
def test_a_link_undoes_another_scale(slope: float, shift: float):
    old = Items.of([(1.0, -1.0), (1.4, 0.2), (0.8, 1.1), (1.1, 2.0)])
    new = Items.of([(a * slope, (b - shift) / slope, c) for a, b, c, _ in map(old.__getitem__, range(4))])
    linked = mean_sigma_link(new, old).convert(new)
    assert linked.a == pytest.approx(old.a)
    assert linked.b == pytest.approx(old.b)
    assert curve_difference(linked, old) == pytest.approx(np.zeros(4), abs=1e-9)


def test_abler_learners_do_not_make_items_look_easier():
    matrix, truth = simulated(3000, 40, seed=3, mean=1.0)
    found = calibrate(Responses.of(matrix), "2PL").parameters.items()
    assert (found.b - truth.b).mean() < -0.7
    linked = mean_sigma_link(found, truth).convert(found)
    assert curve_difference(linked, truth).max() < 0.08


def test_an_item_that_became_easy_stands_out():
    matrix, truth = simulated(3000, 40, seed=4)
    matrix[:, 7] = np.maximum(matrix[:, 7], np.random.default_rng(4).random(3000) < 0.7)
    found = calibrate(Responses.of(matrix), "2PL").parameters.items()
    difference = curve_difference(mean_sigma_link(found, truth).convert(found), truth)
    assert np.argmax(difference) == 7
    assert difference[7] > 0.08


def test_a_link_of_a_single_item_only_shifts():
    link = mean_sigma_link(Items.of([(1, 0.5)]), Items.of([(1, 1.5)]))
    assert (link.slope, link.shift) == (1, 1)


def test_alpha_of_complete_responses_is_cronbachs():
    matrix, _ = simulated(500, 20, seed=5)
    assert alpha(Responses.of(matrix)) == pytest.approx(cronbach_alpha(matrix.T), abs=0.002)


def test_alpha_of_different_forms_is_near_that_of_all_items():
    matrix, _ = simulated(4000, 20, seed=6)
    whole = alpha(Responses.of(matrix))
    matrix[np.random.default_rng(6).random(matrix.shape) < 0.5] = np.nan
    assert alpha(Responses.of(matrix), length=20) == pytest.approx(whole, abs=0.03)
    assert alpha(Responses.of(matrix)) < whole
    assert np.isnan(alpha(Responses.of([[1.0, np.nan], [np.nan, 0.0]])))


def test_statistics_tell_items_that_separate_learners_from_those_that_do_not():
    ability = np.linspace(-2, 2, 200)
    matrix = np.column_stack([ability > 0, np.arange(200) % 2 == 0, np.ones(200)]).astype(float)
    found = item_statistics(Responses.of(matrix), ability)
    assert found.facility == pytest.approx([0.5, 0.5, 1.0])
    assert found.discrimination == pytest.approx([1.0, 0.0, 0.0], abs=0.02)
    assert found.point_biserial[0] > 0.8
    assert abs(found.point_biserial[1]) < 0.05
    assert np.isnan(found.point_biserial[2])
    assert found.exposure == pytest.approx([1, 1, 1])
