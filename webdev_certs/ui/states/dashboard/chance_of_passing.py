"""The chance of passing the exam, in words."""

from dataclasses import dataclass

from webdev_certs.schemas.progress import LEAST_FOR_READINESS, TechnologyStanding
from webdev_certs.shared.translation import _, ngettext


@dataclass
class ChanceView:
    """The probability of passing, with its uncertainty."""

    note: str
    """How many answers it comes from, or how many are missing."""
    text: str = ""
    """Empty while there are too few answers, like the following."""
    likely: str = ""
    """How uncertain it is."""
    percent: int = 0
    low: int = 0
    high: int = 0
    label: str = ""
    """The whole, for screen readers."""


def chance_range(low: int, high: int) -> str:
    """Say in which range a probability in percent, from 1 to 99, probably is."""
    if low < high:
        return _("likely between {low}% and {high}%", low=low, high=high)
    # So near to an end of the scale that both are rounded to the same number.
    if low > 50:
        return _("likely {percent}% or more", percent=low)
    return _("likely {percent}% or less", percent=low)


def chance_view(row: TechnologyStanding) -> ChanceView:
    """Describe the chance of passing in a technology, or how many answers are missing to estimate it."""
    ready = row.readiness
    if ready is None:
        return ChanceView(
            ngettext(
                "Answer {n} more question to see your chance of passing.",
                "Answer {n} more questions to see your chance of passing.",
                max(LEAST_FOR_READINESS - row.answers, 1),
            )
        )
    text = _("{percent}%", percent=ready.probability)
    likely = chance_range(ready.low, ready.high)
    return ChanceView(
        ngettext("From your answers to {n} question.", "From your answers to {n} questions.", row.answers),
        text,
        likely,
        ready.probability,
        ready.low,
        ready.high,
        _("Chance of passing the {name} test: {chance}", name=row.name, chance=f"{text}, {likely}"),
    )
