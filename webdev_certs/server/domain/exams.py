"""Rules of certification tests: pretest items, deadlines, passing, and the date of the next attempt."""

import random
from datetime import datetime, timedelta

from webdev_certs.shared.exam_rules import MAX_ITEMS, allowed_time

PRETEST_ITEMS = 3
"""At most this many items of an exam are pretest items, which are not scored."""


def most_scored(available: int) -> int:
    """Return how many scored items an exam has at most: pretest items do not make it longer.

    Args:
        available: How many pretest items the technology has.
    """
    return MAX_ITEMS - min(available, PRETEST_ITEMS)


def pretest_positions(available: int, min_items: int, rng: random.Random) -> list[int]:
    """Return the positions of an attempt's pretest items, in order.

    They are random, never the first, and never after the shortest exam's last item, so every completed
    attempt reaches all of them.

    Args:
        available: How many pretest items the technology has.
        min_items: The smallest number of scored items.
        rng: Source of randomness.
    """
    count = min(available, PRETEST_ITEMS)
    return sorted(rng.sample(range(2, min_items + count), count))


def is_passed(score: int, cut_score: int, answered: int, min_items: int) -> bool:
    """Return whether an attempt is passed: its score reaches the cut score, with enough answers to judge."""
    return score >= cut_score and answered >= min_items


def retake_at(submitted_at: datetime, retake_days: int) -> datetime:
    """Return when the learner may take the exam again, whether they passed or not.

    Args:
        submitted_at: When the latest attempt ended.
        retake_days: The wait in days.
    """
    return submitted_at + timedelta(days=retake_days)


def deadline(started_at: datetime, minutes: int, extra_time_percent: int) -> datetime:
    """Return when an attempt ends.

    Args:
        started_at: When the attempt started.
        minutes: The time that the exam allows.
        extra_time_percent: How much longer this learner has, for example 50.
    """
    return started_at + allowed_time(minutes, extra_time_percent)


def is_over(deadline: datetime, now: datetime) -> bool:
    """Return whether the time of an attempt is up; it is at the deadline itself."""
    return now >= deadline


def seconds_left(deadline: datetime, now: datetime) -> int:
    """Return the seconds until the deadline, rounded up; 0 once the time is up.

    Rounded down, a countdown of these seconds would end before the attempt does.
    """
    return max(0, -((now - deadline) // timedelta(seconds=1)))
