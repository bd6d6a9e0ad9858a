"""When a mail that could not be sent is tried again."""

import random
from datetime import datetime, timedelta

GIVE_UP_AFTER = timedelta(days=2)
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=2)
_JITTER = 0.25
"""Pauses differ by up to this share, so that mails that failed together are not tried again together."""


def next_try(created_at: datetime, tries: int, now: datetime, rng: random.Random) -> datetime | None:
    """Return when to try a mail again; None to give it up.

    The pauses double from half a minute to two hours.

    Args:
        created_at: When the mail was queued.
        tries: How often it was tried, at least once.
        now: The current time.
        rng: Source of randomness.
    """
    doubled = _FIRST_PAUSE * 2 ** min(tries - 1, 10)
    pause = min(doubled, _LONGEST_PAUSE) * rng.uniform(1 - _JITTER, 1 + _JITTER)
    return now + pause if now + pause <= created_at + GIVE_UP_AFTER else None
