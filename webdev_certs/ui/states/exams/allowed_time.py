"""How long a learner has for a certification test, in words."""

from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared import exam_rules
from webdev_certs.shared.translation import _, ngettext


def allowed_time(technology: TechnologySummary, learner: Profile) -> str:
    """Return the learner's time, e.g. `45 minutes`, or with extra time `56 minutes and 15 seconds`."""
    allowed = exam_rules.allowed_time(technology.minutes, learner.extra_time_percent)
    whole, rest = divmod(round(allowed.total_seconds()), 60)
    minutes = ngettext("{n} minute", "{n} minutes", whole)
    if not rest:
        return minutes
    return _("{minutes} and {seconds}", minutes=minutes, seconds=ngettext("{n} second", "{n} seconds", rest))
