"""Rules of certification tests: pretest items, deadlines, passing, and the date of the next attempt."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from webdev_certs.shared.exam_rules import MAX_ITEMS, allowed_time

PASSING_RULE = 3
"""The rule of new attempts (`models.exams.Attempt.passing_rule`)."""
JUDGED_RULE = 2
"""From this rule on, an attempt is passed only if the exam came to its end, and few answers have no score."""
LIKELY_RULE = 3
"""From this rule on, the interval of a score is that of the answers alone (`score_and_interval.likely`)."""
YEAR = timedelta(days=365)
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


def is_passed(score: int, cut_score: int, answered: int, min_items: int, *, at_end: bool) -> bool:
    """Return whether an attempt is passed.

    Whoever ends an exam while ahead, or runs out of time, has not passed: otherwise stopping at a lucky
    moment would pass learners whom the exam has not judged yet.

    Args:
        score: Its score.
        cut_score: The score to reach.
        answered: How many scored items have an answer.
        min_items: With fewer nobody passes.
        at_end: Whether the exam came to its end: the decision was certain, or it went to its last item.
    """
    return at_end and score >= cut_score and answered >= min_items


def retake_at(starts: Sequence[datetime], waits: Sequence[int], most: int) -> datetime:
    """Return when a person may start an exam again, passed or not.

    Args:
        starts: When they started it, oldest first; at least one.
        waits: The days to wait after the first start in a year, the second, and so on; the last also counts
            for all further ones.
        most: How many starts a year has at most.
    """
    recent = [start for start in starts if start > starts[-1] - YEAR]
    earliest = recent[-1] + timedelta(days=waits[min(len(recent), len(waits)) - 1])
    return max(earliest, recent[-most] + YEAR) if len(recent) >= most else earliest


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
