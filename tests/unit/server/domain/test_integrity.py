"""Attempts that are worth a look, and person fit."""

from itertools import product
from math import exp, log, prod, sqrt
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchmarks.false_alarms import held, observe
from tests.built_in import built_in_bank
from tests.unit.server.domain.adaptive.strategies import answered, any_item, split, two_pl
from webdev_certs.server.domain.adaptive import (
    ItemParameters,
    Items,
    log_likelihood,
    map_estimate,
    probabilities,
    wle,
)
from webdev_certs.server.domain.integrity import (
    ENOUGH_TIMES,
    Observed,
    person_fit,
    rapid_threshold,
    reasons_to_hold,
    remarks,
)


@pytest.mark.parametrize(
    ("expected", "times", "threshold"),
    [
        (60, [], 6),
        (240, [], 10),
        (60, [20.0] * (ENOUGH_TIMES - 1), 6),
        (60, [20.0] * ENOUGH_TIMES, 2),
        (60, [300.0] * ENOUGH_TIMES, 10),
    ],
)
def test_the_threshold_is_a_tenth_of_the_mean_time(expected: float, times: list[float], threshold: float):
    assert rapid_threshold(expected, times) == pytest.approx(threshold)


@pytest.mark.parametrize(
    ("observed", "words"),
    [
        (Observed(20), []),
        (Observed(20, left=(20, 20), pastes=1, rapid=2, rapid_correct=2, fit=-2.0), []),
        (Observed(20, left=(1, 2, 2)), ["left the page 3 times, 5 seconds in all"]),
        (Observed(20, left=(61,)), ["left the page 1 time, 1 minute 1 second in all"]),
        (Observed(20, left=(60, 60)), ["left the page 2 times, 2 minutes in all"]),
        (Observed(20, pastes=2), ["pasted text 2 times"]),
        (
            Observed(30, rapid=3, rapid_correct=1),
            ["3 of 30 answers came faster than the question can be read, 1 of them correct"],
        ),
        (Observed(31, rapid=3, rapid_correct=3), []),
        (Observed(20, fit=-2.4), ["hard questions right and easy ones wrong (lz* -2.4)"]),
    ],
)
def test_the_reasons_in_words(observed: Observed, words: list[str]):
    assert remarks(observed) == words


def test_all_reasons_are_given():
    assert len(remarks(Observed(20, 10, 5, (30, 30, 30), 4, -3.0))) == 4


Estimator = Literal["wle", "map"]
ESTIMATORS: tuple[Estimator, ...] = ("wle", "map")
DIFFICULTIES = (-1.5, -0.5, 0.0, 0.5, 1.5)
RASCH = Items.of(ItemParameters(1.0, b) for b in DIFFICULTIES)


def by_enumeration(difficulties: tuple[float, ...], correct: tuple[bool, ...], theta: float) -> float:
    """Return lz* of Rasch items at a MAP estimate, with moments over all patterns instead of formulas.

    The likelihood of a pattern, corrected by the multiple of its number right that makes the two
    uncorrelated, is standardized by its mean and its variance over all patterns.
    """
    chances = [1 / (1 + exp(b - theta)) for b in difficulties]
    patterns = list(product((False, True), repeat=len(difficulties)))
    weights = [prod(p if x else 1 - p for p, x in zip(chances, pattern, strict=True)) for pattern in patterns]
    logs = [log(weight) for weight in weights]
    rights = [sum(pattern) for pattern in patterns]

    def mean(values: list[float]) -> float:
        return sum(weight * value for weight, value in zip(weights, values, strict=True))

    log_mean, right_mean = mean(logs), mean([float(right) for right in rights])
    covariance = mean([(a - log_mean) * (b - right_mean) for a, b in zip(logs, rights, strict=True)])
    c = covariance / mean([(right - right_mean) ** 2 for right in rights])
    corrected = [a - log_mean - c * (b - right_mean) for a, b in zip(logs, rights, strict=True)]
    spread = sqrt(mean([value**2 for value in corrected]))
    own = log(prod(p if x else 1 - p for p, x in zip(chances, correct, strict=True)))
    return (own - log_mean + c * -theta) / spread


@pytest.mark.parametrize("correct", list(product((False, True), repeat=5)))
def test_it_is_what_a_count_of_all_answers_gives(correct: tuple[bool, ...]):
    theta = map_estimate(RASCH, correct).theta
    found = person_fit(RASCH, correct, "map")
    assert found == pytest.approx(by_enumeration(DIFFICULTIES, correct, theta), abs=1e-6)


def test_easy_ones_wrong_and_hard_ones_right_do_not_fit():
    expected, reversed_ = (True, True, True, False, False), (False, False, True, True, True)
    for estimator in ESTIMATORS:
        good, bad = person_fit(RASCH, expected, estimator), person_fit(RASCH, reversed_, estimator)
        assert good is not None
        assert bad is not None
        assert bad < -2 < 0.5 < good


@given(answered(any_item, least=2), st.sampled_from(ESTIMATORS), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(pairs, estimator: Estimator, random):
    shuffled = random.sample(pairs, len(pairs))
    one, other = person_fit(*split(pairs), estimator), person_fit(*split(shuffled), estimator)
    assert (one is None) == (other is None)
    if one is not None:
        assert one == pytest.approx(other, abs=1e-5)


@given(answered(two_pl, least=2))
def test_mirrored_items_and_answers_fit_equally(pairs):
    items, correct = split(pairs)
    # With a symmetrical likelihood, the two estimates are each other's negative.
    assume(abs(wle(items, correct).theta) < 5.9)
    mirrored = Items(items.a, -items.b, items.c, items.d)
    one, other = person_fit(items, correct), person_fit(mirrored, [not right for right in correct])
    assert (one is None) == (other is None)
    if one is not None:
        assert one == pytest.approx(other, abs=1e-4)


@given(st.lists(st.floats(-3, 3), min_size=4, max_size=20, unique=True), st.data())
def test_with_equal_numbers_right_the_likelier_pattern_fits_better(difficulties: list[float], data):
    items = Items.of(ItemParameters(1.0, b) for b in difficulties)
    right = data.draw(st.integers(1, len(difficulties) - 1))
    one = data.draw(st.permutations([True] * right + [False] * (len(difficulties) - right)))
    other = data.draw(st.permutations(one))
    # Rasch estimates depend only on the number of right answers.
    theta = np.array([map_estimate(items, one).theta])
    likelihoods = [float(log_likelihood(items, answers, theta)[0]) for answers in (one, other)]
    assume(abs(likelihoods[0] - likelihoods[1]) > 1e-3)
    fit, other_fit = (person_fit(items, answers, "map") for answers in (one, other))
    assert fit is not None
    assert other_fit is not None
    assert (fit > other_fit) == (likelihoods[0] > likelihoods[1])


def test_it_is_not_defined_without_enough_to_compare():
    assert person_fit(Items.of([]), []) is None
    assert person_fit(RASCH.take([0]), [True]) is None
    assert person_fit(RASCH.take([1, 1, 1]), [True, False, True]) is None
    with pytest.raises(ValueError, match="5 items but 1 answers"):
        person_fit(RASCH, [True])


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_under_the_model_it_is_standard_normal(estimator: Estimator):
    rng = np.random.default_rng(1)
    items = Items(rng.uniform(0.7, 1.6, 40), rng.normal(size=40), np.full(40, 0.2), np.ones(40))
    right, _ = probabilities(items, rng.normal(size=1000))
    fits = [person_fit(items, answers, estimator) for answers in rng.random(right.shape) < right]
    values = np.array([fit for fit in fits if fit is not None])
    assert len(values) == 1000
    assert abs(values.mean()) < 0.1
    assert 0.85 < values.var() < 1.15
    assert 0.025 < (values <= -1.645).mean() < 0.075


def test_in_an_adaptive_exam_it_is_close_to_standard_normal():
    abilities = np.random.default_rng(2).normal(size=500)
    observed = [each for _, each in observe(built_in_bank().get("java"), abilities, seed=1)]
    fits = np.array([each.fit for each in observed if each.fit is not None])
    assert len(fits) == 500
    assert abs(fits.mean()) < 0.25
    assert 0.75 < fits.var() < 1.2
    assert (fits <= -2.33).mean() <= 0.04


@pytest.mark.parametrize(
    ("observed", "reasons"),
    [
        (Observed(20), []),
        (Observed(20, left=(600,), pastes=9, left_and_pasted=1, rapid=2, rapid_correct=2, fit=-2.9), []),
        (Observed(20, rapid=3), ["rapid_answers"]),
        (Observed(31, rapid=3), []),
        (Observed(20, fit=-3.0), ["misfit"]),
        (Observed(20, left_and_pasted=2), ["left_and_pasted"]),
        (Observed(20, rapid=9, left_and_pasted=9, fit=-4.0), ["rapid_answers", "misfit", "left_and_pasted"]),
    ],
)
def test_the_reasons_to_hold_a_passing_attempt(observed: Observed, reasons: list[str]):
    assert reasons_to_hold(observed) == reasons


def test_fewer_than_one_honest_passing_attempt_in_a_hundred_is_held():
    """The figures of more learners are in docs/measurement.md."""
    counted = held(built_in_bank().get("react"), np.random.default_rng(2).normal(0.8, 0.7, size=500), seed=1)
    assert counted["passed"] > 200
    assert counted["held"] < 0.01 * counted["passed"]
