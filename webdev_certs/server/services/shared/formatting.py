"""Dates as text in English, in UTC, for mails and certificates."""

from datetime import UTC, datetime

from babel.dates import format_datetime


def long_date(moment: datetime) -> str:
    """Return a date, e.g. `21 November 2026`."""
    return format_datetime(moment, "d MMMM y", tzinfo=UTC, locale="en")
