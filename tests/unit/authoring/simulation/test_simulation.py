"""Simulated learners and the measures of what they do."""

import math
from dataclasses import astuple

import numpy as np
import pytest
from catsim.item_bank import ItemBank
from catsim.simulation import Simulator

from webdev_certs.authoring.simulation import summary
from webdev_certs.authoring.simulation.conditions import leaves_ahead, misfits, out_of_time
from webdev_certs.authoring.simulation.measures import coverage, measure, overlap_of_equals
from webdev_certs.authoring.simulation.runs import Run, simulate, simulate_fixed, simulate_retakes
from webdev_certs.authoring.simulation.study import equal_length, measure_retakes
from webdev_certs.server.domain.adaptive import (
    AdaptiveAttempt,
    Exposure,
    ItemParameters,
    Pool,
    PoolItem,
    Rules,
    probabilities,
)
from webdev_certs.server.domain.score_and_interval import Ability, likely


def make_pool(
    size: int = 150, guessing: float = 0.0, enemies: dict[str, tuple[str, ...]] | None = None
) -> Pool:
    rng = np.random.default_rng(1)
    rows = [ItemParameters(rng.uniform(0.8, 1.5), rng.normal(), guessing) for _ in range(size)]
    return Pool(
        [PoolItem(str(n), "ab"[n % 2], row, (enemies or {}).get(str(n), ())) for n, row in enumerate(rows)]
    )


def test_progressive_restricted_keeps_its_promises_on_catsims_bank():
    bank = ItemBank.generate_item_bank(300, seed=1, validate=False)
    pool = Pool([PoolItem(str(n), "t", ItemParameters(*row[:4])) for n, row in enumerate(bank.items)])
    learners = np.asarray(Simulator(bank, 300, seed=1).examinees, dtype=np.float64)
    rules = Rules(min_items=1, max_items=30, z=np.inf, exposure_limit=0.25, max_error=0.4)
    found = measure(list(simulate(pool, rules, [float(theta) for theta in learners], seed=1)), 300, cut=0.0)
    # The mean of ten seeds is 24.9 (docs/measurement.md).
    assert found.mean_length <= 25.5
    assert found.rmse <= 41
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


def test_learners_who_sit_together_are_asked_as_one_alone():
    pool = make_pool(60, 0.2, {"3": ("5", "40"), "8": ("9",)})
    rules = Rules(cut=0.3, quotas={"a": 12, "b": 8}, randomness=2.2, exposure_limit=0.5, change_risk=0.005)
    exposure = Exposure.none(60)
    # The first batches have one learner each.
    runs = list(simulate(pool, rules, np.random.default_rng(2).normal(size=12), seed=7))
    right, _ = probabilities(pool.items, [run.theta for run in runs])
    for place, run in enumerate(runs):
        correct = np.random.default_rng([7, place, 0]).random(60) < right[place]
        attempt, choosing = AdaptiveAttempt(pool, rules), np.random.default_rng([7, place, 1])
        while attempt.stop() is None:
            index = attempt.choose(choosing, exposure.over(0.5))
            assert index is not None
            attempt.put(index)
            attempt.answer(index, bool(correct[index]))
        exposure.counts[attempt.used] += 1
        exposure.attempts += 1
        assert (list(run.used), run.reason) == (attempt.used, attempt.stop())
        assert (run.ability.theta, run.ability.sd) == pytest.approx(astuple(attempt.ability))


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


def test_who_ends_undecided_or_runs_out_of_time_has_not_passed():
    pool, rules, abilities = make_pool(), Rules(quotas={"a": 10, "b": 10}), np.full(100, 0.4)
    (honest, ahead, late) = (
        list(simulate(pool, rules, abilities, seed=6, leaves=leaves))
        for leaves in (
            None,
            leaves_ahead(rules),
            lambda sitting: np.full(len(sitting.places), sitting.answered >= 22),
        )
    )
    passed = [np.array([run.passes(rules.cut) for run in runs]) for runs in (honest, ahead, late)]
    assert passed[0].mean() > 0.8
    # Ending while ahead loses what going on would have decided, and gains nothing.
    assert not (passed[1] & ~passed[0]).any()
    assert passed[1].mean() < passed[0].mean()
    assert np.mean([run.ability.theta >= rules.cut for run in ahead]) > 0.9
    assert passed[2].mean() < 0.5


def test_slow_learners_run_out_of_time():
    pool, rules, abilities = make_pool(), Rules(), np.zeros(60)
    late = []
    for slower in (0.5, 1.5):
        leaves = out_of_time(np.full(150, 60.0), 60, 30 * 60, slower, np.random.default_rng(1))
        runs = list(simulate(pool, rules, abilities, seed=6, leaves=leaves))
        late.append(np.mean([run.reason == "time_up" for run in runs]))
    assert late[0] < 0.2 < 0.7 < late[1]


def test_retakes_ask_new_families_and_pass_more_learners_below_the_standard():
    pool, rules = make_pool(), Rules(cut=0.1)
    learners = list(simulate_retakes(pool, rules, np.random.default_rng(3).normal(size=120), 3, most=4))
    for runs in learners:
        assert len(runs) == 4 or runs[-1].passes(rules.cut)
        assert not any(run.passes(rules.cut) for run in runs[:-1])
        asked = [index for run in runs for index in run.used]
        # 150 families are enough for at least three exams of 40.
        assert len(set(asked[:120])) == len(asked[:120])
    found = measure_retakes(learners, rules.cut, 0.0, most=4)
    assert found.below == sorted(found.below)
    assert found.failed == sorted(found.failed, reverse=True)
    assert found.below[0] < 0.05 < 0.1 < found.below[3]
    assert found.failed[3] < found.failed[0] < 0.3


def test_wrong_conditions_cost_what_they_should():
    pool, rules = make_pool(), Rules(quotas={"a": 10, "b": 10})
    abilities = np.random.default_rng(5).normal(size=200)
    truths = misfits(pool, rules, abilities, np.random.default_rng(1))
    honest = measure(list(simulate(pool, rules, abilities, seed=8)), 150, 0.0)
    found = {
        name: measure(list(simulate(pool, rules, abilities, seed=8, right=right)), 150, 0.0)
        for name, right in truths.items()
    }
    assert found["guessing 35%"].bias > 40
    assert found["items 30 points harder than rated"].bias < -15
    assert found["items 30 points easier than rated"].bias > 15
    assert found["two dimensions"].rmse > honest.rmse
    for wrong in found.values():
        assert wrong.accuracy <= honest.accuracy + 0.03


def test_the_shown_interval_contains_able_and_weak_learners_too():
    pool, rules = make_pool(), Rules()

    def of_posterior(ability: Ability) -> tuple[float, float]:
        return ability.theta - 1.96 * ability.sd, ability.theta + 1.96 * ability.sd

    for theta in (-2.5, 2.5):
        runs = list(simulate(pool, rules, np.full(150, theta), seed=9))
        assert coverage(runs, of_posterior) < 0.88 < coverage(runs, likely)


def test_figures_of_several_seeds_have_intervals_that_contain_the_truth():
    rng = np.random.default_rng(1)

    def found(values: np.ndarray) -> summary.Figure:
        (figure,) = summary.over_seeds([[("x", float(value), "%")] for value in values])
        return figure

    figures = [found(values) for values in rng.normal(3, 1, size=(400, 5))]
    assert 0.92 < np.mean([abs((f.value or 0) - 3) <= (f.half or 0) for f in figures]) < 0.98
    assert str(found(np.array([math.nan]))) == "–"
    assert str(summary.Figure("x", 2.94, 0.61, "%")) == "2.9 ± 0.6"
