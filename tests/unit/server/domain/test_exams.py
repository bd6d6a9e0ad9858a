"""Rules of time for certification tests."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.exams import (
    PRETEST_ITEMS,
    YEAR,
    deadline,
    is_over,
    is_passed,
    pretest_positions,
    retake_at,
    seconds_left,
)

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
END = START + timedelta(minutes=45)

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))


@pytest.mark.parametrize(("extra_time_percent", "minutes"), [(0, 45), (25, 56.25), (50, 67.5), (100, 90)])
def test_extra_time_extends_the_deadline(extra_time_percent: int, minutes: float):
    assert deadline(START, 45, extra_time_percent) == START + timedelta(minutes=minutes)


def test_an_attempt_is_over_at_its_deadline():
    assert not is_over(END, END - timedelta(microseconds=1))
    assert is_over(END, END)


@pytest.mark.parametrize(
    ("left", "seconds"), [(45 * 60, 2700), (37.9, 38), (1.9, 2), (0.9, 1), (0.000001, 1), (0, 0), (-60, 0)]
)
def test_seconds_left_are_rounded_up_and_never_negative(left: float, seconds: int):
    assert seconds_left(END, END - timedelta(seconds=left)) == seconds


@given(moments, moments)
def test_an_attempt_that_is_over_has_no_seconds_left(end: datetime, now: datetime):
    left = seconds_left(end, now)
    if is_over(end, now):
        assert left == 0
    else:
        assert timedelta(seconds=left - 1) < end - now <= timedelta(seconds=left)


def days(*numbers: float) -> list[datetime]:
    return [START + timedelta(days=number) for number in numbers]


@pytest.mark.parametrize(
    ("starts", "wait"),
    [
        ([0], 14),
        ([0, 14], 14 + 30),
        ([0, 14, 44], 44 + 90),
        # The fourth start in a year is the last one until the first is a year ago.
        ([0, 14, 44, 134], 365),
        ([0, 14, 44, 300], 300 + 90),
        ([0, 14, 44, 134, 365], 365 + 90),
        ([0, 366], 366 + 14),
    ],
)
def test_waits_grow_with_the_starts_of_a_year(starts: list[float], wait: float):
    assert retake_at(days(*starts), (14, 30, 90), 4) == START + timedelta(days=wait)


def test_without_waits_only_the_number_counts():
    assert retake_at(days(0), (0,), 2) == START
    assert retake_at(days(0, 1), (0,), 2) == START + timedelta(days=365)


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=9).map(sorted), st.integers(1, 5))
def test_nobody_starts_more_often_in_a_year_than_allowed(wished: list[float], most: int):
    """Whoever starts as soon as allowed after each wish never has more starts in a year."""
    taken: list[datetime] = []
    for wish in days(*wished):
        taken.append(max(wish, retake_at(taken, (14, 30, 90), most)) if taken else wish)
    for start in taken:
        assert sum(start <= other < start + YEAR for other in taken) <= most


@pytest.mark.parametrize(
    ("score", "answered", "at_end", "passed"),
    [(500, 20, True, True), (499, 20, True, False), (700, 19, True, False), (700, 25, False, False)],
)
def test_passing_takes_the_score_and_the_end(score: int, answered: int, at_end: bool, passed: bool):
    assert is_passed(score, 500, answered, 20, at_end=at_end) is passed


@given(st.integers(0, 9), st.integers(2, 40), st.integers())
def test_pretest_items_are_never_first_and_always_reached(available: int, min_items: int, seed: int):
    positions = pretest_positions(available, min_items, Random(seed))
    assert len(positions) == min(available, PRETEST_ITEMS)
    assert positions == sorted(set(positions))
    assert all(position > 1 for position in positions)
    for before, position in enumerate(positions):
        # Fewer scored items come before it than the shortest exam has.
        assert position - 1 - before < min_items


def test_pretest_items_come_at_all_positions_alike():
    rng = Random(1)
    counts = Counter(place for _ in range(7000) for place in pretest_positions(5, 20, rng))
    assert set(counts) == set(range(2, 23))
    assert all(count == pytest.approx(1000, rel=0.15) for count in counts.values())
