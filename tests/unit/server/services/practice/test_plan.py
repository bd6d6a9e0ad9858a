"""Practice that no longer counts need not be read."""

from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np

from webdev_certs.server.domain.adaptive import ItemParameters
from webdev_certs.server.domain.growth import WINDOW
from webdev_certs.server.domain.practice_ability import FirstAnswer
from webdev_certs.server.services.practice.plan import (
    PracticeAnswer,
    by_technology,
    counts_since,
    growth_of,
)

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ITEM = ItemParameters(1, 0, 0.2)


def years_of_practice() -> list[PracticeAnswer]:
    """Return 40 practice sessions of ten answers over three years, some with long pauses in them."""
    random, found = Random(1), []
    for number in range(40):
        started_at = given = NOW - timedelta(days=28 * (40 - number))
        for _position in range(10):
            given += timedelta(seconds=random.choice([10, 60, 290, 310, 40_000]))
            found.append(PracticeAnswer(UUID(int=number), started_at, given, "react"))
    return found


def test_growth_is_the_same_without_practice_that_no_longer_counts():
    everything = years_of_practice()
    # The boundary is within a practice session.
    firsts = [
        FirstAnswer("t", "", ITEM, correct=number % 3 > 0, answered_at=answer.answered_at)
        for number, answer in enumerate(everything[:-4])
    ]
    since = counts_since({"react": firsts, "java": []}, NOW)
    kept = [answer for answer in everything if answer.answered_at >= since]
    assert WINDOW <= len(kept) < len(everything) - 100
    of_all, of_kept = (by_technology(answers)["react"] for answers in (everything, kept))
    assert of_kept[-WINDOW:] == of_all[-WINDOW:]
    one, other = (growth_of(firsts, practiced, NOW) for practiced in (of_all, of_kept))
    np.testing.assert_allclose(one.ability, other.ability, atol=1e-9)
    np.testing.assert_allclose(one.weights, other.weights, atol=1e-9)


def test_a_year_of_activity_counts_and_all_that_was_first_answered_before():
    old = FirstAnswer("t", "", ITEM, correct=True, answered_at=NOW - timedelta(days=900))
    assert NOW - counts_since({}, NOW) >= timedelta(days=366)
    assert counts_since({"react": [old]}, NOW) <= old.answered_at
