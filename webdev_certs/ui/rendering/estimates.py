"""Scores with their intervals over time, and what they tell in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webdev_certs.shared.translation import _, ngettext


@dataclass(frozen=True)
class Estimate:
    """A score with its interval on one day."""

    day: date
    score: int
    low: int
    high: int
    note: str = ""
    """What the table says about it, e.g. the number of answers."""

    @property
    def interval(self) -> str:
        """The interval in numbers."""
        return f"{self.low}–{self.high}"


def in_words(name: str, practice: Sequence[Estimate], exams: Sequence[Estimate], cut: int) -> str:
    """Return sentences on what practice and exams tell about an ability.

    Args:
        name: The subject of the ability, such as a technology.
        practice: Estimates from practice, by day.
        exams: Scores of exams, by day.
        cut: The cut score.
    """
    parts: list[str] = []
    if practice:
        now = practice[-1]
        parts.append(
            _(
                "Practice puts your {name} ability at {score}, between {low} and {high}.",
                name=name,
                score=now.score,
                low=now.low,
                high=now.high,
            )
        )
        if len(practice) > 1:
            parts.append(_change(now.score - practice[0].score))
    if exams:
        parts.append(_("Your last test score is {score}.", score=exams[-1].score))
    return " ".join([*parts, _("You pass with {cut}.", cut=cut)])


def _change(points: int) -> str:
    if points > 0:
        return ngettext(
            "It is up {n} point since the first day shown.",
            "It is up {n} points since the first day shown.",
            points,
        )
    if points < 0:
        return ngettext(
            "It is down {n} point since the first day shown.",
            "It is down {n} points since the first day shown.",
            -points,
        )
    return _("It is unchanged since the first day shown.")
