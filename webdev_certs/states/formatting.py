"""Numbers and dates in words; dates in UTC, so that a certificate says the same day everywhere."""

from datetime import datetime


def counted(number: int, noun: str) -> str:
    """E.g. `1 day`, `14 days`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def long_date(moment: datetime | None) -> str:
    """E.g. `21 November 2026`; nothing for None."""
    return f"{moment.day} {moment:%B %Y}" if moment else ""


def date_time(moment: datetime | None) -> str:
    """E.g. `21 November 2026, 14:05 UTC`; nothing for None."""
    return f"{long_date(moment)}, {moment:%H:%M} UTC" if moment else ""
