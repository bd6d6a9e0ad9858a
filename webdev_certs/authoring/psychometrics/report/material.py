"""What a technical report is written from."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.dif import ItemDif
from webdev_certs.authoring.psychometrics.drift import ItemDrift
from webdev_certs.authoring.psychometrics.options import OptionCurve
from webdev_certs.authoring.psychometrics.standard_setting import Cut, Round
from webdev_certs.authoring.simulation.measures import Classification, Measures, measure, repeated
from webdev_certs.authoring.simulation.runs import Run, simulate
from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.adaptive.next_item import Rules
from webdev_certs.server.domain.adaptive.pool import Pool
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD

ENOUGH = 200
"""With fewer attempts, figures from answers are provisional."""
MIN_ANSWERS = 100


@dataclass(frozen=True, eq=False)
class Simulated:
    """Learners with N(0, 1) abilities who took the exam twice.

    Attributes:
        runs: The first attempts, then the second ones of the same learners.
        measures: Of all.
        again: How the two attempts of a learner agree.
        reliability: The correlation of the two scores.
    """

    runs: Sequence[Run]
    measures: Measures
    again: Classification
    reliability: float


def simulate_twice(pool: Pool, rules: Rules, learners: int, seed: int) -> Simulated:
    """Let learners take the exam twice."""
    abilities = np.tile(np.random.default_rng(seed).normal(size=learners), 2)
    runs = list(simulate(pool, rules, abilities, seed))
    estimates = np.array([run.ability.theta for run in runs])
    first, second = np.split(estimates, 2)
    return Simulated(
        runs,
        measure(runs, len(pool), rules.cut),
        repeated(first >= rules.cut, second >= rules.cut),
        float(np.corrcoef(first, second)[0, 1]),
    )


@dataclass(frozen=True, eq=False)
class Learned:
    """What real attempts say.

    Attributes:
        answers: N attempts × n families.
        families: The n families.
        scores: In points, shape (N,).
        seconds: Median time of the answers to each family; NaN where it is unknown.
        alpha: Cronbach's α.
        curves: Of the options, by item.
        drift: Of the families, and the first days of the periods.
        dif: Reference group, focal group and items, for each comparison.
    """

    answers: Answers
    families: Sequence[Family]
    scores: Floats
    seconds: Sequence[float]
    alpha: float
    curves: Mapping[str, Sequence[OptionCurve]]
    drift: tuple[Sequence[ItemDrift], Sequence[str]]
    dif: Sequence[tuple[str, str, Sequence[ItemDif]]]


@dataclass(frozen=True, eq=False)
class Material:
    """What a report is written from.

    Attributes:
        part: The technology.
        pool: The exam's families with the parameters in use.
        rules: The exam's rules.
        calibrated: Ids of the families whose parameters were estimated from answers.
        simulated: Simulated learners.
        seed: Of the simulation.
        learned: What real attempts say; None without any.
        rounds: Ratings of a panel with their cuts; empty without a panel.
        retake_days: The waits before the second, third … attempt.
        attempts_a_year: How many attempts there may be in twelve months.
    """

    part: TechnologyBank
    pool: Pool
    rules: Rules
    calibrated: frozenset[str]
    simulated: Simulated
    seed: int
    learned: Learned | None
    rounds: Sequence[tuple[Round, Cut]]
    retake_days: Sequence[int]
    attempts_a_year: int

    @property
    def certification(self) -> list[Family]:
        """The families that count."""
        return [family for family in self.part.families.values() if family.pool == "certification"]

    @property
    def attempts(self) -> int:
        """How many real attempts there are."""
        return len(self.learned.scores) if self.learned else 0

    @property
    def cut(self) -> int:
        """The pass mark in points."""
        return self.part.blueprint.cut_score


def bank_version(families: Iterable[Family]) -> str:
    """Return a short hash of all families and their versions: what a report is about."""
    lines = sorted(f"{family.id} {family.version} {family.digest}" for family in families)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def points(thetas: Iterable[float]) -> list[float]:
    return [SCALE_MEAN + SCALE_SD * theta for theta in thetas]


def percent(share: float) -> str:
    return "–" if share != share else f"{100 * share:.1f}%"
