"""Statistics of the certification items of a technology from stored answers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.calibration import Responses
from webdev_certs.server.domain.calibration.classical import alpha, item_statistics
from webdev_certs.server.services.items.responses import Answer, read_attempts


@dataclass(frozen=True)
class AnsweredItem:
    """The statistics of one item version; NaN where there are too few answers.

    Attributes:
        id: The item.
        version: Its version.
        answers: How many attempts had it.
        facility: The share of correct answers.
        discrimination: Facility among the best 27% of the learners minus that among the weakest 27%.
        point_biserial: Correlation with the score.
        exposure: The share of attempts with it.
        seconds: Median time for an answer; None without one.
        choices: Option id → the share of its answers that chose it; empty for formats without options to
            choose.
        key: The ids of the right options.
    """

    id: str
    version: int
    answers: int
    facility: float
    discrimination: float
    point_biserial: float
    exposure: float
    seconds: float | None
    choices: Mapping[str, float]
    key: frozenset[str]


@dataclass(frozen=True)
class StatisticsReport:
    """The statistics of one technology: attempts that have ended, Cronbach's α, and one row for each item."""

    attempts: int
    alpha: float
    items: tuple[AnsweredItem, ...]


async def read_statistics(db: AsyncSession, part: TechnologyBank) -> StatisticsReport:
    """Return the statistics of all item versions that were in an attempt which has ended."""
    attempts = await read_attempts(db, part.blueprint.technology)
    records = [
        {f"{answer.item_id}@{answer.version}": answer.correct for answer in attempt.answers}
        for attempt in attempts
    ]
    responses = Responses.of_records(records)
    if not responses.names:
        return StatisticsReport(len(attempts), float("nan"), ())
    scores = np.array([attempt.score for attempt in attempts], dtype=np.float64)
    found = item_statistics(responses, scores)
    by_name: dict[str, list[Answer]] = {}
    for attempt in attempts:
        for answer in attempt.answers:
            by_name.setdefault(f"{answer.item_id}@{answer.version}", []).append(answer)
    items = []
    for place, name in enumerate(responses.names):
        answers = by_name[name]
        first = answers[0]
        seconds = [answer.seconds for answer in answers if answer.seconds is not None]
        items.append(
            AnsweredItem(
                id=first.item_id,
                version=first.version,
                answers=len(answers),
                facility=float(found.facility[place]),
                discrimination=float(found.discrimination[place]),
                point_biserial=float(found.point_biserial[place]),
                exposure=float(found.exposure[place]),
                seconds=median(seconds) if seconds else None,
                choices=_choices(part, answers),
                key=_key(part, first),
            )
        )
    return StatisticsReport(len(attempts), alpha(responses), tuple(items))


def _choices(part: TechnologyBank, answers: Sequence[Answer]) -> dict[str, float]:
    """Return the share of answers that chose each option, including options that nobody chose."""
    counts: Counter[str] = Counter()
    given = [response["choices"] for answer in answers if "choices" in (response := answer.response or {})]
    for choices in given:
        counts.update(choices)
    item = next((item for item in part.items if item.id == answers[0].item_id), None)
    options = [option.id for option in item.options] if item else sorted(counts)
    return {option: counts[option] / len(given) for option in options} if given else {}


def _key(part: TechnologyBank, answer: Answer) -> frozenset[str]:
    for item in part.items:
        if (item.id, item.version) == (answer.item_id, answer.version) and isinstance(item.key, tuple):
            return frozenset(item.key)
    return frozenset()
