"""Properties of the formulas that judge items: bounds, limits, symmetry, and that no order matters."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.unit.server.domain.adaptive.strategies import any_item, two_pl
from tests.unit.server.domain.calibration.simulated import simulated
from webdev_certs.server.domain.adaptive import ItemParameters, Items
from webdev_certs.server.domain.calibration import WEAK, Calibration, Parameters, Responses, calibrate
from webdev_certs.server.domain.calibration.classical import alpha, item_statistics
from webdev_certs.server.domain.calibration.fit_and_drift import (
    curve_difference,
    item_fit,
    mean_sigma_link,
)

LEARNERS, ITEMS = 20, 5
# A third of the answers are missing.
MATRICES = arrays(np.float64, (LEARNERS, ITEMS), elements=st.sampled_from([0.0, 1.0, np.nan]))
SCORES = arrays(np.float64, LEARNERS, elements=st.integers(200, 800).map(float), unique=True)
MODELS = st.sampled_from(["1PL", "2PL", "3PL"])
pairs = st.lists(st.tuples(any_item, any_item), min_size=1, max_size=20)


def split(rows: list[tuple[ItemParameters, ItemParameters]]) -> tuple[Items, Items]:
    return Items.of(one for one, _ in rows), Items.of(other for _, other in rows)


@given(MATRICES, SCORES)
def test_classical_statistics_are_bounded(matrix: np.ndarray, scores: np.ndarray):
    found = item_statistics(Responses.of(matrix), scores)
    for values, low in ((found.facility, 0), (found.discrimination, -1), (found.point_biserial, -1)):
        known = values[~np.isnan(values)]
        assert ((known >= low - 1e-9) & (known <= 1 + 1e-9)).all()
    assert found.exposure == pytest.approx(found.answers / LEARNERS)


@given(MATRICES, SCORES, st.permutations(range(LEARNERS)), st.permutations(range(ITEMS)))
def test_no_order_changes_classical_statistics(matrix, scores, learners: list[int], items: list[int]):
    one = item_statistics(Responses.of(matrix), scores)
    other = item_statistics(Responses.of(matrix[np.ix_(learners, items)]), scores[learners])
    for name in ("facility", "discrimination", "point_biserial", "exposure"):
        moved = getattr(one, name)[items]
        assert getattr(other, name) == pytest.approx(moved, abs=1e-9, nan_ok=True)


@given(MATRICES, SCORES)
def test_swapping_right_and_wrong_mirrors_classical_statistics(matrix: np.ndarray, scores: np.ndarray):
    one = item_statistics(Responses.of(matrix), scores)
    other = item_statistics(Responses.of(1 - matrix), scores)
    put = one.answers > 0
    assert other.facility[put] == pytest.approx(1 - one.facility[put])
    assert other.discrimination == pytest.approx(-one.discrimination, nan_ok=True)
    assert other.point_biserial == pytest.approx(-one.point_biserial, abs=1e-9, nan_ok=True)


@settings(max_examples=25)
@given(st.integers(0, 1000), st.permutations(range(12)), st.integers(1, 100))
def test_alpha_is_at_most_one_grows_with_length_and_knows_no_order(seed: int, order: list[int], length: int):
    matrix, _ = simulated(200, 12, seed)
    found = alpha(Responses.of(matrix), length)
    assert found <= 1
    assert alpha(Responses.of(matrix[:, order]), length) == pytest.approx(found)
    assert alpha(Responses.of(1 - matrix), length) == pytest.approx(found)
    if found > 0:
        assert found < alpha(Responses.of(matrix), length + 1) < 1


@given(pairs)
def test_the_difference_of_curves_is_a_distance(rows: list[tuple[ItemParameters, ItemParameters]]):
    one, other = split(rows)
    difference = curve_difference(one, other)
    assert ((difference >= 0) & (difference <= 1)).all()
    assert difference == pytest.approx(curve_difference(other, one))
    assert curve_difference(one, one) == pytest.approx(np.zeros(len(one)))
    middle = Items.of([ItemParameters()] * len(one))
    assert (difference <= curve_difference(one, middle) + curve_difference(middle, other) + 1e-12).all()


@given(two_pl, st.floats(0, 2), st.floats(0.01, 2))
def test_the_further_apart_the_difficulties_the_larger_the_difference(item, near: float, more: float):
    b = -2.0
    own = Items.of([item._replace(b=b)] * 2)
    moved = Items.of([item._replace(b=b + near), item._replace(b=b + near + more)])
    small, large = curve_difference(moved, own)
    assert small < large


@given(pairs, st.randoms(use_true_random=False))
def test_a_link_gives_the_mean_and_does_not_depend_on_the_order(rows, random):
    new, in_use = split(rows)
    link = mean_sigma_link(new, in_use)
    assert link.slope > 0
    assert link.slope * new.b.mean() + link.shift == pytest.approx(in_use.b.mean(), abs=1e-9)
    shuffled = mean_sigma_link(*split(random.sample(rows, len(rows))))
    assert (shuffled.slope, shuffled.shift) == (
        pytest.approx(link.slope),
        pytest.approx(link.shift, abs=1e-6),
    )


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), MODELS, st.permutations(range(150)), st.permutations(range(8)))
def test_no_order_changes_estimates_errors_and_fit(seed: int, model, learners: list[int], items: list[int]):
    matrix, _ = simulated(150, 8, seed)
    matrix[0], matrix[1] = 0, 1
    one = calibrate(Responses.of(matrix), model, priors=WEAK)
    other = calibrate(Responses.of(matrix[np.ix_(learners, items)]), model, priors=WEAK)
    assert other.log_likelihood == pytest.approx(one.log_likelihood, abs=1e-3)
    assert other.parameters.intercept == pytest.approx(one.parameters.intercept[items], abs=1e-3)
    for mine, theirs in zip(_judged(one), _judged(other), strict=True):
        known = mine[~np.isnan(mine)]
        assert (known > 0).all()
        assert theirs == pytest.approx(mine[items], rel=0.02, nan_ok=True)


def _judged(found: Calibration) -> list[np.ndarray]:
    fit = item_fit(found)
    return [found.errors.slope, found.errors.intercept, fit.infit, fit.outfit]


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), st.sampled_from(["1PL", "2PL"]))
def test_swapping_right_and_wrong_mirrors_the_estimates(seed: int, model):
    matrix, _ = simulated(150, 8, seed)
    matrix[0], matrix[1] = 0, 1
    one = calibrate(Responses.of(matrix), model, priors=WEAK)
    other = calibrate(Responses.of(1 - matrix), model, priors=WEAK)
    assert other.parameters.slope == pytest.approx(one.parameters.slope, abs=0.01)
    assert other.parameters.intercept == pytest.approx(-one.parameters.intercept, abs=0.01)


@given(st.lists(st.tuples(any_item, st.just(0)), min_size=1, max_size=9))
def test_parameters_survive_the_way_to_a_vector_and_to_items(rows):
    items = Items.of(item for item, _ in rows)
    with np.errstate(divide="ignore"):
        parameters = Parameters(items.a, -items.a * items.b, np.log(items.c / (1 - items.c)))
    back = Parameters.of_vector(parameters.vector()).items()
    assert back.a == pytest.approx(items.a)
    assert back.b == pytest.approx(items.b, abs=1e-9)
    assert back.c == pytest.approx(items.c, abs=1e-9)
