"""Days, streaks and minutes of practice."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.activity import LONGEST_PAUSE, summarize

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def on_days(*ago: int) -> list[tuple[int, datetime, datetime]]:
    return [(n, NOW - timedelta(days=n, minutes=1), NOW - timedelta(days=n)) for n in ago]


@pytest.mark.parametrize(
    ("ago", "streak", "longest"),
    [
        ((), 0, 0),
        ((0,), 1, 1),
        ((1,), 1, 1),
        ((2,), 0, 1),
        ((0, 1, 2), 3, 3),
        ((1, 2, 3), 3, 3),
        ((0, 2, 3, 4), 1, 3),
        ((5, 6, 7, 8), 0, 4),
    ],
)
def test_streaks(ago: tuple[int, ...], streak: int, longest: int):
    activity = summarize(on_days(*ago), UTC, NOW)
    assert (activity.streak, activity.longest_streak) == (streak, longest)


@given(st.lists(st.integers(0, 30)))
def test_days_are_counted_and_the_longest_streak_is_at_least_the_current_one(ago: list[int]):
    activity = summarize(on_days(*ago), UTC, NOW)
    assert sum(activity.days.values()) == len(ago)
    assert list(activity.days) == sorted(activity.days)
    assert activity.streak <= activity.longest_streak <= len(set(ago))


def test_a_pause_counts_for_a_few_minutes_at_most():
    start = NOW - timedelta(hours=9)
    given_ = [("a", start, start + timedelta(minutes=n)) for n in (1, 3, 500)]
    assert summarize(given_, UTC, NOW).minutes == 3 + LONGEST_PAUSE // timedelta(minutes=1)


def test_the_days_are_those_of_the_zone():
    given_ = [("a", NOW, datetime(2026, 3, 9, 23, 30, tzinfo=UTC))]
    assert summarize(given_, UTC, NOW).days == {date(2026, 3, 9): 1}
    assert summarize(given_, ZoneInfo("Europe/Berlin"), NOW).days == {date(2026, 3, 10): 1}
