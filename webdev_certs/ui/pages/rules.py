"""The rules that several pages tell: what the settings say, and what all blueprints have in common."""

from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states.formatting import counted

QUESTIONS, MINUTES, CUT_SCORE = 20, 45, 500
"""A test's length and time, and the mark that passes."""


def after_last_attempt(days: int) -> str:
    """When the next attempt is possible.

    Args:
        days: The wait.

    Returns:
        What goes before "the last attempt", such as "14 days after".
    """
    return f"{counted(days, 'day')} after" if days else "right after"


RETAKE = after_last_attempt(get_settings().retake_days)
VALIDITY = counted(get_settings().certificate_years, "year")
