"""Rules of certification tests: their length, deadline, time left, and the date of the next attempt."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from webdev_certs.server.domain.adaptive import Rules
from webdev_certs.server.domain.scoring import to_theta

MIN_ITEMS = 20
MAX_ITEMS = 40
EXPOSURE_LIMIT = 0.3
"""The largest share of attempts that contain the same item, as long as other items fit."""


def exam_rules(cut_score: int, quotas: Mapping[str, int], min_items: int, max_items: int) -> Rules:
    """Return how an exam chooses its items and when it ends.

    Args:
        cut_score: In points of the 200–800 scale.
        quotas: Topic id → the blueprint's number of items.
        min_items: No decision with fewer answers.
        max_items: The largest number of items.
    """
    return Rules(
        cut=to_theta(cut_score),
        quotas=quotas,
        min_items=min_items,
        max_items=max_items,
        exposure_limit=EXPOSURE_LIMIT,
    )


def is_passed(score: int, cut_score: int, answered: int, min_items: int) -> bool:
    """Whether an attempt is passed: its score reaches the cut score, with enough answers to judge."""
    return score >= cut_score and answered >= min_items


def deadline(started_at: datetime, minutes: int, extra_time_percent: int) -> datetime:
    """Return when an attempt ends.

    Args:
        started_at: When the attempt started.
        minutes: The time that the exam allows.
        extra_time_percent: How much longer this learner has, for example 50.
    """
    return started_at + timedelta(minutes=minutes) * (100 + extra_time_percent) / 100


def is_over(deadline: datetime, now: datetime) -> bool:
    """Whether the time of an attempt is up; it is at the deadline itself."""
    return now >= deadline


def seconds_left(deadline: datetime, now: datetime) -> int:
    """Return the whole seconds until the deadline; 0 once the time is up."""
    return max(0, int((deadline - now).total_seconds()))


def retake_at(submitted_at: datetime, retake_days: int) -> datetime:
    """Return when the learner may take the exam again, whether they passed or not.

    Args:
        submitted_at: When the latest attempt ended.
        retake_days: The wait in days.
    """
    return submitted_at + timedelta(days=retake_days)
