"""`python -m benchmarks.daily_plan` checks what the daily plan predicts against simulated learners.

It prints two tables of docs/measurement.md: the predicted and the simulated chance of passing, and how often
the interval of days contains the day on which the true chance reaches 80%. The arguments set how many
learners each table has from a technology.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp
from statistics import NormalDist

import numpy as np

from benchmarks.figures import markdown
from webdev_certs.authoring.simulation.runs import simulate
from webdev_certs.server.content.bank import TechnologyBank, load_bank
from webdev_certs.server.domain.adaptive import STANDARD, Items, Posterior
from webdev_certs.server.domain.adaptive.estimation import likelihoods
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.daily_plan import GOAL, MINUTES_A_DAY
from webdev_certs.server.domain.growth import (
    FORGETTING_PER_DAY,
    FORGETTING_SPREAD,
    GROWTH_PER_HOUR,
    GROWTH_SPREAD,
    HORIZON,
    Spent,
    estimate_growth,
    look_back,
)
from webdev_certs.server.domain.practice_ability import FirstAnswer, readiness
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules

LEARNERS, PLANNING = 1500, 150
_EXAMS = 150
_START = datetime(2026, 1, 5, 18, tzinfo=UTC)
_AN_ANSWER = timedelta(minutes=1)


@dataclass(frozen=True)
class World:
    """How simulated learners learn, and what the model does not know of it.

    Attributes:
        growth: A factor of the median growth.
        forgetting: A factor of the median forgetting.
        spread: A factor of the standard deviations of the logarithms of both.
        idle: The share of learners who do not get better at all.
        fading: How much each θ gained so far slows growth down: divided by 1 + `fading` × gain.
        wandering: Standard deviation of what each day changes by chance, on the θ scale.
        wrong: Standard deviation of the error of item difficulties.
    """

    growth: float = 1.0
    forgetting: float = 1.0
    spread: float = 1.0
    idle: float = 0.0
    fading: float = 0.0
    wandering: float = 0.0
    wrong: float = 0.0


WORLDS = {
    "as the model assumes": World(),
    "growth twice as fast": World(growth=2),
    "growth half as fast": World(growth=0.5),
    "learners differ half as much again": World(spread=1.5),
    "all learners nearly alike": World(spread=0.2),
    "forgetting three times as fast": World(forgetting=3),
    "one in five does not get better": World(idle=0.2),
    "growth gets slower: a third after one θ": World(fading=2),
    "ability changes by chance, SD 0.02 a day": World(wandering=0.02),
    "difficulties off by 50 points": World(wrong=0.5),
}


_GROWING = ("as the model assumes", "growth twice as fast")
"""The worlds in which chances are compared."""


class Learner:
    """A simulated learner, whose ability changes with practice and time."""

    def __init__(self, world: World, start: float, rng: np.random.Generator) -> None:
        self._world, self._rng = world, rng
        self.ability = self._start = start
        factor = np.exp(world.spread * np.array([GROWTH_SPREAD, FORGETTING_SPREAD]) * rng.normal(size=2))
        self._per_minute = world.growth * GROWTH_PER_HOUR / 60 * factor[0] * (rng.random() >= world.idle)
        self._per_day = world.forgetting * FORGETTING_PER_DAY * factor[1]

    def practice(self, minutes: float) -> None:
        gained = max(self.ability - self._start, 0.0)
        self.ability += self._per_minute * minutes / (1 + self._world.fading * gained)

    def wait(self, days: float) -> None:
        self.ability -= self._per_day * min(days, 30)
        self.ability += self._world.wandering * days**0.5 * self._rng.normal()

    def days_until(self, ability: float) -> int:
        """Practice every day; return after how many days the ability is reached, at most HORIZON + 1."""
        for day in range(HORIZON + 1):
            if self.ability >= ability:
                return day
            self.practice(MINUTES_A_DAY)
            self.wait(1)
        return HORIZON + 1


class Practice:
    """The practice items of a technology, prepared so that many learners can practice fast."""

    def __init__(self, part: TechnologyBank, wrong: float, rng: np.random.Generator) -> None:
        families = [family for family in part.families.values() if family.pool == "practice"]
        self._parameters = [family.item_parameters for family in families]
        self._items = Items.of(self._parameters)
        self._tables = likelihoods(self._items)
        shifted = np.clip(self._items.b + rng.normal(0, 1, len(families)) * wrong, -4, 4)
        self._truth = [item._replace(b=b) for item, b in zip(self._parameters, shifted.tolist(), strict=True)]
        self._rng = rng

    def _chance(self, index: int, ability: float) -> float:
        """Return how probably a learner of this ability answers an item correctly."""
        item = self._truth[index]
        return item.c + (item.d - item.c) / (1 + exp(-item.a * (ability - item.b)))

    def sessions(self, learner: Learner, most: int) -> tuple[list[FirstAnswer], list[Spent], Spent]:
        """Let a learner practice on some days; return the first answers and what lay behind them."""
        rng, posterior = self._rng, Posterior(STANDARD)
        seen = np.zeros(len(self._parameters), dtype=np.bool_)
        answers: list[FirstAnswer] = []
        now = _START
        daily, pause = rng.uniform(0.3, 1), rng.uniform(0.02, 0.1)
        while len(answers) < most:
            for _ in range(min(int(rng.integers(3, 31)), most - len(answers))):
                scores = self._items.information_at(posterior.theta) * rng.uniform(0.5, 1, len(seen))
                scores[seen] = -1
                index = int(scores.argmax())
                seen[index] = True
                right = rng.random() < self._chance(index, learner.ability)
                posterior.update(self._tables[index, int(right)])
                answers.append(FirstAnswer("", "", self._parameters[index], right, now))
                learner.practice(1)
                now += _AN_ANSWER
            # The next day with practice, and sometimes a long pause.
            days = int(rng.geometric(daily)) + (int(rng.integers(7, 60)) if rng.random() < pause else 0)
            learner.wait(days)
            now += timedelta(days=days)
        moments = [answer.answered_at for answer in answers]
        *behind, at_last = look_back([(moment, _AN_ANSWER) for moment in moments], [*moments, now])
        return answers, behind, at_last


class Exam:
    """How often simulated learners of an ability pass the exam of a technology."""

    def __init__(self, part: TechnologyBank, seed: int) -> None:
        rules = exam_rules(part)
        pool = exam_pool(family for family in part.families.values() if family.pool == "certification")
        self._nodes = np.linspace(-1.0, 1.6, 27)
        taking = np.random.default_rng(seed).permutation(self._nodes.repeat(_EXAMS))
        passed = np.array([run.passes(rules.cut) for run in simulate(pool, rules, taking, seed)])
        self._shares = np.array([passed[taking == node].mean() for node in self._nodes])

    def chance(self, ability: float) -> float:
        """Return the share of learners with this ability who pass."""
        return float(np.interp(ability, self._nodes, self._shares))

    def sure_ability(self) -> float:
        """Return the ability with which learners pass with the probability `GOAL`."""
        near = (self._shares > 0.4) & (self._shares < 0.98)
        normal = NormalDist()
        z = [normal.inv_cdf(share) for share in self._shares[near].tolist()]
        slope, intercept = np.polyfit(self._nodes[near], z, 1)
        return float((normal.inv_cdf(GOAL) - intercept) / slope)


def chances(
    part: TechnologyBank, exam: Exam, world: World, learners: int, seed: int
) -> tuple[Floats, Floats]:
    """Return the predicted and the true chances of passing of simulated learners, shape (k,)."""
    rng = np.random.default_rng([seed, 1])
    practice, cut = Practice(part, world.wrong, rng), exam_rules(part).cut
    predicted, true = np.empty(learners), np.empty(learners)
    for place in range(learners):
        learner = Learner(world, rng.normal(), rng)
        growth = estimate_growth(*practice.sessions(learner, int(rng.integers(10, 121))))
        predicted[place] = readiness(growth.after(0, 0), cut).probability
        true[place] = exam.chance(learner.ability)
    return predicted, true


def forecasts(part: TechnologyBank, world: World, learners: int, sure: float, seed: int) -> Counter[str]:
    """Count the simulated learners who reach the ability `sure` within the interval, earlier or later.

    `open` counts the intervals without an upper end. Learners who need no plan, because their chance is high
    enough, are left out.
    """
    rng = np.random.default_rng([seed, 2])
    practice, cut = Practice(part, world.wrong, rng), exam_rules(part).cut
    found: Counter[str] = Counter()
    for _ in range(learners):
        learner = Learner(world, rng.normal(), rng)
        growth = estimate_growth(*practice.sessions(learner, int(rng.integers(10, 151))))
        if readiness(growth.after(0, 0), cut).probability >= GOAL:
            continue
        days = growth.days_until(GOAL, cut, MINUTES_A_DAY)
        true = learner.days_until(sure)
        low, high = (HORIZON + 1 if end is None else end for end in (days.low, days.high))
        found["early" if true < low else "late" if true > high else "within"] += 1
        found["open"] += days.high is None
    return found


def _chances(banks: Sequence[TechnologyBank], exams: Sequence[Exam], learners: int) -> str:
    """Return the table of predicted and simulated chances, by tenths of the predicted chance."""
    rows: list[list[str]] = [[f"{tenth * 10} to {tenth * 10 + 10}%"] for tenth in range(10)]
    for name in _GROWING:
        parts = [
            chances(part, exam, WORLDS[name], learners, seed)
            for seed, (part, exam) in enumerate(zip(banks, exams, strict=True))
        ]
        predicted, true = (np.concatenate(found) for found in zip(*parts, strict=True))
        tenths = np.minimum((10 * predicted).astype(np.intp), 9)
        for tenth, row in enumerate(rows):
            of_tenth = tenths == tenth
            shown, found = 100 * predicted[of_tenth].mean(), 100 * true[of_tenth].mean()
            row += [f"{of_tenth.sum():,}", f"{shown:.1f}", f"{found:.1f}", f"{found - shown:+.1f}"]
    header = ["Predicted", *(["Learners", "Mean prediction", "Passed (%)", "Difference"] * len(_GROWING))]
    return markdown(header, rows)


def _days(banks: Sequence[TechnologyBank], exams: Sequence[Exam], learners: int) -> str:
    """Return the table of how often the interval of days contains the true day, by world."""
    rows: list[list[str]] = []
    for name, world in WORLDS.items():
        found: Counter[str] = Counter()
        for seed, (part, exam) in enumerate(zip(banks, exams, strict=True)):
            found += forecasts(part, world, learners, exam.sure_ability(), seed)
        total = found["within"] + found["early"] + found["late"]
        shares = [f"{100 * found[kind] / total:.1f}" for kind in ("within", "early", "late", "open")]
        rows.append([name, f"{total:,}", *shares])
    header = ["Simulated learners", "Intervals", "Within (%)", "Earlier (%)", "Later (%)", "Open (%)"]
    return markdown(header, rows)


if __name__ == "__main__":
    of_chances, of_days = (*map(int, sys.argv[1:3]), *(LEARNERS, PLANNING)[len(sys.argv) - 1 :])
    technologies = list(load_bank().technologies.values())
    simulated = [Exam(part, seed) for seed, part in enumerate(technologies)]
    print(_chances(technologies, simulated, of_chances), flush=True)
    print("", _days(technologies, simulated, of_days), sep="\n", flush=True)
