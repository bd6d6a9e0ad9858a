"""Rules of every certification test that screens state and the API applies."""

from datetime import timedelta

MINUTES = 45
"""How long an exam takes, unless its blueprint says otherwise."""
STANDARD = 500
"""The score of somebody who is just good enough for everyday work: what a certificate asserts."""
CUT_SCORE = 540
"""The score needed to pass, unless the blueprint says otherwise.

Scores have errors. If the standard itself were enough, one certificate in ten would be held by somebody below
it. With this mark at most 5% are after a first attempt, and 8% under the retake rule; docs/measurement.md has
the figures.
"""
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
