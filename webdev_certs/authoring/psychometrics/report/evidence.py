"""Summary, validity evidence and reliability: the first chapters of the report."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np

from webdev_certs.authoring.psychometrics import charts
from webdev_certs.authoring.psychometrics.dimensionality import DEPENDENT, q3
from webdev_certs.authoring.psychometrics.report.files import (
    Block,
    Figure,
    Heading,
    Paragraph,
    Provisional,
    Table,
)
from webdev_certs.authoring.psychometrics.report.material import (
    ENOUGH,
    MIN_ANSWERS,
    Material,
    percent,
    points,
)
from webdev_certs.authoring.simulation.measures import expected
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.formatting import counted
from webdev_certs.shared.vocabulary import DIFFICULTIES


def summary(material: Material) -> Iterator[Block]:
    found, again = material.simulated.measures, material.simulated.again
    calibrated = sum(family.id in material.calibrated for family in material.certification)
    yield Heading(1, "Summary")
    yield Paragraph(
        "This report collects the evidence for the scores of one exam, in the order of the Standards for "
        "Educational and Psychological Testing (AERA, APA and NCME, 2014). A figure is simulated if it "
        f"comes from {len(material.simulated.runs) // 2} simulated learners with N(0, 1) abilities who take "
        f"the exam twice (seed {material.seed}), and observed if it comes from answers of learners. What "
        "still lacks learners or raters is marked as provisional."
    )
    rows = [
        ("Standard error of scores at the pass mark", f"{found.error_at_cut:.1f} points", "simulated"),
        ("Reliability (two attempts)", f"{material.simulated.reliability:.2f}", "simulated"),
        ("Right decisions", percent(found.accuracy), "simulated"),
        ("Same decision in two attempts", percent(again.consistency), "simulated"),
        ("Cohen's κ of two attempts", f"{again.kappa:.2f}", "simulated"),
        ("Mean length", f"{found.mean_length:.1f} questions", "simulated"),
        ("Calibrated families", f"{calibrated} of {len(material.certification)}", "observed"),
        ("Attempts", str(material.attempts), "observed"),
    ]
    yield Table("The most important figures", ("", "Figure", "Source"), rows)
    if material.attempts < ENOUGH:
        yield Provisional(
            f"{material.attempts or 'No'} learners have taken the exam so that their answers count; figures "
            f"from answers need at least {ENOUGH}. Everything that is simulated assumes that the parameters "
            "in use are true."
        )


def validity(material: Material, folder: Path) -> Iterator[Block]:
    part, families = material.part, material.certification
    blueprint = part.blueprint
    yield Heading(1, "1 Validity evidence")
    yield Heading(2, "Interpretation and use (standards 1.1 and 1.2)")
    yield Paragraph(
        "A certificate says that its holder answered the questions of an unsupervised online exam as a "
        f"developer does who is good enough for everyday work in {blueprint.name}. It does not say who sat "
        "at the keyboard, and it does not predict performance in a job. It should not be the only reason "
        "to hire or to reject somebody."
    )
    yield Heading(2, "Test content (1.11)")
    yield Paragraph(
        f"{blueprint.summary} The blueprint divides this into {counted(len(blueprint.topics), 'topic')}. "
        "Each exam has the same share of each topic, in every 20 questions. Questions are made from "
        "families when they are asked."
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
        f"{single} are single questions; the others show a few of many statements, pairs or steps, each of "
        "which is executed or cited. Every family refers to a page of the official documentation."
    )
    yield Heading(2, "Response processes (1.12)")
    formats = Counter(family.format for family in families)
    rows = [
        (name.replace("_", " "), str(number), percent(number / len(families)))
        for name, number in formats.most_common()
    ]
    yield Table("Families by format", ("Format", "Families", "Share"), rows)
    timed = []
    if material.learned:
        own = zip(material.learned.seconds, material.learned.families, strict=True)
        timed = [seconds / family.expected_seconds for seconds, family in own if seconds == seconds]
    if timed:
        yield Paragraph(
            f"Observed: at the median, learners need {100 * median(timed):.0f}% of the time that the author "
            "expected."
        )
    yield Provisional("No learners have been asked to think aloud while they answer.")
    yield Heading(2, "Internal structure (1.13)")
    yield from _structure(material)
    yield Heading(2, "Relations to other variables and consequences (1.16 to 1.25)")
    yield Provisional(
        "No study has compared scores with performance at work, with other certificates, or with "
        "experience, and none has looked at the consequences of certificates."
    )


def _structure(material: Material) -> Iterator[Block]:
    learned = material.learned
    found = q3(learned.answers, MIN_ANSWERS) if learned else None
    if not learned or not found or not found.pairs:
        yield Provisional(
            "Whether one ability explains the answers (Yen's Q3) needs pairs of families that "
            f"{MIN_ANSWERS} learners have both answered."
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


def reliability(material: Material, folder: Path) -> Iterator[Block]:
    simulated, cut = material.simulated, material.cut
    yield Heading(1, "2 Reliability and precision")
    yield Heading(2, "Standard errors (2.13 and 2.14)")
    scores, errors = (
        points(run.ability.theta for run in simulated.runs),
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
        f"The correlation of two attempts of the same simulated learners is {simulated.reliability:.2f}. "
        f"The root mean squared error is {simulated.measures.rmse:.1f} points, the bias "
        f"{simulated.measures.bias:+.1f}."
    )
    learned = material.learned
    if learned and learned.alpha == learned.alpha:
        yield Paragraph(
            f"Observed: Cronbach's α is {learned.alpha:.2f}. In an adaptive exam it is only a rough sign. "
            f"The mean standard error is {SCALE_SD * float(learned.answers.sd.mean()):.1f} points."
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
        ("Right decisions", percent(found.accuracy), "–"),
        ("– 30 points or more from the pass mark", percent(found.accuracy_outside), "–"),
        ("Passed, of those below", percent(found.false_passes), "–"),
        ("Failed, of those above", percent(found.false_fails), "–"),
        ("Same decision in two attempts", percent(again.consistency), "–"),
        ("Cohen's κ of two attempts", f"{again.kappa:.2f}", "–"),
    ]
    if material.learned and material.attempts >= 2:
        answers = material.learned.answers
        real = expected(answers.theta.tolist(), np.maximum(answers.sd, 1e-6).tolist(), material.rules.cut)
        for place, value in ((0, real.accuracy), (4, real.consistency)):
            rows[place] = (*rows[place][:2], percent(value))
        rows[5] = (*rows[5][:2], f"{real.kappa:.2f}")
    yield Table("Classification accuracy and consistency", ("", "Simulated", "Observed"), rows)
    yield Paragraph(
        "Observed figures follow from the standard errors of real attempts (Rudner, 2005), because hardly "
        "anybody takes the exam twice without learning in between."
    )
