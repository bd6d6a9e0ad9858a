"""Pretest items in an adaptive exam."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import (
    AdaptiveAttempt,
    ItemParameters,
    Pool,
    PoolItem,
    Row,
    Rules,
)


def pool_with_pretest() -> Pool:
    """Return twelve scored items, then four pretest items: two siblings, an enemy of the first item, and
    one without relations.
    """
    parameters = ItemParameters(1.0, 0.0)
    scored = [PoolItem(f"item-{number}", "abc"[number % 3], parameters) for number in range(12)]
    families = {"new-0": "model", "new-1": "model"}
    enemies = {"new-2": ["item-0"]}
    pretest = [
        PoolItem(name, "a", parameters, families.get(name), enemies.get(name, ()), scored=False)
        for name in ("new-0", "new-1", "new-2", "new-3")
    ]
    return Pool([*scored, *pretest])


def test_pretest_items_are_never_chosen_as_scored_items():
    pool = pool_with_pretest()
    attempt = AdaptiveAttempt(pool, Rules(min_items=12, max_items=40), avoid=["item-5"])
    for _ in range(12):
        index = attempt.choose(np.random.default_rng(1))
        assert index is not None
        assert index < 12
        attempt.put(index)
    assert attempt.choose() is None


def test_pretest_items_are_drawn_evenly_without_conflicts_and_without_those_seen_before():
    pool, rules = pool_with_pretest(), Rules()
    rng = np.random.default_rng(1)
    counts = Counter(AdaptiveAttempt(pool, rules).choose_pretest(rng) for _ in range(4000))
    assert set(counts) == {12, 13, 14, 15}
    assert all(count == pytest.approx(1000, rel=0.15) for count in counts.values())
    attempt = AdaptiveAttempt.rebuild(
        pool, rules, [Row("item-0", True), Row("new-0", False, scored=False)], avoid=["new-3"]
    )
    assert attempt.choose_pretest(rng) is None
    attempt = AdaptiveAttempt.rebuild(pool, rules, [Row("new-2", True, scored=False)])
    assert all(attempt.choose(rng) != 0 for _ in range(20))


@given(st.lists(st.booleans(), min_size=3, max_size=3))
def test_answers_to_pretest_items_change_nothing_but_what_may_be_put(answers: list[bool]):
    pool, rules = pool_with_pretest(), Rules(quotas={"a": 2, "b": 2, "c": 2})
    scored = [Row("item-0", True), Row("item-1", False), Row("item-2", True)]
    unscored = [
        Row(name, right, scored=False) for name, right in zip(("new-0", "new-3"), answers, strict=False)
    ]
    without = AdaptiveAttempt.rebuild(pool, rules, scored)
    attempt = AdaptiveAttempt.rebuild(pool, rules, [*scored, *unscored])
    assert (attempt.ability, attempt.answered) == (without.ability, without.answered)
    assert attempt.choose() == without.choose()
