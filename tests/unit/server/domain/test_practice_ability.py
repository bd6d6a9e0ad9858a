"""Ability and readiness from practice."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import STANDARD, ItemParameters, Items, Posterior, eap
from webdev_certs.server.domain.practice_ability import (
    WINDOW,
    FirstAnswer,
    ability_by_day,
    practice_posterior,
    readiness,
    topic_ability,
)
from webdev_certs.server.domain.score_and_interval import Ability

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
verdicts = st.lists(st.booleans(), min_size=1, max_size=30)


def answers(correct: Sequence[bool], *, topic: str = "t", hours: int = 6) -> list[FirstAnswer]:
    return [
        FirstAnswer(
            topic, "beginner", ItemParameters(1, (n % 3) - 1, 0.2), right, START + timedelta(hours=hours * n)
        )
        for n, right in enumerate(correct)
    ]


def ability(given_: list[FirstAnswer]) -> Ability:
    return Posterior(practice_posterior(given_)).ability


def test_without_answers_it_is_the_prior():
    assert practice_posterior([]).prior == pytest.approx(STANDARD.prior)


@given(verdicts)
def test_it_is_the_eap_of_the_answers(correct: list[bool]):
    given_ = answers(correct)
    expected = eap(Items.of(answer.parameters for answer in given_), correct)
    assert ability(given_).theta == pytest.approx(expected.theta)
    assert ability(given_).sd == pytest.approx(expected.sd)


def test_only_the_latest_answers_count():
    old, new = [False] * 50, [True] * WINDOW
    # Both end with the same answers to the same items, so only the number of earlier answers differs.
    assert ability(answers(old + new)[-WINDOW:]) == ability(answers(old + new))


@given(verdicts, st.integers(1, 10))
def test_the_last_day_is_todays_estimate(correct: list[bool], hours: int):
    given_ = answers(correct, hours=hours)
    days = ability_by_day(given_, UTC)
    assert days[-1].ability.theta == pytest.approx(ability(given_).theta)
    assert days[-1].ability.sd == pytest.approx(ability(given_).sd)
    assert days[-1].answers == len(given_)
    assert [one.day for one in days] == sorted({answer.answered_at.date() for answer in given_})


def test_each_day_has_the_estimate_from_the_answers_until_then():
    given_ = answers([True] * 100, hours=12)
    days = ability_by_day(given_, UTC)
    assert len(days) == 50
    assert days[9].day == date(2026, 3, 11)
    assert days[9].ability.theta == pytest.approx(ability(given_[:20]).theta)
    assert days[44].ability.theta == pytest.approx(ability(given_[:90]).theta)
    assert [one.day for one in ability_by_day(given_, UTC, most=3)] == [one.day for one in days[-3:]]
    assert ability_by_day([], UTC) == []


def test_a_topic_without_answers_has_no_estimate():
    assert topic_ability(answers([True]), "other", Ability(0, 1)) is None
    strong = topic_ability(answers([True] * 6), "t", Ability(0, 0.4))
    weak = topic_ability(answers([False] * 6), "t", Ability(0, 0.4))
    assert strong
    assert weak
    assert strong.theta > 0 > weak.theta


@given(verdicts, st.floats(-2, 2))
def test_readiness_is_a_probability_within_its_range(correct: list[bool], cut: float):
    ready = readiness(practice_posterior(answers(correct)), cut)
    assert 0 <= ready.low <= ready.probability <= ready.high <= 1


@given(st.lists(st.floats(0, 2), min_size=1, max_size=10), st.integers(1, 2), st.floats(-2, 2))
def test_the_range_of_readiness_narrows_with_more_answers(difficulties: list[float], more: int, cut: float):
    # For each right answer, a wrong one to an item as difficult as that one was easy: the estimate stays at
    # 0, so that only the number of answers decides.
    pairs = [
        FirstAnswer("t", "beginner", ItemParameters(1, sign * difficulty), sign < 0, START)
        for difficulty in difficulties
        for sign in (-1, 1)
    ]
    few, many = (readiness(practice_posterior(pairs * times), cut) for times in (1, 1 + more))
    assert few.low <= few.probability <= few.high
    assert few.low - 1e-9 <= many.low <= many.probability <= many.high <= few.high + 1e-9


@given(verdicts, st.floats(-2, 2), st.floats(0.01, 2))
def test_a_higher_cut_is_harder_to_reach(correct: list[bool], cut: float, more: float):
    posterior = practice_posterior(answers(correct))
    assert readiness(posterior, cut + more).probability < readiness(posterior, cut).probability


def test_readiness_at_the_prior_is_even_at_the_mean():
    assert readiness(STANDARD, 0.0).probability == pytest.approx(0.5)


@given(verdicts, st.randoms(use_true_random=False))
def test_within_the_window_the_order_does_not_matter(correct: list[bool], random):
    given_ = answers(correct)
    shuffled = random.sample(given_, len(given_))
    assert ability(shuffled).theta == pytest.approx(ability(given_).theta)
    whole = Ability(0.3, 0.4)
    one, other = topic_ability(given_, "t", whole), topic_ability(shuffled, "t", whole)
    assert one
    assert other
    assert (one.theta, one.sd) == (pytest.approx(other.theta), pytest.approx(other.sd))


@given(verdicts, st.floats(-2, 2))
def test_the_chance_to_pass_mirrors_the_chance_to_fail(correct: list[bool], cut: float):
    def mirrored(right: bool, n: int) -> FirstAnswer:
        return FirstAnswer("t", "beginner", ItemParameters(1, sign * ((n % 3) - 1)), right, START)

    sign = 1
    passes = readiness(practice_posterior([mirrored(right, n) for n, right in enumerate(correct)]), cut)
    sign = -1
    fails = readiness(practice_posterior([mirrored(not right, n) for n, right in enumerate(correct)]), -cut)
    assert passes.probability == pytest.approx(1 - fails.probability)
    assert (passes.low, passes.high) == (pytest.approx(1 - fails.high), pytest.approx(1 - fails.low))


@given(verdicts)
def test_a_cut_far_away_is_passed_always_or_never(correct: list[bool]):
    posterior = practice_posterior(answers(correct))
    assert readiness(posterior, -9.0).probability == pytest.approx(1)
    assert readiness(posterior, 9.0).probability == pytest.approx(0, abs=1e-9)
