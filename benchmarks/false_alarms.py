"""`python -m benchmarks.false_alarms` lets honest learners take exams, and counts those under review.

It prints two tables of docs/measurement.md: person fit if the model holds, and the passing attempts that are
held. A number as argument sets how many learners of each technology take its exam.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from scipy.stats import binomtest

from benchmarks.figures import markdown
from webdev_certs.authoring.simulation.conditions import ANSWER_SD, PACE, PACE_SD
from webdev_certs.authoring.simulation.runs import Run, simulate
from webdev_certs.server.content.bank import TechnologyBank, load_bank
from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.integrity import Observed, person_fit, rapid_threshold, reasons_to_hold
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules

LEARNERS, FIXED, ADAPTIVE = 3000, 2000, 500
"""Learners of each technology; learners for person fit, with fixed items and in our exam."""
LEAVES, PASTES = 0.05, 0.02
"""The probabilities of leaving the page and of pasting at a question."""


def observe(part: TechnologyBank, abilities: Floats, seed: int) -> Iterator[tuple[Run, Observed]]:
    """Yield what honest learners do in the exam of a technology, and what is observed of it.

    They answer as the model says and take lognormal times. Some learners are fast, and some items take them a
    short time (van der Linden, 2006). They leave the page and paste by chance.

    Args:
        part: The technology.
        abilities: Their abilities, shape (k,).
        seed: Seed of all randomness.
    """
    families = [family for family in part.families.values() if family.pool == "certification"]
    pool, rules = exam_pool(families), exam_rules(part)
    expected = np.array([family.expected_seconds for family in families])
    right, _ = probabilities(pool.items, abilities)
    rng = np.random.default_rng([seed, 1])
    for place, run in enumerate(simulate(pool, rules, abilities, seed)):
        used = list(run.used)
        # The same answers as in the simulation.
        answers = np.random.default_rng([seed, place, 0]).random(len(pool)) < right[place]
        times = expected[used] * np.exp(rng.normal(PACE, PACE_SD) + rng.normal(0, ANSWER_SD, len(used)))
        thresholds = [rapid_threshold(seconds, ()) for seconds in expected[used]]
        left, pasted = rng.random(len(used)) < LEAVES, rng.random(len(used)) < PASTES
        yield (
            run,
            Observed(
                answered=len(used),
                rapid=int((times < thresholds).sum()),
                left_and_pasted=int((left & pasted).sum()),
                fit=person_fit(pool.items.take(used), answers[used].tolist()),
            ),
        )


def held(part: TechnologyBank, abilities: Floats, seed: int) -> Counter[str]:
    """Count who passed, who of them would be under review, and each reason for it."""
    cut = exam_rules(part).cut
    counted: Counter[str] = Counter()
    for run, observed in observe(part, abilities, seed):
        if run.passes(cut):
            reasons = reasons_to_hold(observed)
            counted.update(["passed", *reasons, *(["held"] if reasons else [])])
    return counted


def _fits(guessing: float, estimator: Literal["wle", "map"]) -> list[float | None]:
    rng = np.random.default_rng(1)
    items = Items(rng.uniform(0.7, 1.6, 40), rng.normal(size=40), np.full(40, guessing), np.ones(40))
    right, _ = probabilities(items, rng.normal(size=FIXED))
    return [person_fit(items, answers, estimator) for answers in rng.random(right.shape) < right]


def _fit_row(name: str, fits: Sequence[float | None]) -> list[str]:
    values = np.array([fit for fit in fits if fit is not None])
    shares = (f"{100 * float((values <= limit).mean()):.1f}%" for limit in (-1.645, -2.33))
    return [name, f"{len(values):,}", f"{values.mean():.2f}", f"{values.var():.2f}", *shares]


def main() -> None:
    """Print the tables."""
    learners = int(sys.argv[1]) if len(sys.argv) > 1 else LEARNERS
    parts = load_bank().technologies
    rows = [
        _fit_row(f"40 fixed items, {name}, {estimator.upper()}", _fits(guessing, estimator))
        for name, guessing in (("2PL", 0.0), ("c = 0.2", 0.2))
        for estimator in ("wle", "map")
    ]
    for technology in ("react", "java"):
        abilities = np.random.default_rng(2).normal(size=ADAPTIVE)
        fits = [observed.fit for _, observed in observe(parts[technology], abilities, 1)]
        rows.append(_fit_row(f"our exam, {parts[technology].blueprint.name}, WLE", fits))
    header = ["Simulation", "Learners", "Mean", "Variance", "−1.645 or less", "−2.33 or less"]
    print(markdown(header, rows), end="\n\n", flush=True)
    found = {
        part.blueprint.name: held(part, np.random.default_rng(3).normal(size=learners), 3)
        for part in parts.values()
    }
    rows = []
    everybody = sum(found.values(), Counter[str]())
    for name, counted in (found | {"All": everybody}).items():
        reasons = (str(counted[reason]) for reason in ("rapid_answers", "misfit", "left_and_pasted"))
        share = f"{100 * counted['held'] / counted['passed']:.2f}%"
        rows.append([name, f"{counted['passed']:,}", *reasons, share])
    low, high = binomtest(everybody["held"], everybody["passed"]).proportion_ci(method="wilson")
    rows[-1][-1] += f" (95% interval {100 * low:.2f}% to {100 * high:.2f}%)"
    header = ["", "Passed", "Rapid answers", "Misfit", "Left and pasted", "Under review"]
    print(markdown(header, rows))


if __name__ == "__main__":
    main()
