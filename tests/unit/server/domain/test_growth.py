"""Ability, growth and forgetting from practice, and the days until a chance of passing."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import ItemParameters
from webdev_certs.server.domain.growth import (
    FORGETTING_PER_DAY,
    FORGETTING_SPREAD,
    GROWTH_PER_HOUR,
    GROWTH_SPREAD,
    HORIZON,
    LONGEST_FORGETTING,
    DaysUntil,
    Growth,
    Spent,
    estimate_growth,
    look_back,
)
from webdev_certs.server.domain.practice_ability import (
    FirstAnswer,
    ability_that_passes,
    chance_of_passing,
    practice_posterior,
    readiness,
)

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CUT = 0.4
verdicts = st.lists(st.booleans(), min_size=1, max_size=30)
moments = st.lists(st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))).map(
    sorted
)


def learn(correct: Sequence[bool], *, minutes: float = 1, pause: float = 0) -> Growth:
    """Answer items of medium difficulty, each after some minutes, and wait some days."""
    answers = [FirstAnswer("t", "", ItemParameters(1, 0, 0.2), right, START) for right in correct]
    behind = [Spent(n * minutes, 0) for n in range(len(correct))]
    return estimate_growth(answers, behind, Spent(len(correct) * minutes, pause))


def chance(growth: Growth, days: float = 0) -> float:
    return readiness(growth.after(days, 15), CUT).probability


def ends(days: DaysUntil) -> list[float]:
    return [np.inf if end is None else end for end in days]


@given(st.floats(0.01, 0.99), st.floats(-2, 2))
def test_the_ability_that_passes_passes(share: float, cut: float):
    assert chance_of_passing(ability_that_passes(share, cut), cut) == pytest.approx(share)


@given(st.floats(-4, 4), st.floats(0.01, 1), st.floats(-2, 2))
def test_more_ability_passes_more_often(theta: float, more: float, cut: float):
    assert chance_of_passing(theta + more, cut) >= chance_of_passing(theta, cut)


@given(verdicts)
def test_without_time_in_between_it_is_the_posterior_of_practice(correct: list[bool]):
    answers = [FirstAnswer("t", "", ItemParameters(1, 0, 0.2), right, START) for right in correct]
    assert chance(learn(correct, minutes=0)) == pytest.approx(
        readiness(practice_posterior(answers), CUT).probability, abs=0.005
    )


@given(verdicts, st.floats(0, 30), st.floats(0.05, 0.95))
def test_the_interval_of_days_is_in_order_and_within_the_horizon(
    correct: list[bool], minutes: float, goal: float
):
    days = learn(correct).days_until(goal, CUT, minutes)
    low, expected, high = ends(days)
    assert 0 <= low <= expected <= high
    assert all(end is None or end <= HORIZON for end in days)


@given(verdicts, st.floats(0, 30), st.floats(0.1, 30))
def test_more_practice_on_each_day_takes_no_more_days(correct: list[bool], minutes: float, more: float):
    growth = learn(correct)
    slow, fast = (ends(growth.days_until(0.8, CUT, daily)) for daily in (minutes, minutes + more))
    assert all(one >= other for one, other in zip(slow, fast, strict=True))


@given(verdicts, st.floats(0.05, 0.9), st.floats(0.01, 0.05))
def test_a_higher_goal_takes_no_fewer_days(correct: list[bool], goal: float, more: float):
    growth = learn(correct)
    near, far = (ends(growth.days_until(share, CUT, 15)) for share in (goal, goal + more))
    assert all(one <= other for one, other in zip(near, far, strict=True))


@given(verdicts, st.floats(0, 30), st.floats(1, 30))
def test_a_longer_pause_lowers_the_chance(correct: list[bool], pause: float, more: float):
    assert chance(learn(correct, pause=pause + more)) < chance(learn(correct, pause=pause))


def test_without_answers_growth_and_forgetting_are_as_expected_of_everybody():
    growth = estimate_growth([], [], Spent(0, 0))
    for rates, median, spread in (
        (growth.per_minute, GROWTH_PER_HOUR / 60, GROWTH_SPREAD),
        (growth.per_day, FORGETTING_PER_DAY, FORGETTING_SPREAD),
    ):
        logarithms = np.log(rates / median)
        assert growth.weights @ logarithms == pytest.approx(0, abs=1e-9)
        assert (growth.weights @ logarithms**2) ** 0.5 == pytest.approx(spread, rel=0.1)


def test_somebody_who_gets_better_is_expected_to_grow_faster():
    better = learn([False] * 40 + [True] * 40, minutes=5)
    worse = learn([True] * 40 + [False] * 40, minutes=5)
    fast, slow = (float(growth.weights @ growth.per_minute) for growth in (better, worse))
    assert fast > 1.5 * slow
    assert chance(better) > chance(worse)


def assert_first_day(growth: Growth) -> None:
    """Assert that the chance is 80% on the expected day, and below that on the day before."""
    expected = growth.days_until(0.8, CUT, 15).expected
    if expected is None:
        assert chance(growth, HORIZON) < 0.8
    else:
        assert chance(growth, expected) >= 0.8
        assert expected == 0 or chance(growth, expected - 1) < 0.8


@given(verdicts, st.floats(0, 30), st.floats(0, 30))
def test_the_chance_is_reached_on_the_expected_day_and_not_before(
    correct: list[bool], minutes: float, pause: float
):
    assert_first_day(learn(correct, minutes=minutes, pause=pause))


@pytest.mark.parametrize(("wrong", "answers"), [(4, 20), (9, 30), (10, 20), (40, 60), (60, 60)])
def test_the_expected_day_is_that_of_the_chance_shown(wrong: int, answers: int):
    """The median of the days of all abilities would be much earlier."""
    growth = learn([False] * wrong + [True] * (answers - wrong))
    assert chance(growth) < 0.8
    assert_first_day(growth)


def test_without_practice_nobody_gets_there():
    assert learn([False] * 30).days_until(0.8, CUT, 0) == DaysUntil(None, None, None)


def test_who_is_there_needs_no_day():
    assert learn([True] * 60).days_until(0.01, CUT, 15) == DaysUntil(0, 0, 0)


@given(moments, moments)
def test_looking_back_never_goes_backwards(practiced: list[datetime], later: list[datetime]):
    behind = look_back([(moment, timedelta(minutes=1)) for moment in practiced], later)
    assert behind == sorted(behind)
    assert all(spent.minutes <= len(practiced) for spent in behind)


def test_looking_back_counts_what_was_before_and_shortens_long_pauses():
    second = START + timedelta(days=1)
    practiced = [(START, timedelta(minutes=2)), (second, timedelta(minutes=3))]
    longest = LONGEST_FORGETTING / timedelta(days=1)
    assert look_back(practiced, [START, second, second + timedelta(days=400)]) == [
        Spent(0, 0),
        Spent(2, 1),
        Spent(5, 1 + longest),
    ]
    assert look_back([], [START]) == [Spent(0, 0)]
