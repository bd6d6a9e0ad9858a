"""Rules of every certification test that screens state and the API applies."""

from datetime import timedelta

MINUTES = 45
"""How long an exam takes, unless its blueprint says otherwise."""
CUT_SCORE = 500
"""The score needed to pass, unless the blueprint says otherwise."""
MIN_ITEMS = 20
"""An exam has no fewer scored items."""
MAX_ITEMS = 40
"""An exam has no more items, pretest items included."""
SCALE_LOW, SCALE_HIGH = 200, 800
"""The ends of the scale of scores."""


def allowed_time(minutes: int, extra_time_percent: int) -> timedelta:
    """Return how long a learner has for an exam.

    Args:
        minutes: The time that the exam allows.
        extra_time_percent: How much longer this learner has, for example 50.
    """
    return timedelta(minutes=minutes) * (100 + extra_time_percent) / 100
