"""Spreads of families from blind ratings, and where they are written."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from webdev_certs.authoring.spreads import BadRatings, Rating, read_ratings, spreads, with_spreads

FAMILIES = 60
GUESSING = {f"vue-x-m{number:03}": 0.25 for number in range(FAMILIES)}


def ratings(spread: Callable[[int], float], noise: float, times: int, step: int = 1) -> list[Rating]:
    """Return ratings of five instances of each family, each rated so many times."""
    rng = np.random.default_rng(4)
    found = []
    for number, family in enumerate(GUESSING):
        middle = rng.normal(0, 0.4)
        for instance in range(5):
            difficulty = middle + rng.normal(0, spread(number))
            for _ in range(times):
                seen = 0.25 + 0.75 / (1 + np.exp(difficulty + rng.normal(0, noise)))
                found.append(Rating(family, str(instance), step * round(100 * seen / step)))
    return found


@pytest.mark.parametrize("spread", [0.0, 0.2, 0.5])
def test_the_noise_of_a_rater_is_no_spread_if_instances_were_rated_twice(spread: float):
    found = spreads(ratings(lambda _: spread, noise=0.3, times=2), GUESSING)
    assert np.mean(list(found.values())) == pytest.approx(spread, abs=0.12)


def test_rounding_is_no_spread():
    found = spreads(ratings(lambda _: 0.0, noise=0.0, times=1, step=5), GUESSING)
    assert max(found.values()) < 0.12


def test_families_that_differ_more_have_larger_spreads():
    found = list(spreads(ratings(lambda number: 0.6 if number % 2 else 0.1, 0.0, 1), GUESSING).values())
    even, odd = np.mean(found[::2]), np.mean(found[1::2])
    # Five ratings say little: each spread is drawn to that of all families.
    assert 0.1 < even < 0.42 < odd < 0.6


def test_two_instances_are_too_few():
    assert spreads([Rating("vue-x-m001", name, 50) for name in "ab"], GUESSING) == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("family,rating\n", "the columns must be family, instance, rating"),
        ("family,instance,rating\na,b,50\na,b,101\n", "line 3: a rating is a number from 0 to 100"),
        ("family,instance,rating\na,b,much\n", "line 2: a rating is a number from 0 to 100"),
    ],
)
def test_faults_of_a_file_are_named(text: str, fault: str, tmp_path: Path):
    file = tmp_path / "ratings.csv"
    file.write_text(text)
    with pytest.raises(BadRatings, match=fault):
        read_ratings(file)


def test_spreads_are_written_beside_the_rating_and_replaced():
    first = "- id: a-m001\n  difficulty: advanced\n  angoff: 0.5\n  stem: x\n"
    text = first + "\n- id: b-m002\n  difficulty: beginner\n"
    once = with_spreads(text, {"a-m001": 0.234})
    assert once == text.replace("  angoff: 0.5\n", "  angoff: 0.5\n  spread: 0.23\n")
    twice = with_spreads(once, {"a-m001": 0.5, "b-m002": 0.1})
    assert twice == once.replace("0.23", "0.50") + "  spread: 0.10\n"
