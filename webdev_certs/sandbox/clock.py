"""The clock as a value that is passed in, so that no rule has to be patched to be tested."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present moment, timezone-aware in UTC."""
    return datetime.now(UTC)
