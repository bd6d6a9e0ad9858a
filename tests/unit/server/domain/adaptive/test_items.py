"""Response functions, and the parameters with which items start."""

from math import exp

import numpy as np
import pytest
from catsim import irt
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.server.domain.adaptive.strategies import THETA, any_item
from webdev_certs.server.domain.adaptive import ItemParameters, Items, information, probabilities
from webdev_certs.server.domain.adaptive.items import (
    angoff_cut,
    curvature,
    guessing_probability,
    rated_difficulty,
    slope,
    starting_parameters,
)


@given(any_item, THETA, THETA)
def test_the_probability_rises_with_ability(item: ItemParameters, one: float, other: float):
    items = Items.of([item])
    right, wrong = probabilities(items, [min(one, other), max(one, other)])
    assert right[0] <= right[1]
    assert right + wrong == pytest.approx(np.ones((2, 1)))


def test_tiny_probabilities_are_exact():
    right, wrong = probabilities(Items.of([(4.0, 4.0), (4.0, -4.0)]), [-6.0, 6.0])
    assert right[0, 0] == pytest.approx(np.exp(-40), rel=1e-12)
    assert wrong[1, 1] == pytest.approx(np.exp(-40), rel=1e-12)


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


FORMATS = st.sampled_from(
    ["single_choice", "multiple_choice", "true_false", "output", "fill_in", "order_lines", "match_pairs"]
)


@pytest.mark.parametrize(
    ("item_format", "options", "matches", "expected"),
    [
        ("single_choice", 4, 0, 1 / 4),
        ("output", 5, 0, 1 / 5),
        ("true_false", 2, 0, 1 / 2),
        ("multiple_choice", 5, 0, 1 / 30),
        ("fill_in", 0, 0, 0),
        ("order_lines", 4, 0, 1 / 23),
        ("match_pairs", 3, 4, 1 / 24),
    ],
)
def test_guessing_follows_from_format_and_options(item_format, options, matches, expected):
    assert guessing_probability(item_format, options, matches) == pytest.approx(expected)


def test_without_a_rating_the_level_decides():
    levels = [
        starting_parameters("fill_in", level, None, 0) for level in ("beginner", "intermediate", "advanced")
    ]
    assert levels == [ItemParameters(1, -1), ItemParameters(1, 0), ItemParameters(1, 1)]


@given(st.floats(0.4, 0.9), st.floats(0, 0.3))
def test_the_just_competent_answer_correctly_as_often_as_rated(angoff: float, guess: float):
    known = (angoff - guess) / (1 - guess)
    if 0.05 < known < 0.95:
        b = rated_difficulty(angoff, guess)
        assert guess + (1 - guess) / (1 + exp(b)) == pytest.approx(angoff)


@given(FORMATS, st.sampled_from(["beginner", "intermediate", "advanced"]), st.floats(0.05, 0.98))
def test_a_lower_rating_never_makes_an_item_easier(item_format: str, level: str, angoff: float):
    options = 2 if item_format == "true_false" else 4
    harder = starting_parameters(item_format, level, angoff, options, 5)
    easier = starting_parameters(item_format, level, angoff + 0.01, options, 5)
    assert harder.b >= easier.b
    assert abs(harder.b) <= 2


@given(
    st.lists(st.tuples(st.floats(0.5, 2), st.floats(-2, 2), st.floats(0, 0.3)), min_size=1), st.floats(-2, 2)
)
def test_the_cut_is_where_the_ratings_come_true(rows: list[tuple[float, float, float]], cut: float):
    parameters = [ItemParameters(*row) for row in rows]
    ratings = [c + (1 - c) / (1 + exp(-a * (cut - b))) for a, b, c, _ in parameters]
    assert angoff_cut(parameters, ratings) == pytest.approx(cut, abs=1e-6)


def test_a_cut_needs_ratings():
    with pytest.raises(ValueError, match="rated items"):
        angoff_cut([], [])


@given(FORMATS, st.integers(3, 8), st.integers(0, 4))
def test_guessing_is_no_better_than_half_and_more_options_make_it_harder(
    item_format: str, options: int, spare: int
):
    few, more = (guessing_probability(item_format, n, n + spare) for n in (options, options + 1))
    assert 0 <= more <= few <= 0.5


@given(st.floats(0, 1), st.floats(0, 0.5))
def test_rated_difficulties_are_bounded(angoff: float, guess: float):
    assert abs(rated_difficulty(angoff, guess)) < 2.95


@given(
    st.lists(st.tuples(st.floats(0.5, 2), st.floats(-2, 2)), min_size=1, max_size=9),
    st.floats(0.2, 0.8),
    st.randoms(use_true_random=False),
)
def test_a_higher_mean_rating_raises_the_cut_in_any_order(
    rows: list[tuple[float, float]], rating: float, random
):
    parameters = [ItemParameters(*row) for row in rows]
    ratings = [rating] * len(rows)
    cut = angoff_cut(parameters, ratings)
    assert angoff_cut(random.sample(parameters, len(rows)), ratings) == pytest.approx(cut, abs=1e-6)
    assert angoff_cut(parameters, [one + 0.05 for one in ratings]) > cut
