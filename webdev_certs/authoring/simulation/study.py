"""Everything that `webdev-certs exams simulate` says of one exam with one seed, also about retakes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.authoring.simulation.conditions import leaves_ahead, misfits, out_of_time
from webdev_certs.authoring.simulation.measures import (
    Classification,
    Measures,
    correlation,
    coverage,
    measure,
    overlap_of_equals,
    repeated,
)
from webdev_certs.authoring.simulation.runs import Leaves, Run, simulate, simulate_fixed, simulate_retakes
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.adaptive.next_item import Rules
from webdev_certs.server.domain.adaptive.pool import Exposure, Pool
from webdev_certs.server.domain.score_and_interval import SCALE_SD, Z_95, Ability, likely, to_theta
from webdev_certs.shared.exam_rules import STANDARD


@dataclass(frozen=True)
class Retakes:
    """Learners who try again until they pass; each list has a value for one attempt, for two, and so on.

    Attributes:
        below: Certificates held by learners below the standard, as a share of all.
        failed: Learners at or above the standard who have not passed, as a share of these.
    """

    below: list[float]
    failed: list[float]


def measure_retakes(learners: Sequence[Sequence[Run]], cut: float, standard: float, most: int) -> Retakes:
    """Return the measures of learners' attempts.

    Args:
        learners: The runs of each learner, the last of which may be passed.
        cut: The cut score on the θ scale.
        standard: The ability that a certificate asserts, on the same scale.
        most: How many attempts each has at most.
    """
    able = np.array([runs[0].theta >= standard for runs in learners])
    within = _passed_within(learners, cut, most)
    return Retakes(
        below=[float((~able)[passed].mean()) if passed.any() else float("nan") for passed in within],
        failed=[float(1 - passed[able].mean()) for passed in within],
    )


def _passed_within(learners: Sequence[Sequence[Run]], cut: float, most: int) -> np.ndarray:
    """Return who has passed within one attempt, two, and so on, shape (most, k)."""
    # Whoever passes stops, so only the last attempt can be passed.
    at = np.array([len(runs) if runs[-1].passes(cut) else most + 1 for runs in learners])
    return at <= np.arange(1, most + 1)[:, None]


FIXED_LENGTHS = (20, 30, 40, 50, 60, 70)
MEMORIZED = (0.0, 0.1, 0.25, 0.5)
BELOW = 0.5
"""How far below the cut the learners are who memorize keys, on the θ scale: 50 points."""
ATTEMPTS = 4
"""How many attempts learners have in a year."""
COVERED = (250, 300, 350, 400, 450, 500, 550, 600, 650, 700, 750)
"""The abilities, in points, at which the coverage of the interval is measured."""
CHANCES = (400, 450, 475, 500, 525, 550, 600, 650)
"""The abilities, in points, at which the chance of passing is measured."""
SLOW = 1.3
"""How many times as long slow learners take."""


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
        retest: The correlation of the scores of learners of equal ability.
        fixed: Fixed forms by length, with the same learners.
        misfit: What is wrong (`conditions.misfits`) → the measures, with a quarter of the learners.
        out_of_time: The same learners, whose exams end with their time; and when all of them are slow.
        memorized: What memorizing gains.
        ahead: Learners 50 points below the standard: how many pass; how many pass if they end the exam once
            they are ahead; and how many would if ending it ahead counted.
        retakes: What retakes do, for learners with N(0, 1) abilities.
        coverage: Ability in points → how often the 95% interval contains it: ours, and that of the posterior.
        chances: Ability in points → the share who have passed within one attempt, two, and so on.
    """

    items: int
    runs: Sequence[Run]
    adaptive: Measures
    again: Classification
    overlap_of_equals: float
    retest: float
    fixed: dict[int, Measures]
    misfit: dict[str, Measures]
    out_of_time: dict[str, Measures]
    memorized: tuple[Memorized, ...]
    ahead: tuple[float, float, float]
    retakes: Retakes
    coverage: dict[int, tuple[float, float]]
    chances: dict[int, list[float]]

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


@dataclass(frozen=True)
class Exam:
    """What a study simulates.

    Attributes:
        pool: The items.
        rules: The exam's rules; its quotas also make the fixed forms.
        seconds: How long each item takes by its author, shape (n,).
        limit: How long the exam may take, in seconds.
    """

    pool: Pool
    rules: Rules
    seconds: Floats
    limit: float


def run_study(exam: Exam, learners: int, seed: int, retaking: int | None = None) -> Study:
    """Simulate everything.

    Args:
        exam: What is simulated.
        learners: How many; an even number from 8.
        seed: Seed of all randomness.
        retaking: How many learners the shares of certificates come from; None for `learners`.
    """
    pool, rules = exam.pool, exam.rules
    rng = np.random.default_rng(seed)
    half = learners // 2
    abilities = np.tile(rng.normal(size=half), 2)

    def measured(runs: Sequence[Run]) -> Measures:
        return measure(runs, len(pool), rules.cut)

    exposure = Exposure.none(len(pool))
    runs = list(simulate(pool, rules, abilities, seed, exposure=exposure))
    some = abilities[: learners // 4]
    misfit = {
        name: measured(list(simulate(pool, rules, some, seed, right=right, exposure=exposure.copy())))
        for name, right in misfits(pool, rules, some, rng).items()
    }
    late = {}
    for name, slower in (("limited time", 1.0), ("limited time, slow learners", SLOW)):
        leaves = out_of_time(exam.seconds, len(some), exam.limit, slower, rng)
        late[name] = measured(
            list(simulate(pool, rules, some, seed, leaves=leaves, exposure=exposure.copy()))
        )
    below = np.full(learners // 8, rules.cut - BELOW)
    cheats = [
        list(simulate(pool, rules, below, seed, memorized=share, exposure=exposure.copy()))
        for share in MEMORIZED
    ]
    trying = rng.normal(size=retaking or learners)
    retakes = list(simulate_retakes(pool, rules, trying, seed, ATTEMPTS, exposure.copy()))
    others = _Others(pool, rules, exposure, learners, seed)
    passed = np.array([run.passes(rules.cut) for run in runs])
    return Study(
        items=len(pool),
        runs=runs,
        adaptive=measured(runs),
        again=repeated(passed[:half], passed[half:]),
        overlap_of_equals=overlap_of_equals(runs[:half], runs[half:]),
        retest=correlation(runs[:half], runs[half:]),
        fixed={
            length: measured(simulate_fixed(pool, rules.quotas, length, abilities, seed, rules.cut))
            for length in FIXED_LENGTHS
        },
        misfit=misfit,
        out_of_time=late,
        memorized=tuple(
            _memorized(share, each, cheats[0], rules.cut)
            for share, each in zip(MEMORIZED, cheats, strict=True)
        ),
        ahead=others.ahead(),
        retakes=measure_retakes(retakes, rules.cut, to_theta(STANDARD), ATTEMPTS),
        coverage={points: others.coverage(points) for points in COVERED},
        chances={points: others.chances(points) for points in CHANCES},
    )


def _memorized(share: float, runs: Sequence[Run], honest: Sequence[Run], cut: float) -> Memorized:
    gain = float(
        np.mean([run.ability.theta - each.ability.theta for run, each in zip(runs, honest, strict=True)])
    )
    return Memorized(share, SCALE_SD * gain, _passed(runs, cut))


def _passed(runs: Sequence[Run], cut: float) -> float:
    return float(np.mean([run.passes(cut) for run in runs]))


@dataclass(frozen=True)
class _Others:
    """Learners who all have the same ability, after those of the study."""

    pool: Pool
    rules: Rules
    exposure: Exposure
    learners: int
    seed: int

    def ahead(self) -> tuple[float, float, float]:
        points = STANDARD - SCALE_SD * BELOW
        honest = self._runs(points, self.learners // 4)
        leaving = self._runs(points, self.learners // 4, leaves_ahead(self.rules))
        ahead = float(np.mean([run.ability.theta >= self.rules.cut for run in leaving]))
        return _passed(honest, self.rules.cut), _passed(leaving, self.rules.cut), ahead

    def coverage(self, points: int) -> tuple[float, float]:
        runs = self._runs(points, self.learners // 8)
        return coverage(runs, likely), coverage(runs, _of_posterior)

    def chances(self, points: int) -> list[float]:
        abilities = np.full(self.learners // 8, to_theta(points))
        runs = list(
            simulate_retakes(self.pool, self.rules, abilities, self.seed, ATTEMPTS, self.exposure.copy())
        )
        return _passed_within(runs, self.rules.cut, ATTEMPTS).mean(axis=1).tolist()

    def _runs(self, points: float, number: int, leaves: Leaves | None = None) -> list[Run]:
        abilities, exposure = np.full(number, to_theta(points)), self.exposure.copy()
        return list(simulate(self.pool, self.rules, abilities, self.seed, exposure=exposure, leaves=leaves))


def _of_posterior(ability: Ability) -> tuple[float, float]:
    return ability.theta - Z_95 * ability.sd, ability.theta + Z_95 * ability.sd
