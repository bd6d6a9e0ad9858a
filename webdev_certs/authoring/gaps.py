"""Which topics and difficulties of an exam most need new families, and how many.

Each family that is asked for has one reason:

- `coverage`: the topic has fewer families than `items check` wants;
- `level`: the topic has no family of this difficulty;
- `drift`: a family of this kind becomes easier or harder with time, so it may have leaked;
- `reports`: a family of this kind has reports that are still open;
- `exposure`: families of this kind are in more attempts than allowed, because there are too few like them;
- `information`: the families of the topic say less about learners at the cut than those of other topics.

A topic's information is the mean over the families that exams would rather choose: twice its quota, those
with the most information at the cut (Lord, F. M. (1980), Applications of item response theory to practical
testing problems, chapter 5). Families that coverage asks for are spread over the difficulties by the
D'Hondt method, weighted by the information that a new family of each would have.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil

import numpy as np

from webdev_certs.authoring.checks.coverage import LEAST_OF_TOPIC
from webdev_certs.server.content.bank import Family, TechnologyBank
from webdev_certs.server.domain.adaptive.items import (
    SPREAD,
    ItemParameters,
    Items,
    information,
    marginal,
    starting_parameters,
)
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.shared.vocabulary import DIFFICULTIES, Difficulty

INFORMATIVE = 0.9
"""A topic's information at the cut, as a share of the mean of all topics, that is enough."""


@dataclass(frozen=True)
class Evidence:
    """What is known about the families from answers and reports; all of it may be empty.

    Attributes:
        parameters: In use, by family.
        exposure: The share of attempts that had a family.
        exposure_limit: The largest share that exams allow.
        drifting: Families that become easier or harder.
        reported: Families with open reports.
    """

    parameters: Mapping[str, ItemParameters]
    exposure: Mapping[str, float]
    exposure_limit: float
    drifting: Collection[str]
    reported: Collection[str]


@dataclass(frozen=True)
class Gap:
    """New families that one topic needs of one difficulty."""

    topic: str
    difficulty: Difficulty
    there: int
    """Certification families of this kind."""
    needed: int
    reasons: Mapping[str, int]
    """Reason → how many of the needed families it asks for."""
    information: float
    """The information at the cut of the topic's families, as a share of the mean of all topics."""


def find_gaps(technology: TechnologyBank, evidence: Evidence) -> list[Gap]:
    """Return the gaps of an exam, those that need most families first."""
    theta = to_theta(technology.blueprint.cut_score)
    known = {
        family.id: float(information(Items.of([evidence.parameters[family.id]]), theta)[0])
        for families in technology.certification.values()
        for family in families
    }
    best = {
        topic.id: sorted((known[each.id] for each in technology.certification[topic.id]), reverse=True)[
            : 2 * topic.items
        ]
        for topic in technology.blueprint.topics
    }
    usual = float(np.mean([value for values in best.values() for value in values]))
    gaps: list[Gap] = []
    for topic in technology.blueprint.topics:
        families = technology.certification[topic.id]
        wanted: dict[Difficulty, Counter[str]] = {name: Counter() for name in DIFFICULTIES}
        for difficulty, reason in _asked(families, max(LEAST_OF_TOPIC, 2 * topic.items), evidence, theta):
            wanted[difficulty][reason] += 1
        new = _new_information(theta)
        most = max(DIFFICULTIES, key=new.__getitem__)
        if weak := _too_weak(best[topic.id], INFORMATIVE * usual, new[most]):
            wanted[most]["information"] += weak
        there = Counter(family.difficulty for family in families)
        share = float(np.mean(best[topic.id])) / usual if best[topic.id] else 0.0
        gaps += [
            Gap(topic.id, difficulty, there[difficulty], reasons.total(), dict(reasons), share)
            for difficulty, reasons in wanted.items()
            if reasons
        ]
    return sorted(gaps, key=lambda gap: -gap.needed)


def _asked(
    families: Collection[Family], least: int, evidence: Evidence, theta: float
) -> Iterator[tuple[Difficulty, str]]:
    """Yield the difficulty and the reason of each family that a topic needs, except for information."""
    there = Counter(family.difficulty for family in families)
    for difficulty in DIFFICULTIES:
        if not there[difficulty]:
            there[difficulty] += 1
            yield difficulty, "level"
    new = _new_information(theta)
    while there.total() < least:
        difficulty = max(DIFFICULTIES, key=lambda name: new[name] / (there[name] + 1))
        there[difficulty] += 1
        yield difficulty, "coverage"
    beyond: dict[Difficulty, float] = dict.fromkeys(DIFFICULTIES, 0.0)
    for family in families:
        if family.id in evidence.drifting:
            yield family.difficulty, "drift"
        elif family.id in evidence.reported:
            yield family.difficulty, "reports"
        exposure = evidence.exposure.get(family.id, 0.0)
        beyond[family.difficulty] += max(0.0, exposure - evidence.exposure_limit)
    for difficulty, share in beyond.items():
        # Rounded first, so that floating point does not ask for one more.
        for _ in range(ceil(round(share / evidence.exposure_limit, 6))):
            yield difficulty, "exposure"


@cache
def _new_information(theta: float) -> dict[Difficulty, float]:
    """Return the information at an ability of a new single-choice family of each difficulty."""
    parameters = [
        marginal(starting_parameters("single_choice", difficulty, None, 4), SPREAD)
        for difficulty in DIFFICULTIES
    ]
    return dict(zip(DIFFICULTIES, information(Items.of(parameters), theta).tolist(), strict=True))


def _too_weak(best: list[float], least: float, new: float) -> int:
    """Return how many of the weakest families new ones must replace until their mean is enough.

    Those that already say more than a new one are not replaced, so the mean may stay below.
    """
    left = sorted(best)
    replaced = 0
    while replaced < len(left) and left[replaced] < new and float(np.mean(left)) < least:
        left[replaced] = new
        replaced += 1
    return replaced
