"""The technical report of an exam, in the order of the Standards for Educational and Psychological Testing.

Source: AERA, APA & NCME (2014). Standards for Educational and Psychological Testing. The numbers of standards in
the text are theirs.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median

import numpy as np

from webdev_certs.authoring.psychometrics import charts
from webdev_certs.authoring.psychometrics.abilities import Answers
from webdev_certs.authoring.psychometrics.classification import Classification, expected, repeated
from webdev_certs.authoring.psychometrics.dif import ItemDif
from webdev_certs.authoring.psychometrics.dimensionality import DEPENDENT, q3
from webdev_certs.authoring.psychometrics.drift import ItemDrift
from webdev_certs.authoring.psychometrics.options import OptionCurve
from webdev_certs.authoring.psychometrics.report_files import (
    Block,
    Figure,
    Heading,
    Paragraph,
    Provisional,
    Table,
)
from webdev_certs.authoring.psychometrics.standard_setting import Cut, Round
from webdev_certs.authoring.simulation.measures import Measures, measure
from webdev_certs.authoring.simulation.runs import Run, simulate
from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.adaptive.next_item import Rules
from webdev_certs.server.domain.adaptive.pool import Pool
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW, STANDARD
from webdev_certs.shared.formatting import counted
from webdev_certs.shared.vocabulary import DIFFICULTIES

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


def write_blocks(material: Material, folder: Path, today: date) -> tuple[str, str, list[Block]]:
    """Return the title, the subtitle and the content, and draw the figures into the folder."""
    blueprint = material.part.blueprint
    families = material.certification
    subtitle = (
        f"Version {bank_version(families)} of the question bank · {len(families)} question families · "
        f"{counted(material.attempts, 'attempt')} of learners · {today:%Y-%m-%d}"
    )
    blocks = [
        *_summary(material),
        *_validity(material, folder),
        *_reliability(material, folder),
        *_fairness(material, folder),
        *_scores(material, folder),
        *_operations(material, folder),
    ]
    return f"Technical report: {blueprint.title}", subtitle, blocks


def _summary(material: Material) -> Iterator[Block]:
    found, again = material.simulated.measures, material.simulated.again
    calibrated = sum(family.id in material.calibrated for family in material.certification)
    yield Heading(1, "Summary")
    yield Paragraph(
        "This report collects the evidence for the scores of one exam, in the order of the *Standards for "
        "Educational and Psychological Testing* (AERA, APA and NCME, 2014). A figure is *simulated* if it comes from "
        f"{len(material.simulated.runs) // 2} simulated learners with N(0, 1) abilities who take the exam twice (seed "
        f"{material.seed}), and *observed* if it comes from answers of learners. What still lacks learners or raters "
        "is marked as provisional.".replace("*", "")
    )
    rows = [
        ("Standard error of scores at the pass mark", f"{found.error_at_cut:.1f} points", "simulated"),
        ("Reliability (two attempts)", f"{material.simulated.reliability:.2f}", "simulated"),
        ("Right decisions", _percent(found.accuracy), "simulated"),
        ("Same decision in two attempts", _percent(again.consistency), "simulated"),
        ("Cohen's κ of two attempts", f"{again.kappa:.2f}", "simulated"),
        ("Mean length", f"{found.mean_length:.1f} questions", "simulated"),
        ("Calibrated families", f"{calibrated} of {len(material.certification)}", "observed"),
        ("Attempts", str(material.attempts), "observed"),
    ]
    yield Table("The most important figures", ("", "Figure", "Source"), rows)
    if material.attempts < ENOUGH:
        yield Provisional(
            f"{material.attempts or 'No'} learners have taken the exam so that their answers count; "
            f"figures from answers need at least {ENOUGH}. Everything that is simulated assumes that the parameters in "
            "use are true."
        )


def _validity(material: Material, folder: Path) -> Iterator[Block]:
    part, families = material.part, material.certification
    blueprint = part.blueprint
    yield Heading(1, "1 Validity evidence")
    yield Heading(2, "Interpretation and use (standards 1.1 and 1.2)")
    yield Paragraph(
        f"A certificate says that its holder answered the questions of an unsupervised online exam as a developer does "
        f"who is good enough for everyday work in {blueprint.name}. It does not say who sat at the keyboard, and it does "
        "not predict performance in a job. It should not be the only reason to hire or to reject somebody."
    )
    yield Heading(2, "Test content (1.11)")
    yield Paragraph(
        f"{blueprint.summary} The blueprint divides this into {counted(len(blueprint.topics), 'topic')}. Each exam "
        "has the same share of each topic, in every 20 questions. Questions are made from families when they are asked."
    )
    rows = []
    for topic in blueprint.topics:
        own = [family for family in families if family.topic == topic.id]
        levels = Counter(family.difficulty for family in own)
        rows.append(
            (
                *(
                    topic.title,
                    str(len(topic.objectives)),
                    f"{topic.items} of {blueprint.length}",
                    str(len(own)),
                ),
                *(str(levels[level]) for level in DIFFICULTIES),
            )
        )
    header = ("Topic", "Objectives", "Quota", "Families", *(level.capitalize() for level in DIFFICULTIES))
    yield Table("Content by topic", header, rows)
    charts.draw_bars(
        folder / "content.png",
        {
            topic.title: (topic.items, sum(family.topic == topic.id for family in families))
            for topic in blueprint.topics
        },
        (f"quota of {blueprint.length} questions", "families"),
        "Number",
    )
    yield Figure("content.png", "Families of each topic, and how many an exam takes of them.")
    programs = sum(isinstance(family, ProgramModel) for family in families)
    single = sum(isinstance(family, Item) for family in families)
    yield Paragraph(
        f"{programs} families are programs whose output is computed from values and proved by execution; "
        f"{single} are single questions; the others show a few of many statements, pairs or steps, each of which is "
        "executed or cited. Every family refers to a page of the official documentation."
    )
    yield Heading(2, "Response processes (1.12)")
    formats = Counter(family.format for family in families)
    rows = [
        (name.replace("_", " "), str(number), _percent(number / len(families)))
        for name, number in formats.most_common()
    ]
    yield Table("Families by format", ("Format", "Families", "Share"), rows)
    timed = []
    if material.learned:
        own = zip(material.learned.seconds, material.learned.families, strict=True)
        timed = [seconds / family.expected_seconds for seconds, family in own if seconds == seconds]
    if timed:
        yield Paragraph(
            f"Observed: at the median, learners need {100 * median(timed):.0f}% of the time that the author expected."
        )
    yield Provisional("No learners have been asked to think aloud while they answer.")
    yield Heading(2, "Internal structure (1.13)")
    yield from _structure(material)
    yield Heading(2, "Relations to other variables and consequences (1.16 to 1.25)")
    yield Provisional(
        "No study has compared scores with performance at work, with other certificates, or with experience, and none "
        "has looked at the consequences of certificates."
    )


def _structure(material: Material) -> Iterator[Block]:
    learned = material.learned
    found = q3(learned.answers, MIN_ANSWERS) if learned else None
    if not learned or not found or not found.pairs:
        yield Provisional(
            f"Whether one ability explains the answers (Yen's Q3) needs pairs of families that {MIN_ANSWERS} learners "
            "have both answered."
        )
        return
    within, across = found.between([family.topic for family in learned.families])
    yield Table(
        f"Yen's Q3 of {found.pairs} pairs of families (observed)",
        ("", "Q3"),
        [
            ("Mean", f"{found.mean:+.3f}"),
            ("Standard deviation", f"{found.sd:.3f}"),
            ("Mean within a topic", f"{within:+.3f}"),
            ("Mean between topics", f"{across:+.3f}"),
            (f"Pairs more than {DEPENDENT} above the mean, beyond chance", str(len(found.dependent))),
        ],
    )
    if material.attempts < ENOUGH:
        yield Provisional("These correlations come from too few learners to be exact.")


def _reliability(material: Material, folder: Path) -> Iterator[Block]:
    simulated, cut = material.simulated, material.cut
    yield Heading(1, "2 Reliability and precision")
    yield Heading(2, "Standard errors (2.13 and 2.14)")
    scores, errors = (
        _points(run.ability.theta for run in simulated.runs),
        [SCALE_SD * run.ability.sd for run in simulated.runs],
    )
    rows, middles, means = [], [], []
    for low in range(SCALE_LOW, SCALE_HIGH, 50):
        own = [error for score, error in zip(scores, errors, strict=True) if low <= score < low + 50]
        if len(own) >= 5:
            middles.append(low + 25.0)
            means.append(float(np.mean(own)))
            rows.append((f"{low} to {low + 49}", str(len(own)), f"{means[-1]:.1f}"))
    yield Table("Standard error by score (simulated)", ("Score", "Exams", "Standard error (points)"), rows)
    charts.draw_lines(
        folder / "error.png", {"": (middles, means)}, "Score (points)", "Standard error (points)", cut=cut
    )
    yield Figure("error.png", "Standard error of scores (simulated).")
    yield Paragraph(
        f"The correlation of two attempts of the same simulated learners is {simulated.reliability:.2f}. The root mean "
        f"squared error is {simulated.measures.rmse:.1f} points, the bias {simulated.measures.bias:+.1f}."
    )
    learned = material.learned
    if learned and learned.alpha == learned.alpha:
        yield Paragraph(
            f"Observed: Cronbach's α is {learned.alpha:.2f}. In an adaptive exam it is only a rough sign. The mean "
            f"standard error is {SCALE_SD * float(learned.answers.sd.mean()):.1f} points."
        )
    yield Heading(2, "Decisions (2.16)")
    yield from _decisions(material)
    theta = np.array([run.theta for run in simulated.runs])
    passed = np.array([run.ability.theta for run in simulated.runs]) >= material.rules.cut
    bins = np.arange(-2.5, 2.6, 0.25)
    place = np.digitize(theta, bins)
    known = [k for k in range(1, len(bins)) if (place == k).sum() >= 5]
    abilities = [SCALE_MEAN + SCALE_SD * float((bins[k - 1] + bins[k]) / 2) for k in known]
    charts.draw_lines(
        folder / "passing.png",
        {"": (abilities, [float(passed[place == k].mean()) for k in known])},
        "True ability (points)",
        "Share who pass",
        cut=cut,
        percent=True,
    )
    yield Figure("passing.png", "Share who pass, by true ability (simulated).")


def _decisions(material: Material) -> Iterator[Block]:
    found, again = material.simulated.measures, material.simulated.again
    rows = [
        ("Right decisions", _percent(found.accuracy), "–"),
        ("– 30 points or more from the pass mark", _percent(found.accuracy_outside), "–"),
        ("Passed, of those below", _percent(found.false_passes), "–"),
        ("Failed, of those above", _percent(found.false_fails), "–"),
        ("Same decision in two attempts", _percent(again.consistency), "–"),
        ("Cohen's κ of two attempts", f"{again.kappa:.2f}", "–"),
    ]
    if material.learned and material.attempts >= 2:
        answers = material.learned.answers
        real = expected(answers.theta.tolist(), np.maximum(answers.sd, 1e-6).tolist(), material.rules.cut)
        for place, value in ((0, real.accuracy), (4, real.consistency)):
            rows[place] = (*rows[place][:2], _percent(value))
        rows[5] = (*rows[5][:2], f"{real.kappa:.2f}")
    yield Table("Classification accuracy and consistency", ("", "Simulated", "Observed"), rows)
    yield Paragraph(
        "Observed figures follow from the standard errors of real attempts (Rudner, 2005), because hardly anybody takes "
        "the exam twice without learning in between."
    )


def _fairness(material: Material, folder: Path) -> Iterator[Block]:
    yield Heading(1, "3 Fairness")
    yield Heading(2, "Differential item functioning (3.6)")
    comparisons = material.learned.dif if material.learned else ()
    for number, (reference, focal, items) in enumerate(comparisons, start=1):
        sizes = Counter(item.odds.size[0] for item in items)
        rows = [(size, str(sizes[size])) for size in ("A", "B", "C")]
        yield Table(f"“{focal}” compared with “{reference}” (observed)", ("ETS class", "Families"), rows)
        if items:
            charts.draw_dif(folder / f"dif-{number}.png", items, focal, reference)
            yield Figure(
                f"dif-{number}.png", "Mantel-Haenszel Δ with 95% intervals; classes B and C come first."
            )
    if not comparisons:
        yield Provisional(
            "No groups were given. The product knows no sex, age, language or origin of learners; an operator who knows "
            f"groups passes them on (--groups). Each group needs {MIN_ANSWERS} answers to a family."
        )
    yield Heading(2, "Access (3.9 to 3.12)")
    yield Paragraph(
        "Extra time of 25, 50 or 100 percent is granted on request. Pages follow WCAG 2.2 AA and can be used by keyboard "
        "alone, in English and German; questions are in English. The time limit is announced before the start."
    )
    yield Provisional("Nobody has compared the scores of learners with and without extra time.")


def _scores(material: Material, folder: Path) -> Iterator[Block]:
    cut = material.cut
    yield Heading(1, "4 Scores and standard setting")
    yield Heading(2, "Scale (5.1 and 5.2)")
    yield Paragraph(
        f"A score is {SCALE_MEAN} + {SCALE_SD} θ, from {SCALE_LOW} to {SCALE_HIGH}. θ is the mean of the posterior of "
        "the three-parameter logistic model with a N(0, 1) prior. Results show it with its 95% interval; topics are "
        "shown as bands, because a few questions say little about a topic. Calibrations are linked to the scale in use "
        "by mean and standard deviation, so that a score keeps its meaning (5.6)."
    )
    difficulties = {"difficulty b of the families, in points": _points(material.pool.items.b.tolist())}
    if material.learned:
        difficulties["scores of learners"] = material.learned.scores.tolist()
    charts.draw_histogram(folder / "scale.png", difficulties, "Points", "Number", cut)
    yield Figure(
        "scale.png", "Difficulties" + (" and scores" if material.learned else "") + " on the scale of scores."
    )
    calibrated = sum(family.id in material.calibrated for family in material.certification)
    if calibrated < len(material.certification):
        yield Provisional(
            f"{len(material.certification) - calibrated} of {len(material.certification)} families are not calibrated: "
            "their difficulty comes from ratings, and their discrimination is assumed to be 1."
        )
    yield Heading(2, "The standard and the pass mark (5.21 and 5.22)")
    yield Paragraph(
        f"The standard is {STANDARD}: a developer who is just good enough for everyday work (modified Angoff). To pass, a "
        f"learner needs {cut}, so that few certificates are held by somebody below the standard."
    )
    if material.rounds:
        rows = [
            (
                *(
                    f"Round {found.number}",
                    str(len(found.raters)),
                    str(len(found.items)),
                    _percent(own.share),
                ),
                *(
                    f"{_points([own.theta])[0]:.0f}",
                    f"{SCALE_SD * own.error:.1f}",
                    f"{own.agreement.mean:.2f}",
                ),
            )
            for found, own in material.rounds
        ]
        header = ("", "Raters", "Items", "Share correct", "Cut", "Standard error", "ICC of the mean")
        yield Table("The cut of each round, in points", header, rows)
        last = material.rounds[-1][0]
        if len(last.raters) < 10:
            yield Provisional(f"The panel has {len(last.raters)} raters; ten or more are usual.")
    else:
        rated = sum(family.angoff is not None for family in material.certification)
        yield Provisional(
            f"{rated} of {len(material.certification)} families were rated, by one reviewer each. A panel of several "
            "raters has not met (webdev-certs standard-setting)."
        )
    if material.learned:
        share = float((material.learned.scores >= cut).mean())
        yield Paragraph(f"Observed: {_percent(share)} of {material.attempts} attempts reach the pass mark.")


def _operations(material: Material, folder: Path) -> Iterator[Block]:
    rules, found = material.rules, material.simulated.measures
    yield Heading(1, "5 Operations")
    yield Heading(2, "Administration (6.1 to 6.3)")
    waits = ", ".join(str(days) for days in material.retake_days)
    yield Paragraph(
        f"The exam has {rules.min_items} to {rules.max_items} scored questions in {material.part.blueprint.minutes} "
        "minutes. It ends early when the decision is certain. Each question is chosen from the answers before it; there "
        f"is no way back. A learner waits {waits} days before another attempt, at most {material.attempts_a_year} in "
        "twelve months. The exam is not supervised."
    )
    yield Heading(2, "Security and exposure (6.6)")
    yield Table(
        "Exposure (simulated)",
        ("", "Figure"),
        [
            ("Largest share of exams with the same family", _percent(found.exposure_max)),
            ("Families that two learners share", _percent(found.overlap)),
            ("Families in no exam", str(found.unused)),
        ],
    )
    yield Paragraph(
        "No two learners get the same instance of a family, until the family is used up. Passing attempts with unusual "
        "signs wait for a person (webdev-certs exams review); pairs with too equal answers are listed by webdev-certs "
        "exams similarity. No program refuses an attempt."
    )
    yield Heading(2, "Quality of questions (4.10 and 6.9)")
    yield from _quality(material, folder)


def _quality(material: Material, folder: Path) -> Iterator[Block]:
    learned = material.learned
    if not learned:
        yield Provisional("Distractors, misfit and drift of questions need answers.")
        return
    curves = [curve for own in learned.curves.values() for curve in own]
    remarks = Counter(curve.remark for curve in curves if curve.remark)
    wrong = sum(not curve.right for curve in curves)
    rows = [(remark.capitalize(), str(number)) for remark, number in remarks.most_common()]
    yield Table(
        f"Options worth a look, of {len(curves)} with {wrong} wrong ones (observed)",
        ("Remark", "Options"),
        rows or [("None", "0")],
    )
    items, periods = learned.drift
    if items:
        charts.draw_drift(folder / "drift.png", items, periods)
        flagged = sum(item.flagged for item in items)
        yield Figure(
            "drift.png",
            f"{flagged} of {len(items)} families drift; those that changed most are shown (observed).",
        )
    else:
        yield Provisional(f"Drift needs families with {MIN_ANSWERS} answers.")


def _points(thetas: Iterable[float]) -> list[float]:
    return [SCALE_MEAN + SCALE_SD * theta for theta in thetas]


def _percent(share: float) -> str:
    return "–" if share != share else f"{100 * share:.1f}%"
