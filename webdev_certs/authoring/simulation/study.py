"""Everything that `webdev-certs exams simulate` says of one exam."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.authoring.simulation.classification import Classification, repeated
from webdev_certs.authoring.simulation.measures import Measures, measure, overlap_of_equals
from webdev_certs.authoring.simulation.runs import Run, simulate, simulate_fixed
from webdev_certs.server.domain.adaptive.items import Items
from webdev_certs.server.domain.adaptive.next_item import Rules
from webdev_certs.server.domain.adaptive.pool import Pool
from webdev_certs.server.domain.score_and_interval import SCALE_SD

FIXED_LENGTHS = (20, 30, 40, 50, 60, 70)
MEMORIZED = (0.0, 0.1, 0.25, 0.5)
BELOW = 0.5
"""How far below the cut the learners are who memorize keys, on the θ scale: 50 points."""
# Ratings miss the difficulty that responses show later, and items differ in discrimination.
_WRONG_B, _WRONG_LOG_A = 0.5, 0.3


@dataclass(frozen=True)
class Memorized:
    """What learners 50 points below the cut gain by keys that they know by heart.

    Attributes:
        share: The share of the pool that each of them memorized.
        gain: How much higher they score than without, in points.
        passed: The share who pass.
    """

    share: float
    gain: float
    passed: float


@dataclass(frozen=True)
class Study:
    """The results of one exam.

    Attributes:
        items: The number of items in the pool; an item model counts as one.
        runs: Learners with N(0, 1) abilities; the second half has the same abilities as the first.
        adaptive: The measures of these runs.
        again: How decisions about learners of equal ability agree, as of two attempts of one learner.
        overlap_of_equals: Shared items of two learners of equal ability, as a share of their items.
        fixed: Fixed forms by length, with the same learners.
        misjudged: The same as `adaptive` when the parameters in use are wrong: true difficulties differ by a
            normal error with SD 0.5, true discriminations by a factor with SD 0.3 of its logarithm.
        memorized: What memorizing gains.
    """

    items: int
    runs: Sequence[Run]
    adaptive: Measures
    again: Classification
    overlap_of_equals: float
    fixed: dict[int, Measures]
    misjudged: Measures
    memorized: tuple[Memorized, ...]

    @property
    def equal_length(self) -> float | None:
        """The length of a fixed form as accurate as the adaptive exam; None if it is out of range."""
        return equal_length(self.fixed, self.adaptive.accuracy_expected)


def equal_length(fixed: Mapping[int, Measures], accuracy: float) -> float | None:
    """Return the length of a fixed form with this accuracy outside the band; None if it is out of range.

    Between the lengths that were simulated it follows a curve: the logit of the accuracy as a quadratic
    function of the logarithm of the length. Fitting the curve also averages out random error.

    Args:
        fixed: Measures of fixed forms by length; at least three.
        accuracy: The expected share of right decisions (`Measures.accuracy_expected`).
    """
    lengths = sorted(fixed)
    accuracies = np.array([fixed[length].accuracy_expected for length in lengths])
    curve = np.polyfit(np.log(lengths), np.log(accuracies / (1 - accuracies)), 2)
    fine = np.linspace(np.log(lengths[0]), np.log(lengths[-1]), 1000)
    # A longer form is never less accurate.
    fitted = np.maximum.accumulate(np.polyval(curve, fine))
    logit = float(np.log(accuracy / (1 - accuracy)))
    if not fitted[0] <= logit <= fitted[-1]:
        return None
    return float(np.exp(np.interp(logit, fitted, fine)))


def steps(learners: int) -> int:
    """Return how many learners a study simulates in all, for a progress bar."""
    return learners * (2 + len(FIXED_LENGTHS)) + learners // 4 * len(MEMORIZED)


def run_study(
    pool: Pool, rules: Rules, learners: int, seed: int, progress: Callable[[int], object] = lambda _: None
) -> Study:
    """Simulate everything.

    Args:
        pool: The items.
        rules: The exam's rules; its quotas also make the fixed forms.
        learners: How many; an even number from 8.
        seed: Seed of all randomness.
        progress: Called with the number of learners done since the last call.
    """
    rng = np.random.default_rng(seed)
    abilities = np.tile(rng.normal(size=learners // 2), 2)

    def all_runs(runs: Iterator[Run]) -> list[Run]:
        done = []
        for run in runs:
            done.append(run)
            progress(1)
        return done

    def measured(runs: Sequence[Run]) -> Measures:
        return measure(runs, len(pool), rules.cut)

    runs = all_runs(simulate(pool, rules, abilities, seed))
    fixed = {}
    for length in FIXED_LENGTHS:
        fixed[length] = measured(simulate_fixed(pool, rules.quotas, length, abilities, seed, rules.cut))
        progress(learners)
    truth = _misjudged(pool.items, rng)
    misjudged = all_runs(simulate(pool, rules, abilities, seed, truth=truth))
    below = np.full(learners // 4, rules.cut - BELOW)
    cheats = [all_runs(simulate(pool, rules, below, seed, memorized=share)) for share in MEMORIZED]
    half = learners // 2
    passed = np.array([run.ability.theta >= rules.cut for run in runs])
    return Study(
        items=len(pool),
        runs=runs,
        adaptive=measured(runs),
        again=repeated(passed[:half], passed[half:]),
        overlap_of_equals=overlap_of_equals(runs[:half], runs[half:]),
        fixed=fixed,
        misjudged=measured(misjudged),
        memorized=tuple(
            _memorized(share, done, cheats[0], rules.cut)
            for share, done in zip(MEMORIZED, cheats, strict=True)
        ),
    )


def _misjudged(items: Items, rng: np.random.Generator) -> Items:
    difficulty = np.clip(items.b + rng.normal(0, _WRONG_B, len(items)), -4, 4)
    return Items(items.a * rng.lognormal(0, _WRONG_LOG_A, len(items)), difficulty, items.c, items.d)


def _memorized(share: float, runs: Sequence[Run], honest: Sequence[Run], cut: float) -> Memorized:
    estimates = np.array([run.ability.theta for run in runs])
    gain = float(np.mean(estimates - [run.ability.theta for run in honest]))
    return Memorized(share, SCALE_SD * gain, float((estimates >= cut).mean()))
