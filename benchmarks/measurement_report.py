"""`python -m benchmarks.measurement_report` prints the tables of docs/measurement.md as Markdown.

The first argument sets how many learners are simulated with each seed, the second how many seeds there are,
the third how many learners the shares of certificates come from.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import fmean

from benchmarks.figures import markdown
from benchmarks.measurement_rules import bounds, compare_rules
from webdev_certs.authoring.simulation.study import ATTEMPTS, CHANCES, COVERED, run_study
from webdev_certs.authoring.simulation.summary import Figure, run_studies, summarize
from webdev_certs.cli.exams import simulated_exam
from webdev_certs.server.content.bank import load_bank

LEARNERS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
SEEDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
RETAKING = int(sys.argv[3]) if len(sys.argv) > 3 else LEARNERS

Figures = Mapping[str, Figure]
"""By name."""

_RESULTS = {
    "families": "Certification families",
    "mean length": "Mean length (items)",
    "exams that end after the fewest items": "Exams that end at 20 items (%)",
    "exams that go to the end": "Exams that go to the last item (%)",
    "bias": "Bias (points)",
    "root mean squared error": "Root mean squared error (points)",
    "standard error of scores at the cut": "Standard error of scores at the cut",
    "standard error of learners at the cut": "Standard error of learners at the cut",
    "right decisions": "Right decisions (%)",
    "right decisions, 30 points or more from the cut": "– 30 points or more from the cut (%)",
    "same decision in two attempts": "Two attempts of a learner: same decision (%)",
    "correlation of the scores of two attempts": "– correlation of the scores (%)",
    "largest share of exams with the same family": "Largest exposure of a family (%)",
    "shared families, two random learners": "Shared families, any two learners (%)",
    "shared families, two learners of equal ability": "Shared families, equal ability (%)",
    "fixed form of 40 items: right decisions, 30 points or more from the cut": (
        "Fixed form of 40: right, 30 points or more from the cut (%)"
    ),
    "fixed form with the same share of right decisions": "Fixed form as accurate as ours (items)",
    "our length, of that form": "Our length, as a share of it (%)",
}
_CERTIFICATES = {
    "1 attempt: certificates held below the standard": "Held below the standard, first attempt (%)",
    "3 attempts: certificates held below the standard": "– up to three attempts (%)",
    "4 attempts: certificates held below the standard": "– up to four attempts (%)",
    "1 attempt: not passed, of those above it": "At or above the standard, fail the first attempt (%)",
    "4 attempts: not passed, of those above it": "– fail four times (%)",
    "50 points below the standard: pass": "50 points below the standard: pass (%)",
    "50 points below the standard: pass if they end once they are ahead": "– if they end once ahead (%)",
    "50 points below the standard: would pass so if ending ahead counted": "– if ending ahead counted (%)",
}
_CONDITIONS = (
    "",
    "wrong parameters: ",
    "difficulties off by 70 points: ",
    "guessing 35%: ",
    "items 30 points harder than rated: ",
    "items 30 points easier than rated: ",
    "two dimensions: ",
    "limited time: ",
    "limited time, slow learners: ",
)
_COLUMNS = (
    "bias",
    "right decisions",
    "right decisions, 30 points or more from the cut",
    "passed, of those below the cut",
    "failed, of those above the cut",
)


def main() -> None:
    """Run the studies and print the tables."""
    parts = load_bank().technologies
    exams = [simulated_exam(part) for part in parts.values()]
    found = run_studies(exams, LEARNERS, range(1, SEEDS + 1), RETAKING)
    print_tables(
        {
            part.blueprint.name: {figure.name: figure for figure in summarize(studies)}
            for part, studies in zip(parts.values(), found, strict=True)
        }
    )
    with ProcessPoolExecutor(mp_context=get_context("fork")) as workers:
        limits = workers.submit(bounds, {part.blueprint.name: part for part in parts.values()})
        fixed = run_study(simulated_exam(parts["react"]), LEARNERS, 1).fixed
        print(compare_rules(parts["react"], fixed, LEARNERS, 1), end="\n\n", flush=True)
        print(limits.result(), flush=True)


def print_tables(banks: Mapping[str, Figures]) -> None:
    """Print the tables of figures, by the bank's name."""
    for names in (_CERTIFICATES, _RESULTS, _memorizing(banks)):
        rows = [[label, *(str(found[name]) for found in banks.values())] for name, label in names.items()]
        print(markdown(["", *banks], rows), end="\n\n")
    within = [f"{number} attempt{'s' if number > 1 else ''}" for number in range(1, ATTEMPTS + 1)]
    rows = [
        [str(points), *(_mean(banks, f"{each}: ability {points} passes") for each in within)]
        for points in CHANCES
    ]
    print(markdown(["Ability", *(each.capitalize() for each in within)], rows), end="\n\n")
    intervals = ("in the interval", "in the interval of the posterior")
    rows = [
        [str(points), *(_mean(banks, f"ability {points}: {each}") for each in intervals)]
        for points in COVERED
    ]
    print(markdown(["Ability", "Interval shown", "Interval of the posterior"], rows), end="\n\n")
    rows = [
        [name.rstrip(": ").capitalize() or "Nothing wrong", *(_mean(banks, name + each) for each in _COLUMNS)]
        for name in _CONDITIONS
    ]
    header = ["", "Bias", "Right", "Right, 30 points away", "Passed below", "Failed above"]
    print(markdown(header, rows), end="\n\n", flush=True)


def _memorizing(banks: Mapping[str, Figures]) -> dict[str, str]:
    names: Iterable[str] = next(iter(banks.values()))
    found = [name for name in names if "memorized: " in name and ", 0% memorized: gain" not in name]
    return {name: name.replace("50 points below the cut, ", "").capitalize() for name in found}


def _mean(banks: Mapping[str, Figures], name: str) -> str:
    """Return the mean of all banks, whose errors are independent."""
    figures = [found[name] for found in banks.values()]
    values = [figure.value for figure in figures if figure.value is not None]
    halves: Sequence[float] = [figure.half or 0.0 for figure in figures]
    half = sum(each**2 for each in halves) ** 0.5 / len(figures)
    return str(Figure(name, fmean(values), half, ""))


if __name__ == "__main__":
    main()
