"""How long a learner has for a certification test, and when it can be taken again."""

from datetime import UTC, datetime

from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared import exam_rules
from webdev_certs.shared.formatting import date_time
from webdev_certs.shared.translation import _, ngettext


def allowed_time(technology: TechnologySummary, learner: Profile) -> str:
    """Return the learner's time, e.g. `45 minutes`, or `56 minutes and 15 seconds, with your extra time`."""
    allowed = exam_rules.allowed_time(technology.minutes, learner.extra_time_percent)
    whole, rest = divmod(round(allowed.total_seconds()), 60)
    time = ngettext("{n} minute", "{n} minutes", whole)
    if rest:
        seconds = ngettext("{n} second", "{n} seconds", rest)
        time = _("{minutes} and {seconds}", minutes=time, seconds=seconds)
    return _("{time}, with your extra time", time=time) if learner.extra_time_percent else time


def retake_date(latest: AttemptSummary | None, zone: str = "UTC") -> str:
    """Return the date and time of the next possible attempt in words; empty if it is possible now.

    Args:
        latest: The learner's latest attempt at this exam, if any.
        zone: The learner's time zone.
    """
    retake_at = latest.retake_at if latest else None
    return date_time(retake_at, zone) if retake_at and retake_at > datetime.now(UTC) else ""
