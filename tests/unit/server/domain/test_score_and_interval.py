"""The scale of scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.score_and_interval import (
    Z_95,
    Ability,
    ScaleScore,
    likely,
    likely_points,
    to_scale,
    to_theta,
)


@given(st.floats(-10, 10), st.floats(0, 3))
def test_the_interval_contains_the_score_and_stays_on_the_scale(theta: float, sd: float):
    scale = to_scale(Ability(theta, sd))
    assert 200 <= scale.low <= scale.score <= scale.high <= 800


def test_the_scale_maps_ability_to_points():
    assert to_scale(Ability(0.0, 0.4)) == ScaleScore(500, 40)
    assert to_scale(Ability(1.234, 0.305)) == ScaleScore(623, 30)
    assert to_scale(Ability(3.5, 0.2)).score == 800
    assert to_scale(Ability(-3.5, 0.2)).score == 200


def test_points_map_back_to_ability():
    assert to_theta(500) == 0
    assert to_theta(623) == pytest.approx(1.23)


def test_the_interval_is_95_percent():
    scale = ScaleScore(500, 50)
    assert (scale.low, scale.high) == (402, 598)


@given(st.floats(-10, 10), st.floats(0, 5), st.floats(0, 3))
def test_a_higher_ability_never_scores_lower(theta: float, more: float, sd: float):
    lower, higher = to_scale(Ability(theta, sd)), to_scale(Ability(theta + more, sd))
    assert lower.score <= higher.score
    assert lower.low <= higher.low
    assert lower.high <= higher.high


@given(st.floats(-3, 3), st.floats(0, 2))
def test_scores_are_symmetric_around_the_mean(theta: float, sd: float):
    one, other = to_scale(Ability(theta, sd)), to_scale(Ability(-theta, sd))
    # Rounding to even can differ by a point.
    assert one.score + other.score == pytest.approx(1000, abs=1)
    assert one.low + other.high == pytest.approx(1000, abs=1)


@given(st.integers(200, 800))
def test_every_score_comes_back(points: int):
    assert to_scale(Ability(to_theta(points), 0.3)).score == points


@given(st.floats(-3, 3), st.floats(0.2, 1.5))
def test_the_likely_interval_undoes_the_prior(measured: float, error: float):
    """A normal measurement and the prior N(0, 1) give a normal posterior."""
    variance = 1 / (1 + 1 / error**2)
    low, high = likely(Ability(variance * measured / error**2, variance**0.5))
    assert (low + high) / 2 == pytest.approx(measured, abs=1e-6)
    assert (high - low) / 2 == pytest.approx(Z_95 * error, rel=1e-6)


def test_without_answers_every_score_is_likely():
    assert likely_points(ScaleScore(500, 100)) == (200, 800)
