"""The deadline of an attempt, and the time left until it."""

from datetime import datetime, timedelta

from webdev_certs.shared.exam_rules import allowed_time


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
