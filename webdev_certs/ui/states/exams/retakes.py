"""When the learner can take a certification test again."""

from datetime import UTC, datetime

from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.shared.formatting import date_time


def retake_date(latest: AttemptSummary | None, zone: str = "UTC") -> str:
    """Return the date and time of the next possible attempt in words; empty if it is possible now.

    Args:
        latest: The learner's latest attempt at this exam, if any.
        zone: The learner's time zone.
    """
    retake_at = latest.retake_at if latest else None
    return date_time(retake_at, zone) if retake_at and retake_at > datetime.now(UTC) else ""
