"""The adaptive exam and the calibration: speed against other packages, and the quality of simulated exams."""

import os
import time
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.figures import show
from webdev_certs.authoring.simulation.measures import measure as measure_runs
from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.authoring.simulation.summary import run_studies
from webdev_certs.cli.exams import simulated_exam
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.domain.adaptive import AdaptiveAttempt, ItemParameters, Pool, PoolItem, Rules
from webdev_certs.server.domain.calibration import Responses, calibrate
from webdev_certs.shared.exam_rules import MAX_ITEMS

if TYPE_CHECKING:
    from catsim.item_bank import ItemBank

_SMALL, _LARGE = 300, 100_000
_ATTEMPT = 30
_LEARNERS = 3000


def measure() -> None:
    """Show all figures."""
    # One thread, because several would wait for each other on a busy machine.
    os.environ["NUMEXPR_NUM_THREADS"] = "1"
    _speed()
    _catsims_bank()
    _calibration()
    _own_banks()


def _pool(table: ArrayLike) -> Pool:
    rows = np.asarray(table, dtype=np.float64)
    return Pool([PoolItem(str(n), "t", ItemParameters(*row[:4])) for n, row in enumerate(rows)])


def _speed() -> None:
    """Show how fast a step is: taking an answer into account and choosing the most informative item."""
    from catsim.item_bank import ItemBank

    bank = ItemBank.generate_item_bank(_SMALL, seed=1, validate=False)
    large = ItemBank.generate_item_bank(_LARGE, seed=1, validate=False)
    theirs, ours = _catsim_steps(bank, rounds=20), _our_steps(_pool(bank.items), rounds=100)
    show("adaptive_step_speedup", theirs / ours, 40, "higher")
    show("adaptive_step_cost_ratio", _our_steps(_pool(large.items), rounds=5) / ours, 400, "lower")


def _catsim_steps(bank: "ItemBank", rounds: int) -> float:
    """Return the median time of catsim's step, in seconds."""
    from catsim.estimation import NumericalSearchEstimator
    from catsim.selection import MaxInfoSelector

    estimator, selector = NumericalSearchEstimator(), MaxInfoSelector()
    times = []
    for _ in range(rounds):
        used: list[int] = []
        answers: list[bool] = []
        theta = 0.0
        for place in range(_ATTEMPT):
            start = time.perf_counter()
            index = selector.select(item_bank=bank, administered_items=used, est_theta=theta)
            assert index is not None
            used.append(index)
            answers.append(place % 3 > 0)
            theta = estimator.estimate(
                item_bank=bank, administered_items=used, response_vector=answers, est_theta=theta
            )
            times.append(time.perf_counter() - start)
    return median(times)


def _our_steps(pool: Pool, rounds: int) -> float:
    """Return the median time of our step, in seconds."""
    rules = Rules(randomness=0)
    times = []
    for _ in range(rounds):
        attempt = AdaptiveAttempt(pool, rules)
        for place in range(_ATTEMPT):
            start = time.perf_counter()
            index = attempt.choose()
            assert index is not None
            attempt.put(index)
            attempt.answer(index, place % 3 > 0)
            times.append(time.perf_counter() - start)
    return median(times)


def _catsims_bank() -> None:
    """Show figures of 300 exams with each of ten of catsim's banks, ending at a standard error of 0.4 or 30
    items.
    """
    from catsim.item_bank import ItemBank
    from catsim.simulation import Simulator

    rules = Rules(min_items=1, max_items=30, z=np.inf, exposure_limit=0.25, max_error=0.4)
    found = []
    for seed in range(1, 11):
        bank = ItemBank.generate_item_bank(_SMALL, seed=seed, validate=False)
        learners = np.asarray(Simulator(bank, 300, seed=seed).examinees, dtype=np.float64)
        runs = list(simulate(_pool(bank.items), rules, learners, seed))
        found.append(measure_runs(runs, _SMALL, cut=0.0))
    show("adaptive_mean_length", fmean(each.mean_length for each in found), 25, "lower")
    show("adaptive_rmse", fmean(each.rmse for each in found) / 100, 0.4, "lower")
    show("adaptive_largest_exposure", max(each.exposure_max for each in found), 0.25, "lower")
    show("adaptive_unused_items", max(each.unused for each in found), 30, "lower")


def _calibration() -> None:
    from girth import twopl_mml

    matrix, a, b = _responses(1000, 60, seed=1)
    items = calibrate(Responses.of(matrix), "2PL").parameters.items()
    show("calibration_recovery_b", float(np.corrcoef(items.b, b)[0, 1]), 0.97, "higher")
    show("calibration_recovery_a", float(np.corrcoef(items.a, a)[0, 1]), 0.9, "higher")
    matrix, _, _ = _responses(5000, 200, seed=2)
    start = time.perf_counter()
    ours = calibrate(Responses.of(matrix), "2PL").parameters.items()
    middle = time.perf_counter()
    theirs = twopl_mml(matrix.T.astype(int))
    end = time.perf_counter()
    show("calibration_time_ratio", (middle - start) / (end - middle), 0.2, "lower")
    difference = max(
        float(np.abs(ours.a - theirs["Discrimination"]).max()),
        float(np.abs(ours.b - theirs["Difficulty"]).max()),
    )
    show("calibration_difference", difference, 0.01, "lower")


def _own_banks() -> None:
    """Show figures of exams with our own banks, each for the technology with the worst value."""
    exams = [simulated_exam(part) for part in load_bank().technologies.values()]
    studies = [study for (study,) in run_studies(exams, _LEARNERS, [1])]
    accuracy = min(study.adaptive.accuracy_outside for study in studies)
    show("exam_right_decisions", accuracy, 0.95, "higher")
    ratio = max(study.adaptive.mean_length / (study.equal_length or MAX_ITEMS) for study in studies)
    show("exam_length_ratio", ratio, 0.6, "lower")
    show("exam_error_at_cut", max(study.adaptive.error_at_cut for study in studies), 35, "lower")
    show("exam_overlap_of_equals", max(study.overlap_of_equals for study in studies), 0.25, "lower")


def _responses(learners: int, items: int, seed: int) -> tuple[NDArray[np.float64], ...]:
    """Return simulated 2PL responses, shape (learners, items), and the true a and b, shape (items,)."""
    rng = np.random.default_rng(seed)
    theta, a, b = rng.normal(size=learners), rng.lognormal(0, 0.3, items), rng.normal(size=items)
    right = 1 / (1 + np.exp(-a * (theta[:, None] - b)))
    return (rng.random(right.shape) < right).astype(float), a, b


if __name__ == "__main__":
    measure()
