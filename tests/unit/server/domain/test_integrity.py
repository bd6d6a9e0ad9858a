"""Which attempts are worth a look: rapid answers, a page that was left, pasted text, and misfit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.integrity import ENOUGH_TIMES, Observed, rapid_threshold, remarks

TIMES = st.lists(st.floats(0, 600), max_size=60)


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


@given(st.floats(15, 240), TIMES)
def test_the_threshold_is_never_above_ten_seconds(expected: float, times: list[float]):
    assert 0 <= rapid_threshold(expected, times) <= 10


@given(st.floats(15, 240), TIMES, st.randoms(use_true_random=False))
def test_the_threshold_does_not_depend_on_the_order(expected: float, times: list[float], random):
    shuffled = random.sample(times, len(times))
    assert rapid_threshold(expected, shuffled) == pytest.approx(rapid_threshold(expected, times))


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
