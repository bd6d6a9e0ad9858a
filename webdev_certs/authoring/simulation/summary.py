"""The numbers of studies in words; with several seeds as means with intervals."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from webdev_certs.authoring.simulation.measures import Measures
from webdev_certs.authoring.simulation.study import ATTEMPTS, BELOW, Exam, Study, run_study
from webdev_certs.shared.exam_rules import MAX_ITEMS

Line = tuple[str, float | None, str]
"""What was measured, its value, and its unit."""


@dataclass(frozen=True)
class Figure:
    """A number of a simulation.

    Attributes:
        name: What was measured.
        value: Its mean over the seeds; None if it is out of range.
        half: Half of its 95% interval, by Student's t; None with fewer than two seeds.
        unit: Its unit.
    """

    name: str
    value: float | None
    half: float | None
    unit: str

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        return f"{self.value:.1f}" + ("" if self.half is None else f" ± {self.half:.1f}")


def run_studies(
    exams: Sequence[Exam], learners: int, seeds: Sequence[int], retaking: int | None = None
) -> Iterator[list[Study]]:
    """Yield the studies of each exam, one for each seed, made by as many processes as there are cores.

    Args:
        exams: What is simulated.
        learners: How many, as in `run_study`.
        seeds: One for each study of an exam.
        retaking: As in `run_study`.
    """
    # Spawned processes would read the bank again to make the exams.
    with ProcessPoolExecutor(mp_context=get_context("fork")) as workers:
        running = [
            [workers.submit(run_study, exam, learners, seed, retaking) for seed in seeds] for exam in exams
        ]
        for studies in running:
            yield [study.result() for study in studies]


def summarize(studies: Sequence[Study]) -> Iterator[Figure]:
    """Return every number of the studies of one exam, which differ in their seeds."""
    return over_seeds([list(study_lines(study)) for study in studies])


def over_seeds(studies: Sequence[Sequence[Line]]) -> Iterator[Figure]:
    """Return the mean of each line, with its interval.

    Args:
        studies: The same lines for each seed.
    """
    for lines in zip(*studies, strict=True):
        name, _, unit = lines[0]
        # A measure of nobody is NaN.
        found = [value for _, value, _ in lines if value is not None and value == value]
        value = float(np.mean(found)) if found else None
        half = None
        if len(found) > 1:
            half = _quantile(len(found) - 1) * float(np.std(found, ddof=1)) / len(found) ** 0.5
        yield Figure(name, value, half, unit)


def _quantile(freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's t.

    With x = √n tan φ its density is proportional to cosⁿ⁻¹ φ.
    """
    angles = np.linspace(0, np.pi / 2, 100_001)
    mass = np.cumsum(np.cos(angles) ** (freedom - 1))
    return freedom**0.5 * float(np.tan(np.interp(0.95 * mass[-1], mass, angles)))


def study_lines(study: Study) -> Iterator[Line]:
    """Return every number of a study in words."""
    found = study.adaptive
    yield "families", study.items, ""
    yield "mean length", found.mean_length, "items"
    yield "exams that end after the fewest items", 100 * found.shortest, "%"
    yield "exams that go to the end", 100 * found.longest, "%"
    yield from _quality(found, "")
    yield "standard error of scores at the cut", found.error_at_cut, "points"
    yield "standard error of learners at the cut", found.error_near_cut, "points"
    yield "passed, of those below the cut", 100 * found.false_passes, "%"
    yield "failed, of those above the cut", 100 * found.false_fails, "%"
    yield "same decision in two attempts", 100 * study.again.consistency, "%"
    yield "Cohen's kappa of two attempts", 100 * study.again.kappa, "%"
    yield "correlation of the scores of two attempts", 100 * study.retest, "%"
    yield "largest share of exams with the same family", 100 * found.exposure_max, "%"
    yield "families in no exam", found.unused, ""
    yield "shared families, two random learners", 100 * found.overlap, "%"
    yield "shared families, two learners of equal ability", 100 * study.overlap_of_equals, "%"
    yield from _quality(study.fixed[MAX_ITEMS], f"fixed form of {MAX_ITEMS} items: ")
    length = study.equal_length
    yield "fixed form with the same share of right decisions", length, "items"
    yield "our length, of that form", length and 100 * found.mean_length / length, "%"
    yield from _certificates(study)
    for name, measures in (study.misfit | study.out_of_time).items():
        yield from _quality(measures, f"{name}: ")
        yield f"{name}: passed, of those below the cut", 100 * measures.false_passes, "%"
        yield f"{name}: failed, of those above the cut", 100 * measures.false_fails, "%"
    for gains in study.memorized:
        who = f"{100 * BELOW:.0f} points below the cut, {100 * gains.share:.0f}% memorized"
        yield f"{who}: gain", gains.gain, "points"
        yield f"{who}: pass", 100 * gains.passed, "%"
    who = f"{100 * BELOW:.0f} points below the standard"
    honest, leaving, ahead = study.ahead
    yield f"{who}: pass", 100 * honest, "%"
    yield f"{who}: pass if they end once they are ahead", 100 * leaving, "%"
    yield f"{who}: would pass so if ending ahead counted", 100 * ahead, "%"
    for points, (ours, posterior) in study.coverage.items():
        yield f"ability {points}: in the interval", 100 * ours, "%"
        yield f"ability {points}: in the interval of the posterior", 100 * posterior, "%"


def _quality(found: Measures, prefix: str) -> Iterator[Line]:
    yield f"{prefix}bias", found.bias, "points"
    yield f"{prefix}root mean squared error", found.rmse, "points"
    yield f"{prefix}right decisions", 100 * found.accuracy, "%"
    yield f"{prefix}right decisions, 30 points or more from the cut", 100 * found.accuracy_outside, "%"


def _certificates(study: Study) -> Iterator[Line]:
    for attempts in range(1, ATTEMPTS + 1):
        within = f"{attempts} attempt{'s' if attempts > 1 else ''}"
        yield f"{within}: certificates held below the standard", 100 * study.retakes.below[attempts - 1], "%"
        yield f"{within}: not passed, of those above it", 100 * study.retakes.failed[attempts - 1], "%"
        for points, chances in study.chances.items():
            yield f"{within}: ability {points} passes", 100 * chances[attempts - 1], "%"
