"""Which attempts an operator should look at, and why. Nothing here changes a result.

Source of the thresholds for rapid guesses:
    Wise, S. L. & Ma, L. (2012). Setting response time thresholds for a CAT item pool: the normative threshold
        method – NT10: a tenth of the item's mean response time, at most 10 seconds.
    Wise, S. L. & Kong, X. (2005). Applied Measurement in Education 18(2), 163–183 – response time effort,
        the share of answers that are no rapid guesses; below 0.90 it is low.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

SHARE_OF_MEAN, MOST_SECONDS = 0.1, 10.0
ENOUGH_TIMES = 30
"""With fewer stored answers to an item, its author's `expected_seconds` stands for its mean time."""
RAPID_SHARE, RAPID_ANSWERS = 0.1, 3
"""Minimum share and number of rapid answers to list an attempt."""
LEFT_TIMES, LEFT_SECONDS = 3, 60
"""Minimum number of absences, or total seconds away, to list it."""
PASTES = 2
MISFIT = -2.33
"""List attempts with this lz* or less; 1% of learners reach it if the model holds and lz* is N(0, 1)."""


@dataclass(frozen=True)
class Observed:
    """What is known of one attempt apart from its score.

    Attributes:
        answered: How many items were answered.
        rapid: How many answers were rapid.
        rapid_correct: How many of these are correct.
        left: The seconds of each time that the page was left.
        pastes: How often a text was pasted.
        fit: lz* of its scored answers (`person_fit`); None if it is not defined.
    """

    answered: int
    rapid: int = 0
    rapid_correct: int = 0
    left: Sequence[int] = ()
    pastes: int = 0
    fit: float | None = None


def rapid_threshold(expected_seconds: float, times: Sequence[float]) -> float:
    """Return the seconds below which an answer to an item is rapid.

    Args:
        expected_seconds: How long its author expects an answer to take.
        times: The seconds of all stored answers to it.
    """
    mean = fmean(times) if len(times) >= ENOUGH_TIMES else expected_seconds
    return min(SHARE_OF_MEAN * mean, MOST_SECONDS)


def remarks(observed: Observed) -> list[str]:
    """Return in words why an attempt is worth a look; empty if it is not."""
    return list(_remarks(observed))


def _remarks(observed: Observed) -> Iterator[str]:
    times, seconds = len(observed.left), sum(observed.left)
    if times >= LEFT_TIMES or seconds >= LEFT_SECONDS:
        yield f"left the page {_counted(times, 'time')}, {_duration(seconds)} in all"
    if observed.pastes >= PASTES:
        yield f"pasted text {_counted(observed.pastes, 'time')}"
    if observed.rapid >= RAPID_ANSWERS and observed.rapid >= RAPID_SHARE * observed.answered:
        yield (
            f"{observed.rapid} of {_counted(observed.answered, 'answer')} came faster than the question can "
            f"be read, {observed.rapid_correct} of them correct"
        )
    if observed.fit is not None and observed.fit <= MISFIT:
        yield f"hard questions right and easy ones wrong (lz* {observed.fit:.1f})"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [_counted(minutes, "minute")] * (minutes > 0) + [_counted(rest, "second")] * (
        rest > 0 or not minutes
    )
    return " ".join(parts)
