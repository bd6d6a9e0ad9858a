"""The 2PL model, the EAP estimate and the scale."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.scoring import (
    GRID,
    Ability,
    ScaleScore,
    estimate_ability,
    probability_correct,
    to_scale,
)

parameters = st.tuples(st.floats(0.2, 3.0), st.floats(-4, 4))
answers = st.lists(st.tuples(parameters, st.booleans()), max_size=40)


def split(pairs):
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def test_at_its_difficulty_an_item_has_even_odds():
    probabilities = probability_correct(np.array([-1.0, 0.5]), np.array([1.0, 2.0]), np.array([-1.0, 0.5]))
    assert probabilities.shape == (2, 2)
    assert probabilities.diagonal() == pytest.approx([0.5, 0.5])


def test_the_response_function_is_the_logistic():
    (probability,) = probability_correct(np.array([1.3]), np.array([1.7]), np.array([-0.4])).flat
    assert probability == pytest.approx(1 / (1 + np.exp(-1.7 * (1.3 + 0.4))))


def test_without_items_the_estimate_is_the_prior():
    ability = estimate_ability([], [])
    assert ability.theta == pytest.approx(0, abs=1e-12)
    assert ability.sd == pytest.approx(1, abs=0.001)


def test_the_estimate_agrees_with_a_fine_integral():
    items, correct = [(1.2, -0.5), (0.8, 0.3), (2.0, 1.0)], [True, True, False]
    theta = np.linspace(-8, 8, 160_001)
    density = np.exp(-(theta**2) / 2)
    for (a, b), right in zip(items, correct, strict=True):
        p = 1 / (1 + np.exp(-a * (theta - b)))
        density *= p if right else 1 - p
    density /= density.sum()
    mean = (density * theta).sum()
    sd = np.sqrt((density * (theta - mean) ** 2).sum())
    ability = estimate_ability(items, correct)
    assert ability.theta == pytest.approx(mean, abs=0.001)
    assert ability.sd == pytest.approx(sd, abs=0.001)


def test_correct_and_incorrect_answers_are_symmetric():
    right = estimate_ability([(1.0, 0.7), (1.5, -0.2)], [True, True])
    wrong = estimate_ability([(1.0, -0.7), (1.5, 0.2)], [False, False])
    assert right.theta == pytest.approx(-wrong.theta)
    assert right.sd == pytest.approx(wrong.sd)


def test_a_thousand_items_do_not_underflow():
    ability = estimate_ability([(3.0, 4.0)] * 1000, [False] * 500 + [True] * 500)
    assert np.isfinite([ability.theta, ability.sd]).all()


def test_items_and_answers_must_have_the_same_length():
    with pytest.raises(ValueError, match="2 items but 1 answers"):
        estimate_ability([(1, 0), (1, 0)], [True])


@given(answers, st.data())
def test_one_more_correct_answer_never_lowers_the_estimate(pairs, data):
    items, correct = split(pairs)
    wrong = [place for place, right in enumerate(correct) if not right]
    if not wrong:
        return
    better = list(correct)
    better[data.draw(st.sampled_from(wrong))] = True
    assert estimate_ability(items, better).theta >= estimate_ability(items, correct).theta


@given(answers)
def test_estimates_stay_on_the_grid(pairs):
    ability = estimate_ability(*split(pairs))
    assert GRID[0] <= ability.theta <= GRID[-1]
    assert 0 <= ability.sd <= 1.01


@given(st.floats(-10, 10), st.floats(0, 3))
def test_the_interval_contains_the_score_and_stays_on_the_scale(theta, sd):
    scale = to_scale(Ability(theta, sd))
    assert 200 <= scale.low <= scale.score <= scale.high <= 800


def test_the_scale_maps_ability_to_points():
    assert to_scale(Ability(0.0, 0.4)) == ScaleScore(500, 40)
    assert to_scale(Ability(1.234, 0.305)) == ScaleScore(623, 30)
    assert to_scale(Ability(3.5, 0.2)).score == 800
    assert to_scale(Ability(-3.5, 0.2)).score == 200


def test_the_interval_is_95_percent():
    scale = ScaleScore(500, 50)
    assert (scale.low, scale.high) == (402, 598)
