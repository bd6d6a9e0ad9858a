"""When a certification test can be taken again."""

from datetime import UTC, datetime

from webdev_certs.schemas.tests import TestSummary
from webdev_certs.states.formatting import long_date


def retake_date(latest: TestSummary | None) -> str:
    """The day from which the next attempt is possible, in words; nothing where it is now.

    Args:
        latest: the learner's latest attempt; None where there is none.
    """
    waits = latest and latest.retake_at and latest.retake_at > datetime.now(UTC)
    return long_date(latest.retake_at) if latest and waits else ""
