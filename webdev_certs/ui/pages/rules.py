"""Rules that several pages state: from the settings, and what all exams have in common."""

from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS
from webdev_certs.shared.translation import _, ngettext

QUESTIONS = _("{least} to {most}", least=MIN_ITEMS, most=MAX_ITEMS)


def after_last_attempt(days: int) -> str:
    """Say when the next attempt is possible.

    Args:
        days: The wait in days.

    Returns:
        The words before "your last attempt", such as "14 days after".
    """
    return ngettext("{n} day after", "{n} days after", days) if days else _("right after")


RETAKE = after_last_attempt(get_settings().retake_days)
VALIDITY = ngettext("{n} year", "{n} years", get_settings().certificate_years)
