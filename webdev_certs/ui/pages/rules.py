"""Rules that several pages state: from the settings, and what all exams have in common."""

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _, ngettext

MIN_QUESTIONS, MAX_QUESTIONS, MINUTES, CUT_SCORE = 20, 40, 45, 500
"""Smallest and largest length, time in minutes and cut score of every exam. At least 20 questions count.

The pages may not import the server's rules, so tests/unit/ui/pages/test_rules.py compares both."""
QUESTIONS = _("{least} to {most}", least=MIN_QUESTIONS, most=MAX_QUESTIONS)


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
