"""Fairness, scores and operations: the later chapters of the report."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from webdev_certs.authoring.psychometrics import charts
from webdev_certs.authoring.psychometrics.report.files import (
    Block,
    Figure,
    Heading,
    Paragraph,
    Provisional,
    Table,
)
from webdev_certs.authoring.psychometrics.report.material import (
    MIN_ANSWERS,
    Material,
    percent,
    points,
)
from webdev_certs.server.domain.score_and_interval import SCALE_MEAN, SCALE_SD
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW, STANDARD


def fairness(material: Material, folder: Path) -> Iterator[Block]:
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
            "No groups were given. The product knows no sex, age, language or origin of learners; an "
            f"operator who knows groups passes them on (--groups). Each group needs {MIN_ANSWERS} answers "
            "to a family."
        )
    yield Heading(2, "Access (3.9 to 3.12)")
    yield Paragraph(
        "Extra time of 25, 50 or 100 percent is granted on request. Pages follow WCAG 2.2 AA and can be "
        "used by keyboard alone, in English and German; questions are in English. The time limit is "
        "announced before the start."
    )
    yield Provisional("Nobody has compared the scores of learners with and without extra time.")


def scores(material: Material, folder: Path) -> Iterator[Block]:
    cut = material.cut
    yield Heading(1, "4 Scores and standard setting")
    yield Heading(2, "Scale (5.1 and 5.2)")
    yield Paragraph(
        f"A score is {SCALE_MEAN} + {SCALE_SD} θ, from {SCALE_LOW} to {SCALE_HIGH}. θ is the mean of the "
        "posterior of the three-parameter logistic model with a N(0, 1) prior. Results show it with its "
        "95% interval; topics are shown as bands, because a few questions say little about a topic. "
        "Calibrations are linked to the scale in use by mean and standard deviation, so that a score keeps "
        "its meaning (5.6)."
    )
    difficulties = {"difficulty b of the families, in points": points(material.pool.items.b.tolist())}
    if material.learned:
        difficulties["scores of learners"] = material.learned.scores.tolist()
    charts.draw_histogram(folder / "scale.png", difficulties, "Points", "Number", cut)
    yield Figure(
        "scale.png", "Difficulties" + (" and scores" if material.learned else "") + " on the scale of scores."
    )
    calibrated = sum(family.id in material.calibrated for family in material.certification)
    if calibrated < len(material.certification):
        yield Provisional(
            f"{len(material.certification) - calibrated} of {len(material.certification)} families are not "
            "calibrated: their difficulty comes from ratings, and their discrimination is assumed to be 1."
        )
    yield Heading(2, "The standard and the pass mark (5.21 and 5.22)")
    yield Paragraph(
        f"The standard is {STANDARD}: a developer who is just good enough for everyday work (modified "
        f"Angoff). To pass, a learner needs {cut}, so that few certificates are held by somebody below the "
        "standard."
    )
    if material.rounds:
        rows = [
            (
                *(
                    f"Round {found.number}",
                    str(len(found.raters)),
                    str(len(found.items)),
                    percent(own.share),
                ),
                *(
                    f"{points([own.theta])[0]:.0f}",
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
            f"{rated} of {len(material.certification)} families were rated, by one reviewer each. A panel "
            "of several raters has not met (webdev-certs standard-setting)."
        )
    if material.learned:
        share = float((material.learned.scores >= cut).mean())
        yield Paragraph(f"Observed: {percent(share)} of {material.attempts} attempts reach the pass mark.")


def operations(material: Material, folder: Path) -> Iterator[Block]:
    rules, found = material.rules, material.simulated.measures
    yield Heading(1, "5 Operations")
    yield Heading(2, "Administration (6.1 to 6.3)")
    waits = ", ".join(str(days) for days in material.retake_days)
    yield Paragraph(
        f"The exam has {rules.min_items} to {rules.max_items} scored questions in "
        f"{material.part.blueprint.minutes} minutes. It ends early when the decision is certain. Each "
        f"question is chosen from the answers before it; there is no way back. A learner waits {waits} days "
        f"before another attempt, at most {material.attempts_a_year} in twelve months. The exam is not "
        "supervised."
    )
    yield Heading(2, "Security and exposure (6.6)")
    yield Table(
        "Exposure (simulated)",
        ("", "Figure"),
        [
            ("Largest share of exams with the same family", percent(found.exposure_max)),
            ("Families that two learners share", percent(found.overlap)),
            ("Families in no exam", str(found.unused)),
        ],
    )
    yield Paragraph(
        "No two learners get the same instance of a family, until the family is used up. Passing attempts "
        "with unusual signs wait for a person (webdev-certs exams review); pairs with too equal answers "
        "are listed by webdev-certs exams similarity. No program refuses an attempt."
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
    yield Paragraph(f"Learners were shown {len(curves)} options, {wrong} of them wrong.")
    if remarks:
        rows = [(remark.capitalize(), str(number)) for remark, number in remarks.most_common()]
        yield Table("Options worth a look (observed)", ("Remark", "Options"), rows)
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
