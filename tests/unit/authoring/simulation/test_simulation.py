"""Simulated learners and the measures of what they do."""

import numpy as np
import pytest
from catsim.item_bank import ItemBank
from catsim.simulation import Simulator

from webdev_certs.authoring.simulation.measures import measure, overlap_of_equals
from webdev_certs.authoring.simulation.runs import Run, simulate, simulate_fixed
from webdev_certs.authoring.simulation.study import equal_length
from webdev_certs.server.domain.adaptive import Exposure, ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.score_and_interval import Ability


def make_pool(size: int = 150) -> Pool:
    rng = np.random.default_rng(1)
    return Pool(
        [
            PoolItem(str(n), "ab"[n % 2], ItemParameters(rng.uniform(0.8, 1.5), rng.normal()))
            for n in range(size)
        ]
    )


def test_progressive_restricted_keeps_its_promises_on_catsims_bank():
    bank = ItemBank.generate_item_bank(300, seed=1, validate=False)
    pool = Pool([PoolItem(str(n), "t", ItemParameters(*row[:4])) for n, row in enumerate(bank.items)])
    learners = np.asarray(Simulator(bank, 300, seed=1).examinees, dtype=np.float64)
    rules = Rules(min_items=1, max_items=30, z=np.inf, exposure_limit=0.25, max_error=0.4)
    found = measure(list(simulate(pool, rules, [float(theta) for theta in learners], seed=1)), 300, cut=0.0)
    assert found.mean_length <= 24.5
    assert found.rmse <= 40
    assert found.exposure_max <= 0.25
    assert found.unused <= 30


def test_the_same_seed_gives_the_same_runs():
    pool, rules, abilities = make_pool(), Rules(quotas={"a": 10, "b": 10}), [-1.0, 0.0, 1.0]
    runs = list(simulate(pool, rules, abilities, seed=5))
    assert runs == list(simulate(pool, rules, abilities, seed=5))
    assert runs != list(simulate(pool, rules, abilities, seed=6))


def test_estimates_are_near_the_truth_and_exams_end_early_far_from_the_cut():
    runs = list(simulate(make_pool(), Rules(), np.repeat([-2.0, 0.0, 2.0], 100), seed=2))
    low, middle, high = (measure(runs[start : start + 100], 150, 0.0) for start in (0, 100, 200))
    assert abs(middle.bias) < 8
    assert low.mean_length < 25 < middle.mean_length
    assert high.accuracy > 0.98 < low.accuracy
    assert low.false_fails != low.false_fails  # NaN: no learner there should pass.
    assert {run.reason for run in runs} == {"decided", "max_items"}


def test_memorized_keys_raise_scores():
    pool, rules, abilities = make_pool(), Rules(), np.full(200, -1.0)
    honest = measure(list(simulate(pool, rules, abilities, seed=3)), 150, 0.0)
    tenth = measure(list(simulate(pool, rules, abilities, seed=3, memorized=0.1)), 150, 0.0)
    half = measure(list(simulate(pool, rules, abilities, seed=3, memorized=0.5)), 150, 0.0)
    assert honest.bias < tenth.bias < half.bias
    assert half.false_passes > honest.false_passes


def test_a_pool_that_is_too_small_ends_the_exam():
    (run,) = simulate(make_pool(10), Rules(), [0.0], seed=1)
    assert (run.reason, run.length) == ("no_items", 10)


def test_exposure_is_carried_on():
    pool, exposure = make_pool(), Exposure.none(150)
    runs = list(simulate(pool, Rules(exposure_limit=0.4), np.zeros(50), seed=4, exposure=exposure))
    assert exposure.attempts == 50
    assert exposure.counts.sum() == sum(run.length for run in runs)
    assert exposure.rates.max() <= 0.4


def test_measures_of_runs_by_hand():
    runs = [
        Run(1.0, Ability(0.5, 0.3), (0, 1), "decided"),
        Run(-1.0, Ability(0.1, 0.4), (0, 2), "max_items"),
        Run(0.1, Ability(-0.1, 0.2), (0, 3), "max_items"),
        Run(-0.5, Ability(-0.5, 0.3), (0, 1), "decided"),
    ]
    found = measure(runs, 5, cut=0.0)
    assert (found.learners, found.mean_length, found.unused, found.exposure_max) == (4, 2, 1, 1)
    assert found.bias == pytest.approx(10)
    assert found.rmse == pytest.approx(100 * ((0.25 + 1.21 + 0.04) / 4) ** 0.5)
    assert found.accuracy == 0.5
    assert found.accuracy_outside == pytest.approx(2 / 3)
    assert (found.false_passes, found.false_fails) == (0.5, 0.5)
    assert found.error_at_cut == pytest.approx(30)
    assert found.error_near_cut == pytest.approx(20)
    assert found.overlap == pytest.approx((1 + 0.25 + 0.0625 + 0.0625) / 2)
    assert overlap_of_equals(runs[:2], runs[2:]) == pytest.approx(0.5)


def test_fixed_forms_follow_the_quotas_and_longer_ones_are_more_exact():
    pool, abilities = make_pool(), np.random.default_rng(1).normal(size=300)
    short = simulate_fixed(pool, {"a": 15, "b": 5}, 20, abilities, seed=1)
    long = simulate_fixed(pool, {"a": 15, "b": 5}, 60, abilities, seed=1)
    assert all(sum(index % 2 == 0 for index in run.used) == 15 for run in short)
    assert measure(long, 150, 0.0).rmse < measure(short, 150, 0.0).rmse


def family_pool() -> Pool:
    """Return 150 items of their own and a family of 30, all alike."""
    own = [PoolItem(str(n), "a", ItemParameters(1.0, 0.0)) for n in range(150)]
    return Pool(own + [PoolItem(f"f{n}", "a", ItemParameters(1.0, 0.0), "f") for n in range(30)])


def test_the_exposure_limit_holds_for_families_too():
    pool = family_pool()
    runs = list(simulate(pool, Rules(exposure_limit=0.5), np.zeros(200), seed=1))
    found = measure(runs, len(pool), 0.0, pool.families)
    assert found.family_exposure_max == pytest.approx(0.5)
    free = list(simulate(pool, Rules(), np.zeros(200), seed=1))
    assert measure(free, len(pool), 0.0, pool.families).family_exposure_max > 0.8


def test_siblings_count_as_the_same_item_only_if_families_are_given():
    pool = family_pool()
    one, other = (Run(0.0, Ability(0.0, 0.3), used, "max_items") for used in ((0, 1, 150, 2), (0, 3, 151, 4)))
    assert overlap_of_equals([one], [other]) == 0.25
    assert overlap_of_equals([one], [other], pool.families) == 0.5


def test_fixed_forms_hold_one_item_of_a_family():
    pool = family_pool()
    for run in simulate_fixed(pool, {"a": 1}, 40, np.zeros(20), seed=1):
        assert run.length == 40
        assert sum(index >= 150 for index in run.used) <= 1


def test_the_expected_accuracy_is_that_of_many_learners():
    pool, rules = make_pool(), Rules()
    runs = list(simulate(pool, rules, np.random.default_rng(4).normal(size=3000), seed=4))
    found = measure(runs, len(pool), 0.0)
    assert found.accuracy_expected == pytest.approx(found.accuracy_outside, abs=0.012)
    parts = [measure(runs[start : start + 600], len(pool), 0.0) for start in range(0, 3000, 600)]
    expected, counted = (
        [getattr(part, name) for part in parts] for name in ("accuracy_expected", "accuracy_outside")
    )
    assert np.std(expected) < np.std(counted)


def test_the_length_of_an_equal_form_is_found_between_those_simulated():
    pool, abilities = make_pool(), np.random.default_rng(1).normal(size=600)
    fixed = {
        length: measure(simulate_fixed(pool, {"a": 1, "b": 1}, length, abilities, seed=1), 150, 0.0)
        for length in (20, 40, 60)
    }
    assert equal_length(fixed, fixed[40].accuracy_expected) == pytest.approx(40, abs=0.1)
    between = (fixed[20].accuracy_expected + fixed[40].accuracy_expected) / 2
    assert 20 < (equal_length(fixed, between) or 0) < 40
    assert equal_length(fixed, 0.5) is None
    assert equal_length(fixed, 0.999) is None
