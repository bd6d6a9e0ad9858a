"""When a certification test can be taken again."""

from datetime import UTC, datetime

from webdev_certs.schemas.exams import TestSummary
from webdev_certs.ui.states.formatting import long_date


def retake_date(latest: TestSummary | None) -> str:
    """The day from which the next attempt is possible, in words; nothing where it is now.

    Args:
        latest: the learner's latest attempt; None where there is none.
    """
    retake_at = latest.retake_at if latest else None
    return long_date(retake_at) if retake_at and retake_at > datetime.now(UTC) else ""
