"""`python -m benchmarks.measurement_report` renews the tables and plots of docs/measurement.md.

It prints the tables as Markdown and writes the plots to docs/images. A number as argument sets how many
learners are simulated.
"""

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import matplotlib

matplotlib.use("svg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from benchmarks.figures import markdown
from benchmarks.measurement_rules import bounds, compare_rules
from webdev_certs.authoring.simulation.runs import Run, simulate_fixed
from webdev_certs.authoring.simulation.study import Study, run_study
from webdev_certs.cli.exams import simulated_exam
from webdev_certs.server.content.bank import TechnologyBank, load_bank
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules
from webdev_certs.shared.exam_rules import MAX_ITEMS

LEARNERS, SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 3000, 1
IMAGES = Path(__file__).parents[1] / "docs" / "images"
_BINS = np.linspace(-2.6, 2.6, 27)
_MIDDLES = 500 + 100 * (_BINS[:-1] + _BINS[1:]) / 2
_COLORS = ["#0b5cad", "#b3261e", "#1b7f4b", "#7a4bb3", "#8a6100"]


def main() -> None:
    """Run the studies, write the plots and print the tables."""
    # Write text as text and not as paths, and the same file for the same numbers.
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "measurement", "font.family": "sans-serif"})
    parts = load_bank().technologies
    # Forked processes inherit the bank, so they need not read it again.
    with ProcessPoolExecutor(mp_context=get_context("fork")) as workers:
        running = {name: workers.submit(_study, part) for name, part in parts.items()}
        limits = workers.submit(bounds, {part.blueprint.name: part for part in parts.values()})
        fixed = running["react"].result().fixed
        rules = workers.submit(compare_rules, parts["react"], fixed, LEARNERS, SEED)
        studies = {parts[name].blueprint.name: future.result() for name, future in running.items()}
        print(_results(studies), end="\n\n")
        print(_memorized(studies), end="\n\n", flush=True)
        print(rules.result(), end="\n\n", flush=True)
        print(limits.result(), flush=True)
    _plot(
        "length", "Ability (points)", "Mean number of items", lambda axes: _by_ability(axes, studies, _length)
    )
    _plot("error", "Score (points)", "Standard error (points)", lambda axes: _errors(axes, studies))
    react = parts["react"]
    _plot(
        "passing", "Ability (points)", "Share who pass", lambda axes: _passing(axes, studies["React"], react)
    )
    _plot("exposure", "Items, most used first", "Share of exams", lambda axes: _exposure(axes, studies))


def _study(part: TechnologyBank) -> Study:
    return run_study(simulated_exam(part), LEARNERS, SEED)


def _results(studies: Mapping[str, Study]) -> str:
    rows: list[tuple[str, Callable[[Study], str]]] = [
        ("Certification families", lambda s: str(s.items)),
        ("Mean length (items)", lambda s: f"{s.adaptive.mean_length:.1f}"),
        ("Exams that end at 20 items", lambda s: f"{100 * s.adaptive.shortest:.0f}%"),
        ("Exams that go to the last item", lambda s: f"{100 * s.adaptive.longest:.0f}%"),
        ("Bias (points)", lambda s: f"{s.adaptive.bias:+.1f}"),
        ("Root mean squared error (points)", lambda s: f"{s.adaptive.rmse:.1f}"),
        ("Standard error of scores at the cut", lambda s: f"{s.adaptive.error_at_cut:.1f}"),
        ("Standard error of learners at the cut", lambda s: f"{s.adaptive.error_near_cut:.1f}"),
        ("Right decisions", lambda s: f"{100 * s.adaptive.accuracy:.1f}%"),
        ("– 30 points or more from the cut", lambda s: f"{100 * s.adaptive.accuracy_outside:.1f}%"),
        ("Largest exposure of a family", lambda s: f"{100 * s.adaptive.exposure_max:.0f}%"),
        ("Families never used", lambda s: str(s.adaptive.unused)),
        ("Shared families, any two learners", lambda s: f"{100 * s.adaptive.overlap:.0f}%"),
        ("Shared families, equal ability", lambda s: f"{100 * s.overlap_of_equals:.0f}%"),
        ("Fixed form of 40: right decisions", lambda s: f"{100 * s.fixed[MAX_ITEMS].accuracy:.1f}%"),
        (
            "– 30 points or more from the cut",
            lambda s: f"{100 * s.fixed[MAX_ITEMS].accuracy_outside:.1f}%",
        ),
        (
            "Fixed form as accurate as ours (items)",
            lambda s: f"{s.equal_length:.0f}" if s.equal_length else "–",
        ),
        ("Our length, as a share of it", _ratio),
        (
            "Wrong parameters: right decisions",
            lambda s: f"{100 * s.misfit['wrong parameters'].accuracy:.1f}%",
        ),
        (
            "– 30 points or more from the cut",
            lambda s: f"{100 * s.misfit['wrong parameters'].accuracy_outside:.1f}%",
        ),
    ]
    return markdown(["", *studies], [[name, *map(value, studies.values())] for name, value in rows])


def _ratio(study: Study) -> str:
    return f"{100 * study.adaptive.mean_length / study.equal_length:.0f}%" if study.equal_length else "–"


def _memorized(studies: Mapping[str, Study]) -> str:
    rows = []
    for place, gains in enumerate(next(iter(studies.values())).memorized):
        cells = [
            f"{study.memorized[place].gain:+.0f} · {100 * study.memorized[place].passed:.0f}%"
            for study in studies.values()
        ]
        rows.append([f"{100 * gains.share:.0f}%", *cells])
    return markdown(["Share memorized", *studies], rows)


def _plot(name: str, x: str, y: str, draw: Callable[[Axes], None]) -> None:
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    draw(axes)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.legend(frameon=False)
    figure.savefig(IMAGES / f"measurement-{name}.svg", metadata={"Date": None})
    plt.close(figure)


def _length(run: Run) -> float:
    return run.length


def _by_ability(axes: Axes, studies: Mapping[str, Study], value: Callable[[Run], float]) -> None:
    for color, (name, study) in zip(_COLORS, studies.items(), strict=False):
        places = np.digitize([run.theta for run in study.runs], _BINS) - 1
        axes.plot(
            _MIDDLES, _means(places, np.array([value(run) for run in study.runs])), color=color, label=name
        )


def _errors(axes: Axes, studies: Mapping[str, Study]) -> None:
    for color, (name, study) in zip(_COLORS, studies.items(), strict=False):
        places = np.digitize([run.ability.theta for run in study.runs], _BINS) - 1
        errors = 100 * np.array([run.ability.sd for run in study.runs])
        axes.plot(_MIDDLES, _means(places, errors), color=color, label=name)
    axes.axhline(35, color="#555555", linestyle=":", label="35 points")
    axes.axvline(500, color="#555555", linestyle="--", label="cut score")
    axes.set_ylim(bottom=0)


def _passing(axes: Axes, study: Study, part: TechnologyBank) -> None:
    pool, rules = exam_pool(part.families.values()), exam_rules(part)
    abilities = np.array([run.theta for run in study.runs])
    kinds = {
        "adaptive": study.runs,
        "fixed form of 20 items": simulate_fixed(pool, rules.quotas, 20, abilities, SEED),
        "fixed form of 40 items": simulate_fixed(pool, rules.quotas, 40, abilities, SEED),
    }
    places = np.digitize(abilities, _BINS) - 1
    for color, (name, runs) in zip(_COLORS, kinds.items(), strict=False):
        passed = np.array([run.ability.theta >= rules.cut for run in runs], dtype=np.float64)
        axes.plot(_MIDDLES, _means(places, passed), color=color, label=name)
    axes.axvline(500, color="#555555", linestyle="--", label="cut score")


def _exposure(axes: Axes, studies: Mapping[str, Study]) -> None:
    for color, (name, study) in zip(_COLORS, studies.items(), strict=False):
        counts = np.bincount([index for run in study.runs for index in run.used], minlength=study.items)
        axes.plot(np.sort(counts / len(study.runs))[::-1], color=color, label=name)
    axes.set_ylim(bottom=0)


def _means(places: np.ndarray, values: np.ndarray) -> list[float]:
    groups = [values[places == place] for place in range(len(_MIDDLES))]
    return [float(group.mean()) if len(group) > 4 else float("nan") for group in groups]


if __name__ == "__main__":
    main()
