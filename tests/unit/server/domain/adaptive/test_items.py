"""Response functions and information of the 1PL to 4PL models."""

import numpy as np
import pytest
from catsim import irt
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.server.domain.adaptive.strategies import THETA, any_item, two_pl
from webdev_certs.server.domain.adaptive import ItemParameters, Items, information, probabilities
from webdev_certs.server.domain.adaptive.items import curvature, slope


@given(any_item, THETA, THETA)
def test_the_probability_rises_with_ability(item: ItemParameters, one: float, other: float):
    items = Items.of([item])
    right, wrong = probabilities(items, [min(one, other), max(one, other)])
    assert right[0] <= right[1]
    assert right + wrong == pytest.approx(np.ones((2, 1)))


@given(any_item, THETA)
def test_the_probability_lies_between_the_asymptotes(item: ItemParameters, theta: float):
    right, _ = probabilities(Items.of([item]), theta)
    assert item.c <= right[0] <= item.d


@given(any_item)
def test_the_limits_are_the_asymptotes_and_at_b_it_is_their_mean(item: ItemParameters):
    steep = Items.of([item._replace(a=8.0)])
    low, high = probabilities(steep, [item.b - 8, item.b + 8])[0][:, 0]
    assert (low, high) == (pytest.approx(item.c, abs=1e-9), pytest.approx(item.d, abs=1e-9))
    assert probabilities(Items.of([item]), item.b)[0][0] == pytest.approx((item.c + item.d) / 2)


@given(two_pl, st.floats(0, 5))
def test_without_guessing_the_curve_is_symmetric_around_b(item: ItemParameters, distance: float):
    items = Items.of([item])
    right, wrong = probabilities(items, [item.b + distance, item.b - distance])
    assert right[0, 0] == pytest.approx(wrong[1, 0])
    above, below = information(items, [item.b + distance, item.b - distance])[:, 0]
    assert above == pytest.approx(below)


def test_tiny_probabilities_are_exact():
    right, wrong = probabilities(Items.of([(4.0, 4.0), (4.0, -4.0)]), [-6.0, 6.0])
    assert right[0, 0] == pytest.approx(np.exp(-40), rel=1e-12)
    assert wrong[1, 1] == pytest.approx(np.exp(-40), rel=1e-12)


@given(two_pl)
def test_the_information_of_2pl_is_largest_at_b_and_a_quarter_of_a_squared(item: ItemParameters):
    items, nodes = Items.of([item]), np.linspace(-6, 6, 241)
    most = information(items, item.b)[0]
    assert most == pytest.approx(item.a**2 / 4)
    assert information(items, nodes).max() <= most + 1e-12


@given(any_item, THETA)
def test_guessing_and_slips_only_take_information_away(item: ItemParameters, theta: float):
    items = Items.of([item, ItemParameters(item.a, item.b)])
    real, ideal = information(items, theta)
    assert 0 <= real <= ideal + 1e-12


@given(st.lists(any_item, min_size=1, max_size=20), THETA)
def test_the_fast_information_is_the_same(rows: list[ItemParameters], theta: float):
    items = Items.of(rows)
    assert items.information_at(theta) == pytest.approx(information(items, theta), rel=1e-9, abs=1e-12)


@given(any_item, st.floats(-4, 4))
def test_derivatives_are_those_of_the_probability(item: ItemParameters, theta: float):
    items, h = Items.of([item]), 1e-4
    low, middle, high = probabilities(items, [theta - h, theta, theta + h])[0][:, 0]
    assert slope(items, theta)[0] == pytest.approx((high - low) / (2 * h), abs=1e-6)
    assert curvature(items, theta)[0] == pytest.approx((high - 2 * middle + low) / h**2, abs=1e-4)


@given(st.lists(any_item, min_size=1, max_size=20), THETA)
def test_they_agree_with_catsim(rows: list[ItemParameters], theta: float):
    items, table = Items.of(rows), np.array([[*row, 0.0] for row in rows])
    assert probabilities(items, theta)[0] == pytest.approx(irt.icc_hpc(theta, table), abs=1e-6)
    assert information(items, theta) == pytest.approx(irt.inf_hpc(theta, table), abs=1e-6)


@pytest.mark.parametrize("row", [(0, 0), (9, 0), (1, 11), (1, 0, -0.1), (1, 0, 0.5, 0.5), (1, 0, 0, 1.1)])
def test_parameters_out_of_range_are_refused(row: tuple[float, ...]):
    with pytest.raises(ValueError, match="item 1 are out of range"):
        Items.of([(1, 0), row])
