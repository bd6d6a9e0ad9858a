"""Choosing items, and ending an exam."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from catsim.item_bank import ItemBank
from catsim.selection import MaxInfoSelector
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.server.domain.adaptive import (
    AdaptiveAttempt,
    Exposure,
    ItemParameters,
    Pool,
    PoolItem,
    Row,
    Rules,
    eap,
)
from webdev_certs.server.domain.score_and_interval import Ability

QUOTAS = {"a": 5, "b": 10, "c": 5}


def make_pool(size: int = 120, seed: int = 1) -> Pool:
    rng = np.random.default_rng(seed)
    return Pool(
        [
            PoolItem(
                f"item-{number}",
                "abc"[number % 3],
                ItemParameters(rng.uniform(0.7, 1.6), rng.normal(), rng.uniform(0, 0.3)),
                enemies=[f"item-{number + 20}"] if 40 <= number < 60 else (),
            )
            for number in range(size)
        ]
    )


def run(
    pool: Pool, rules: Rules, seed: int, *, exposure: Exposure | None = None, avoid=()
) -> AdaptiveAttempt:
    """Let a learner who answers at random finish an attempt."""
    rng = np.random.default_rng(seed)
    attempt = AdaptiveAttempt(pool, rules, avoid)
    while attempt.stop() is None:
        index = attempt.choose(rng, exposure.over(rules.exposure_limit) if exposure else None)
        assert index is not None
        attempt.put(index)
        attempt.answer(index, bool(rng.random() < 0.5))
    return attempt


def test_without_randomness_it_chooses_like_catsim():
    rng = np.random.default_rng(2)
    bank = ItemBank.generate_item_bank(300, seed=1, validate=False)
    pool = Pool([PoolItem(str(n), "t", ItemParameters(*row[:4])) for n, row in enumerate(bank.items)])
    attempt = AdaptiveAttempt(pool, Rules(randomness=0))
    selector = MaxInfoSelector()
    for _ in range(40):
        index = attempt.choose()
        theirs = selector.select(
            item_bank=bank, administered_items=attempt.used, est_theta=attempt.ability.theta
        )
        assert index is not None
        assert index == theirs
        attempt.put(index)
        attempt.answer(index, bool(rng.random() < 0.6))


@given(st.integers(0, 10_000), st.sampled_from([0.0, 1.0, 3.0]))
def test_no_item_or_enemy_comes_twice(seed: int, randomness: float):
    pool = make_pool()
    used = run(pool, Rules(z=9, randomness=randomness, quotas=QUOTAS), seed).used
    assert len(used) == len(set(used)) == 40
    assert not any(index + 20 in used for index in used if 40 <= index < 60)


@given(st.integers(0, 10_000))
def test_each_block_of_items_fulfills_the_quotas(seed: int):
    pool = make_pool()
    used = run(pool, Rules(z=9, quotas=QUOTAS), seed).used
    for block in (used[:20], used[20:]):
        assert Counter(pool.topic(index) for index in block) == QUOTAS


@given(st.integers(0, 10_000))
def test_an_attempt_follows_from_its_rows(seed: int):
    pool, rules = make_pool(), Rules(quotas=QUOTAS)
    rng = np.random.default_rng(seed)
    attempt, rows = AdaptiveAttempt(pool, rules), []
    for _ in range(25):
        index = attempt.choose(np.random.default_rng([seed, len(rows)]))
        again = AdaptiveAttempt.rebuild(pool, rules, rows)
        assert again.choose(np.random.default_rng([seed, len(rows)])) == index
        assert (again.ability, again.stop()) == (attempt.ability, attempt.stop())
        assert index is not None
        correct = bool(rng.random() < 0.7)
        attempt.put(index)
        attempt.answer(index, correct)
        rows.append(Row(pool.ids[index], correct))
    items = pool.items.take(attempt.used)
    expected = eap(items, [bool(row.correct) for row in rows])
    assert attempt.ability.theta == pytest.approx(expected.theta)
    assert attempt.ability.sd == pytest.approx(expected.sd)


def test_the_current_item_is_blocked_before_it_is_answered():
    pool, rules = make_pool(), Rules(randomness=0)
    first = AdaptiveAttempt(pool, rules).choose()
    assert first is not None
    attempt = AdaptiveAttempt.rebuild(pool, rules, [Row(pool.ids[first], None)])
    assert attempt.answered == 0
    assert attempt.choose() != first


def test_pretest_items_count_for_nothing_but_come_only_once():
    pool, rules = make_pool(), Rules(randomness=0, quotas=QUOTAS)
    plain = AdaptiveAttempt(pool, rules)
    best = plain.choose()
    assert best is not None
    attempt = AdaptiveAttempt.rebuild(pool, rules, [Row(pool.ids[best], True, scored=False)])
    assert attempt.ability == plain.ability
    assert attempt.answered == 0
    assert attempt.choose() != best


def test_an_item_that_left_the_pool_keeps_its_place_in_the_length():
    attempt = AdaptiveAttempt.rebuild(make_pool(), Rules(), [Row("gone", True), Row("item-0", False)])
    assert attempt.answered == 2


def test_items_seen_before_come_last():
    pool = make_pool()
    seen = [f"item-{number}" for number in range(60, 110)]
    used = run(pool, Rules(z=9), 1, avoid=seen).used
    assert not {pool.ids[index] for index in used} & set(seen)
    few = [f"item-{number}" for number in range(10, 120)]
    assert len(run(pool, Rules(z=9), 1, avoid=few).used) == 40


def test_quotas_give_way_before_the_exam_ends_early():
    used = run(make_pool(60), Rules(z=9, quotas={"a": 20}), 1).used
    assert len(used) == 40
    # The pool has 20 items of this topic, no two of them enemies.
    assert {make_pool(60).topic(index) for index in used[:20]} == {"a"}


@given(st.integers(0, 10_000))
def test_chance_never_weighs_more_than_the_rules_say(seed: int):
    pool, rules = make_pool(), Rules(z=9)
    attempt = AdaptiveAttempt(pool, rules)
    rng = np.random.default_rng(seed)
    for answered in range(40):
        information = pool.items.information_at(attempt.ability.theta)
        for index in attempt.used:
            information[pool.conflicts(index)] = 0
        index, most, weight = attempt.choose(rng), information.max(), rules.information_weight(answered)
        assert index is not None
        assert weight * (most - information[index]) <= (1 - weight) * most + 1e-9
        attempt.put(index)
        attempt.answer(index, bool(rng.random() < 0.5))


def test_without_an_item_to_choose_from_the_choice_is_none():
    pool = Pool([PoolItem(str(n), "t", ItemParameters(), enemies=["0", "1", "2"]) for n in range(3)])
    attempt = AdaptiveAttempt(pool, Rules())
    attempt.put(1)
    assert attempt.choose(np.random.default_rng(1)) is None


@given(st.integers(0, 10_000), st.sampled_from([0.6, 0.8]))
def test_no_item_exceeds_the_exposure_limit(seed: int, limit: float):
    pool, exposure = make_pool(), Exposure.none(120)
    rules = Rules(z=9, exposure_limit=limit)
    for number in range(10):
        used = run(pool, rules, seed + number, exposure=exposure).used
        exposure.counts[used] += 1
        exposure.attempts += 1
    assert exposure.counts.max() <= max(limit * 10, 1)
    assert exposure.rates.sum() == pytest.approx(40)
    # One more attempt must not bring an item above the limit, but may bring it there.
    assert not Exposure.none(2).over(limit).any()
    for attempts in (3, 4):
        assert Exposure(np.array([1, 2]), attempts).over(0.5).tolist() == [False, True]


@given(st.floats(-3, 3), st.floats(0.01, 1), st.integers(0, 40))
def test_it_stops_when_the_interval_clears_the_cut_or_at_the_end(theta: float, sd: float, answered: int):
    rules = Rules(cut=0.2)
    clears = theta - 1.959964 * sd > 0.2 or theta + 1.959964 * sd < 0.2
    expected = "max_items" if answered == 40 else "decided" if answered >= 20 and clears else None
    assert rules.stop(answered, Ability(theta, sd)) == expected
    assert rules.stop(answered, Ability(theta, sd), time_up=True) == "time_up"


def test_it_can_also_stop_when_it_is_exact_enough():
    rules = Rules(min_items=1, max_error=0.4)
    assert rules.stop(5, Ability(0.0, 0.41)) is None
    assert rules.stop(5, Ability(0.0, 0.4)) == "decided"


@given(st.floats(0, 5))
def test_the_weight_of_information_grows_from_nothing_to_one(randomness: float):
    weights = [Rules(randomness=randomness).information_weight(answered) for answered in range(41)]
    assert weights == sorted(weights)
    assert 0 <= weights[0] <= weights[39] == weights[40] == 1


def test_a_pool_refuses_an_id_twice():
    with pytest.raises(ValueError, match="two items have the same id"):
        Pool([PoolItem("x", "t", ItemParameters()), PoolItem("x", "t", ItemParameters())])


RULES = Rules(change_risk=0.002)
_answered = st.integers(20, 39)
_theta = st.floats(-3, 3)
_sd = st.floats(0.2, 0.9)


@given(_answered, _theta, _sd)
def test_the_rule_only_adds_ends(answered: int, theta: float, sd: float):
    without = replace(RULES, change_risk=None).stop(answered, Ability(theta, sd))
    if without:
        assert RULES.stop(answered, Ability(theta, sd)) == without


@given(st.integers(0, 19), _theta, _sd)
def test_it_never_ends_an_exam_before_the_smallest_number_of_items(answered: int, theta: float, sd: float):
    assert RULES.stop(answered, Ability(theta, sd)) is None


@given(_answered, _theta, _sd, st.floats(0, 2))
def test_what_ends_an_exam_also_ends_it_further_from_the_cut(
    answered: int, theta: float, sd: float, further: float
):
    if RULES.stop(answered, Ability(theta, sd)):
        away = theta + further if theta > 0 else theta - further
        assert RULES.stop(answered, Ability(away, sd)) == "decided"


@given(_answered, _theta, _sd)
def test_both_sides_of_the_cut_are_treated_alike(answered: int, theta: float, sd: float):
    assert RULES.stop(answered, Ability(theta, sd)) == RULES.stop(answered, Ability(-theta, sd))


@given(_answered, _theta, _sd, st.floats(0.0001, 0.1))
def test_a_larger_risk_never_makes_an_exam_longer(answered: int, theta: float, sd: float, risk: float):
    careful, bold = (replace(RULES, change_risk=one) for one in (risk, 2 * risk))
    if careful.stop(answered, Ability(theta, sd)):
        assert bold.stop(answered, Ability(theta, sd))


@given(_answered, _sd)
def test_at_the_cut_nothing_is_decided_early(answered: int, sd: float):
    assert RULES.stop(answered, Ability(0.0, sd)) is None


def test_the_decision_after_all_items_is_the_same_almost_always():
    rng = np.random.default_rng(1)
    pool = Pool(
        [PoolItem(str(n), "t", ItemParameters(1.0, b)) for n, b in enumerate(rng.normal(0, 0.7, 150))]
    )
    # Without chance and limits both exams of a learner choose the same items, as long as both run.
    rules = replace(RULES, randomness=0.0, exposure_limit=1.0, change_risk=0.002)
    abilities = rng.normal(size=1500)
    # The 95% interval alone ends no exam here, so that only the risk of a change does.
    short = list(simulate(pool, replace(rules, z=np.inf), abilities, seed=1))
    full = list(simulate(pool, replace(rules, z=np.inf, change_risk=None), abilities, seed=1))
    changed = [
        (one.ability.theta >= 0) != (other.ability.theta >= 0) for one, other in zip(short, full, strict=True)
    ]
    assert {run.length for run in full} == {40}
    assert np.mean([run.length for run in short]) < 32
    # Each of the up to 20 looks risks 0.2%; they depend strongly on each other.
    assert np.mean(changed) < 0.02


def pool_with_pretest() -> Pool:
    """Return twelve scored items, then four pretest items: two enemies, an enemy of the first item, and one
    without relations.
    """
    parameters = ItemParameters(1.0, 0.0)
    scored = [PoolItem(f"item-{number}", "abc"[number % 3], parameters) for number in range(12)]
    enemies = {"new-0": ["new-1"], "new-2": ["item-0"]}
    pretest = [
        PoolItem(name, "a", parameters, enemies.get(name, ()), scored=False)
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
