"""How long a learner has for a certification test, in words."""

from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared import exam_rules
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
