"""Answer similarity: exact probabilities, planted pairs, and false alarms."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from tests.unit.authoring.psychometrics.simulated import bank
from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.similarity import at_least, numbered, similar_pairs
from webdev_certs.server.domain.adaptive import probabilities
from webdev_certs.server.domain.calibration import Responses


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7), st.data())
def test_the_tail_is_what_counting_all_outcomes_gives(chances: list[float], data: st.DataObject):
    number = data.draw(st.integers(0, len(chances)))
    total = sum(
        np.prod([chance if hit else 1 - chance for chance, hit in zip(chances, outcome, strict=True)])
        for outcome in product([True, False], repeat=len(chances))
        if sum(outcome) >= number
    )
    assert at_least(np.array(chances), number) == pytest.approx(total, abs=1e-12)


def test_equal_chances_are_a_binomial():
    assert at_least(np.full(40, 0.3), 25) == pytest.approx(binom.sf(24, 40, 0.3), rel=1e-9)


def working_alone(learners: int, items: int, seed: int) -> tuple[Answers, np.ndarray]:
    """Return answers to items with three distractors, of which the first attracts most."""
    rng = np.random.default_rng(seed)
    found, theta = bank(items, rng), rng.normal(size=learners)
    right, _ = probabilities(found, theta)
    wrong = rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15], size=right.shape)
    given = np.where(rng.random(right.shape) < right, 0, wrong)
    return _answers(given, found), given


def _answers(given: np.ndarray, items) -> Answers:
    matrix = np.where(given < 0, np.nan, given == 0)
    return Answers(Responses.of(matrix), items, np.ones(len(items), dtype=np.bool_))


def test_pairs_that_copy_are_found_and_others_are_not():
    answers, given = working_alone(300, 40, 2)
    level = {"level": 0.01, "min_shared": 10}
    alone = similar_pairs(answers, given, **level)
    assert (alone.pairs, alone.shared) == (300 * 299 / 2, 40)
    assert alone.found == ()
    copied = given.copy()
    rng = np.random.default_rng(9)
    # A weak learner copies nine of ten answers of another weak learner.
    weak = np.argsort(answers.theta)[20:22]
    takes = rng.random(40) < 0.9
    copied[weak[0], takes] = copied[weak[1], takes]
    found = similar_pairs(_answers(copied, answers.items), copied, **level).found
    assert [{each.first, each.second} for each in found] == [set(weak.tolist())]
    assert found[0].same_wrong >= 5
    assert found[0].same > found[0].expected + 10


def test_a_tenth_of_the_level_is_a_tenth_of_the_false_alarms_or_less():
    probabilities_of_pairs = []
    for seed in range(3):
        answers, given = working_alone(120, 40, seed)
        # Each pair is judged by level / pairs, so this level lists those below 1%.
        found = similar_pairs(answers, given, level=0.01 * 120 * 119 / 2, min_shared=10)
        probabilities_of_pairs += [each.probability for each in found.found]
    # The test is discrete and works with estimates, so it may be stricter than 1%, but not much laxer.
    assert len(probabilities_of_pairs) <= 0.013 * 3 * 120 * 119 / 2


def test_learners_who_share_too_little_are_not_compared():
    answers, given = working_alone(4, 12, 1)
    given[0, 5:] = -1
    found = similar_pairs(_answers(given, answers.items), given, level=0.01, min_shared=6)
    assert found.pairs == 3
    assert np.isnan(similar_pairs(_answers(given, answers.items), given, level=0.01, min_shared=13).shared)


def test_answers_are_numbered_item_by_item():
    table = numbered([["", "b", None, "c"], ["x", "", "x", "y"]])
    assert table.tolist() == [[0, 1], [1, 0], [-1, 1], [2, 2]]
