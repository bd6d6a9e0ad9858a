"""The adaptive exam and the calibration: speed against other packages, and the quality of simulated exams.

`python -m benchmarks.measurement 10` simulates our exams with ten seeds instead of three.
"""

import os
import sys
import time
from collections.abc import Iterator
from statistics import fmean, median
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.bots import guess, knowledge, take_exams
from benchmarks.figures import show
from webdev_certs.authoring.simulation.measures import measure as measure_runs
from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.authoring.simulation.summary import run_studies, summarize
from webdev_certs.cli.exams import simulated_exam
from webdev_certs.server.content.bank import TechnologyBank, load_bank
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.domain.adaptive import (
    AdaptiveAttempt,
    Exposure,
    ItemParameters,
    Pool,
    PoolItem,
    Rules,
)
from webdev_certs.server.domain.calibration import Responses, calibrate
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules

if TYPE_CHECKING:
    from catsim.item_bank import ItemBank

_SMALL, _LARGE = 300, 100_000
_ATTEMPT = 30
_LEARNERS, _SEEDS = 2000, 3
"""With fewer learners, the fixed form of equal accuracy is found too short in the worst of five banks."""
_RETAKING = 5000
"""Learners for the shares of certificates. With few the worst of five banks is often above 8% by chance."""
_BOTS = 20
_FIGURES: tuple[tuple[str, str, float, Literal["higher", "lower"]], ...] = (
    ("exam_right_decisions", "right decisions, 30 points or more from the cut", 95, "higher"),
    ("exam_length_ratio", "our length, of that form", 60, "lower"),
    ("exam_error_at_cut", "standard error of scores at the cut", 35, "lower"),
    ("exam_overlap_of_equals", "shared families, two learners of equal ability", 40, "lower"),
    ("certificates_below_first", "1 attempt: certificates held below the standard", 5, "lower"),
    ("certificates_below_retakes", "4 attempts: certificates held below the standard", 8, "lower"),
)
"""The figure, the measure of the simulation, its target, and whether more is better."""


def measure(seeds: int = _SEEDS) -> None:
    """Show all figures.

    Args:
        seeds: How often our own exams are simulated. Ten seeds make the intervals half as wide.
    """
    # One thread, because several would wait for each other on a busy machine.
    os.environ["NUMEXPR_NUM_THREADS"] = "1"
    _speed()
    _catsims_bank()
    _calibration()
    _own_banks(seeds)


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


def _own_banks(seeds: int) -> None:
    """Show figures of exams with our own banks, each for the technology with the worst value."""
    parts = load_bank().technologies.values()
    exams = [simulated_exam(part) for part in parts]
    studies = run_studies(exams, _LEARNERS, range(1, seeds + 1), _RETAKING)
    found = [{figure.name: figure for figure in summarize(each)} for each in studies]
    for name, measure_name, target, better in _FIGURES:
        figures = [figures[measure_name] for figures in found if figures[measure_name].value is not None]
        worst = (max if better == "lower" else min)(figures, key=lambda figure: figure.value or 0.0)
        show(name, worst.value or 0.0, target, better, worst.half)
    gains = []
    for part in parts:
        known = knowledge(part)
        listed, guessing = (fmean(take_exams(part, each, _BOTS)) for each in (known.from_list, guess))
        gains.append(listed - guessing)
    show("list_bot_gain", max(gains), 30, "lower")
    show(
        "next_question_ms",
        1000 * median(seconds for part in parts for seconds in _questions(part)),
        5,
        "lower",
    )


def _questions(part: TechnologyBank) -> Iterator[float]:
    """Yield how long choosing and making each question of an exam takes, in seconds."""
    families = {family.id: family for family in part.models}
    pool, rules = exam_pool(families.values()), exam_rules(part)
    overexposed = Exposure.none(len(pool)).over(rules.exposure_limit)
    for number in range(5):
        attempt, rng = AdaptiveAttempt(pool, rules), np.random.default_rng(number)
        for place in range(_ATTEMPT):
            start = time.perf_counter()
            index = attempt.choose(rng, overexposed)
            assert index is not None
            next(make_instances(families[pool.ids[index]], "a secret", f"{number} {place}"))
            yield time.perf_counter() - start
            attempt.put(index)
            attempt.answer(index, place % 3 > 0)


def _responses(learners: int, items: int, seed: int) -> tuple[NDArray[np.float64], ...]:
    """Return simulated 2PL responses, shape (learners, items), and the true a and b, shape (items,)."""
    rng = np.random.default_rng(seed)
    theta, a, b = rng.normal(size=learners), rng.lognormal(0, 0.3, items), rng.normal(size=items)
    right = 1 / (1 + np.exp(-a * (theta[:, None] - b)))
    return (rng.random(right.shape) < right).astype(float), a, b


if __name__ == "__main__":
    measure(*map(int, sys.argv[1:]))
