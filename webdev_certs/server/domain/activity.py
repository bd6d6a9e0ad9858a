"""When a learner practiced: days, streaks and minutes, in the learner's time zone."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

LONGEST_PAUSE = timedelta(minutes=5)
"""An answer that took longer counts as this much practice, because the learner was probably away."""


@dataclass(frozen=True)
class Activity:
    """Practice by day.

    Attributes:
        days: Day → number of answers; only days with answers.
        minutes: Time spent, rounded.
        streak: Days in a row with answers, up to today, or up to yesterday while today has none.
        longest_streak: The most days in a row.
    """

    days: Mapping[date, int]
    minutes: int
    streak: int
    longest_streak: int


def summarize(
    answers: Iterable[tuple[Hashable, datetime, datetime]], zone: tzinfo, now: datetime
) -> Activity:
    """Return the activity of a learner.

    Args:
        answers: For each answer its practice session, when that started, and when the answer was given; the
            answers of a practice session in their order.
        zone: The learner's time zone.
        now: The current time.
    """
    given = list(answers)
    days = Counter(answered_at.astimezone(zone).date() for _practice, _started_at, answered_at in given)
    spent = sum(time_on_each(given), timedelta())
    today = now.astimezone(zone).date()
    return Activity(dict(sorted(days.items())), round(spent / timedelta(minutes=1)), *_streaks(days, today))


def time_on_each(answers: Iterable[tuple[Hashable, datetime, datetime]]) -> list[timedelta]:
    """Return the practice that each answer took, at most `LONGEST_PAUSE`.

    Args:
        answers: As in `summarize`.
    """
    before: dict[Hashable, datetime] = {}
    spent: list[timedelta] = []
    for practice, started_at, answered_at in answers:
        pause = answered_at - before.get(practice, started_at)
        spent.append(min(max(pause, timedelta()), LONGEST_PAUSE))
        before[practice] = answered_at
    return spent


def _streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """Return the current and the longest streak."""
    length = longest = 0
    last: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if last is not None and day - last == timedelta(days=1) else 1
        longest, last = max(longest, length), day
    is_current = last is not None and today - last <= timedelta(days=1)
    return (length if is_current else 0), longest
