"""The names of difficulties."""

from collections.abc import Mapping

from webdev_certs.shared.translation import N_, _
from webdev_certs.shared.vocabulary import Difficulty

_NAMES: Mapping[Difficulty, str] = {
    "beginner": N_("Beginner"),
    "intermediate": N_("Intermediate"),
    "advanced": N_("Advanced"),
}


def difficulty_name(difficulty: Difficulty) -> str:
    """Return the name of a difficulty in the current language."""
    return _(_NAMES[difficulty])
