"""Scores of attempts and of their topics."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import ItemParameters, Items, eap
from webdev_certs.server.domain.score_and_interval import Ability, to_scale
from webdev_certs.server.domain.topic_scores import (
    ScoredItem,
    estimate,
    reliability,
    score_topics,
    shrink,
    without_prior,
)

thetas = st.floats(-3, 3)
# The posterior of a topic is narrower than the prior, whose standard deviation is 1.
topic_sds = st.floats(0.15, 0.999)
taus = st.floats(0.05, 1.5)


def items(topic: str, *correct: bool) -> list[ScoredItem]:
    return [ScoredItem(topic, ItemParameters(), is_correct) for is_correct in correct]


def test_topics_keep_the_given_order_and_count_only_their_items():
    rows = score_topics([*items("b", True, False), *items("a", True)], ["a", "b", "c"])
    assert [(row.topic, row.items, row.correct) for row in rows] == [("a", 1, 1), ("b", 2, 1)]


def test_a_topic_has_a_wider_interval_than_the_whole_attempt():
    attempt = [*items("a", *[True] * 5), *items("b", *[True] * 5)]
    whole = to_scale(estimate(attempt))
    (first, _) = score_topics(attempt, ["a", "b"])
    assert first.scale.standard_error > whole.standard_error
    assert first.scale.low <= first.scale.score <= first.scale.high


def test_a_strong_topic_scores_above_a_weak_one():
    strong, weak = score_topics([*items("a", True, True), *items("b", False, False)], ["a", "b"])
    assert strong.scale.score > 500 > weak.scale.score


@st.composite
def estimates(draw: st.DrawFn) -> tuple[Ability, Ability]:
    """Return a topic's estimate and that of the whole, which is not less precise."""
    sd = draw(topic_sds)
    return Ability(draw(thetas), sd), Ability(draw(thetas), draw(st.floats(0.1, sd)))


@given(estimates(), taus)
def test_the_estimate_is_between_the_topics_own_and_the_whole(pair: tuple[Ability, Ability], tau: float):
    topic, whole = pair
    own, shrunk = without_prior(topic), shrink(topic, whole, tau)
    low, high = sorted((own.theta, whole.theta))
    assert low - 1e-9 <= shrunk.theta <= high + 1e-9


@given(estimates(), taus)
def test_the_interval_is_narrower_than_that_of_the_topics_own_answers(
    pair: tuple[Ability, Ability], tau: float
):
    topic, whole = pair
    assert shrink(topic, whole, tau).sd <= without_prior(topic).sd


@given(st.lists(st.booleans(), min_size=1, max_size=4), st.integers(1, 6), st.floats(-2, 2))
def test_more_items_with_the_same_share_correct_weigh_more(given_: list[bool], times: int, whole: float):
    def topic(repeated: int) -> Ability:
        answers = given_ * repeated
        return eap(Items.of([ItemParameters()] * len(answers)), answers)

    assert reliability(topic(times + 1)) > reliability(topic(times))
    few, many = (shrink(topic(n), Ability(whole, 0.3)) for n in (times, times + 1))
    own = without_prior(topic(times))
    if own.theta > whole + 1:
        assert whole < few.theta
        assert whole < many.theta


@given(estimates(), st.tuples(taus, taus))
def test_topics_that_differ_more_are_shrunk_less(pair: tuple[Ability, Ability], both: tuple[float, float]):
    topic, whole = pair
    close, apart = sorted(both)
    assume(apart - close > 1e-3)
    assert reliability(topic, close) < reliability(topic, apart)
    own = without_prior(topic)
    near, far = (abs(shrink(topic, whole, tau).theta - whole.theta) for tau in (close, apart))
    assert near <= far + 1e-9
    assert far <= abs(own.theta - whole.theta) + 1e-9


@given(estimates(), taus)
def test_symmetry(pair: tuple[Ability, Ability], tau: float):
    topic, whole = pair
    mirrored = shrink(Ability(-topic.theta, topic.sd), Ability(-whole.theta, whole.sd), tau)
    shrunk = shrink(topic, whole, tau)
    assert mirrored.theta == pytest.approx(-shrunk.theta)
    assert mirrored.sd == pytest.approx(shrunk.sd)


def test_without_differences_between_topics_only_the_whole_counts():
    whole = Ability(0.4, 0.3)
    shrunk = shrink(Ability(-1.0, 0.7), whole, 1e-9)
    assert (shrunk.theta, shrunk.sd) == (pytest.approx(0.4), pytest.approx(0.3))


def test_a_topic_without_information_takes_the_estimate_of_the_whole():
    shrunk = shrink(Ability(0.0, 1.0), Ability(0.8, 0.35))
    assert shrunk.theta == pytest.approx(0.8, abs=1e-6)


def test_removing_the_prior_undoes_a_normal_update():
    # An observation x = 2 with the error variance 0.5, and the prior N(0, 1).
    variance = 1 / (1 / 0.5 + 1)
    own = without_prior(Ability(2 / 0.5 * variance, variance**0.5))
    assert own.theta == pytest.approx(2)
    assert own.sd == pytest.approx(0.5**0.5)


def test_an_estimate_of_a_topic_in_figures():
    # The answers alone say 2 with the error variance 0.5, so with τ = 0.4 they weigh 0.16 / 0.66.
    shrunk = shrink(Ability(4 / 3, (1 / 3) ** 0.5), Ability(0.4, 0.3), 0.4)
    assert shrunk.theta == pytest.approx(0.4 * 50 / 66 + 2 * 16 / 66)
    assert shrunk.sd == pytest.approx((0.5 * 16 / 66 + 0.09 * (50 / 66) ** 2) ** 0.5)


@given(estimates(), taus, st.floats(0, 2))
def test_better_answers_in_the_topic_or_the_whole_never_lower_it(
    pair: tuple[Ability, Ability], tau: float, more: float
):
    topic, whole = pair
    shrunk = shrink(topic, whole, tau)
    assert shrunk.theta <= shrink(Ability(topic.theta + more, topic.sd), whole, tau).theta + 1e-9
    assert shrunk.theta <= shrink(topic, Ability(whole.theta + more, whole.sd), tau).theta + 1e-9


@given(estimates(), taus)
def test_the_weight_is_a_share_and_the_interval_is_real(pair: tuple[Ability, Ability], tau: float):
    topic, whole = pair
    assert 0 < reliability(topic, tau) < 1
    assert shrink(topic, whole, tau).sd > 0
