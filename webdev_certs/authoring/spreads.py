"""How much the instances of families differ in difficulty, from blind ratings of some instances of each.

A file `review/<date>-instance-ratings-<technology>.csv` has the columns family, instance and rating: the
probability, from 0 to 100, that a barely qualified developer answers this instance correctly.

The SD of a family's ratings, as difficulties in logits, also contains the rater's noise. If instances were
rated more than once, their differences tell it. Otherwise only the noise of rounding is known and taken off,
so that spreads are rather too large. A handful of ratings says little, so each variance is a weighted mean of
the family's own and that of all families, which counts as `PRIOR` further ratings (Smyth, 2004, Statistical
Applications in Genetics and Molecular Biology 3(1), article 3).
"""

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd
from pathlib import Path
from statistics import fmean, mean, variance

from webdev_certs.server.domain.adaptive.items import rated_difficulty

PRIOR = 4
REPEATED = 20
"""How many repeated ratings are enough to know the rater's noise from them."""
_COLUMNS = ["family", "instance", "rating"]
_STEP = 0.001


class BadRatings(ValueError):
    """Raised for a file of ratings with a fault, with its line."""


@dataclass(frozen=True)
class Rating:
    """One rating of one instance, from 0 to 100."""

    family: str
    instance: str
    rating: float


def read_ratings(file: Path) -> list[Rating]:
    """Return the ratings of a file.

    Raises:
        BadRatings: A column is missing, or a rating is not a number from 0 to 100.
    """
    with file.open(encoding="utf-8", newline="") as text:
        rows = csv.DictReader(text)
        if list(rows.fieldnames or ()) != _COLUMNS:
            raise BadRatings(f"{file.name}: the columns must be {', '.join(_COLUMNS)}")
        ratings = []
        for number, row in enumerate(rows, 2):
            try:
                rating = float(row["rating"])
            except (TypeError, ValueError):
                rating = -1.0
            if not 0 <= rating <= 100:
                raise BadRatings(f"{file.name}, line {number}: a rating is a number from 0 to 100")
            ratings.append(Rating(row["family"], row["instance"], rating))
    return ratings


def spreads(ratings: Sequence[Rating], guessing: Mapping[str, float]) -> dict[str, float]:
    """Return the spread of each family with at least three rated instances, on the θ scale.

    Args:
        ratings: Ratings of instances.
        guessing: Family → the probability of a correct guess; families without are left out.
    """
    rated: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for each in ratings:
        if each.family in guessing:
            rated[each.family][each.instance].append(each.rating)
    noise = _repeated(rated, guessing)
    step = _step([each.rating for each in ratings])
    own: dict[str, tuple[float, int]] = {}
    for family, instances in rated.items():
        if len(instances) < 3:
            continue
        guess = guessing[family]
        means = [mean(_difficulty(rating, guess) for rating in found) for found in instances.values()]
        each_noise = fmean(
            (_rounding(mean(found), guess, step) if noise is None else noise) / len(found)
            for found in instances.values()
        )
        own[family] = max(variance(means) - each_noise, 0.0), len(means) - 1
    if not own:
        return {}
    common = fmean(value for value, _ in own.values())
    return {
        family: ((PRIOR * common + freedom * value) / (PRIOR + freedom)) ** 0.5
        for family, (value, freedom) in own.items()
    }


def _repeated(
    rated: Mapping[str, Mapping[str, Sequence[float]]], guessing: Mapping[str, float]
) -> float | None:
    """Return the variance of ratings of the same instance; None with too few of them."""
    squares, freedom = 0.0, 0
    for family, instances in rated.items():
        for found in instances.values():
            if len(found) > 1:
                squares += (len(found) - 1) * variance(
                    [_difficulty(each, guessing[family]) for each in found]
                )
                freedom += len(found) - 1
    return squares / freedom if freedom >= REPEATED else None


def _step(ratings: Sequence[float]) -> int:
    """Return to which multiple the ratings were rounded: 1, 5, 10 …"""
    return reduce(gcd, (round(rating) for rating in ratings), 0) or 1


def _rounding(rating: float, guess: float, step: int) -> float:
    """Return the variance that rounding adds to a difficulty (uniform, and linear around the rating)."""
    share = rating / 100
    slope = (rated_difficulty(share + _STEP, guess) - rated_difficulty(share - _STEP, guess)) / (2 * _STEP)
    return slope**2 * (step / 100) ** 2 / 12


def _difficulty(rating: float, guess: float) -> float:
    return rated_difficulty(rating / 100, guess)


def with_spreads(text: str, found: Mapping[str, float]) -> str:
    """Return the text of a file of item models with the spreads of these families, and else unchanged."""
    parts = re.split(r"(?m)^(?=- id: )", text)
    return "".join(_with_spread(part, found) for part in parts)


def _with_spread(part: str, found: Mapping[str, float]) -> str:
    named = re.match(r"- id: (\S+)", part)
    if named is None or named[1] not in found:
        return part
    line = f"  spread: {found[named[1]]:.2f}\n"
    without = re.sub(r"(?m)^  spread: .*\n", "", part)
    return re.sub(
        r"(?m)^(  difficulty: .*\n(?:  angoff: .*\n)?)", lambda match: match[1] + line, without, count=1
    )
