"""The clock that the sandboxes are given, so that tests can move their time."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the present moment, timezone-aware in UTC."""
    return datetime.now(UTC)
