"""A learner's practice over time, and the daily plan that follows from it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import PRACTICE_LENGTH
from webdev_certs.schemas.progress import (
    DailyPlan,
    DaysUntil,
    PlanTask,
    TechnologyStanding,
)
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.activity import LONGEST_PAUSE, time_on_each
from webdev_certs.server.domain.adaptive import Posterior
from webdev_certs.server.domain.daily_plan import (
    GOAL,
    MINUTES_A_DAY,
    TopicGain,
    pace,
    plan_today,
    topic_gain,
)
from webdev_certs.server.domain.growth import HORIZON, WINDOW, Growth, estimate_growth, look_back
from webdev_certs.server.domain.practice_ability import (
    FirstAnswer,
    practice_posterior,
    readiness,
    topic_ability,
)
from webdev_certs.server.domain.score_and_interval import Ability, to_theta
from webdev_certs.server.domain.topic_scores import TOPIC_SD
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.practice.ability import percent
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.vocabulary import PlanKind

ACTIVITY_DAYS = 366
"""How far activity goes back."""
_LATEST = 100
"""How many of the latest answers the pace comes from."""


class PracticeAnswer(NamedTuple):
    """When an answer was given, in which practice session and technology."""

    practice_session_id: UUID
    started_at: datetime
    answered_at: datetime
    technology: str


class Practiced(NamedTuple):
    """When each answer in a technology was given, oldest first, and how long it took."""

    answered_at: datetime
    spent: timedelta


def counts_since(answers: Mapping[str, Sequence[FirstAnswer]], now: datetime) -> datetime:
    """Return since when answers count, be it for activity, growth or pace.

    Growth goes back to the first of the latest first answers in a technology, and the pace never further. The
    answer before an earlier pause of `LONGEST_PAUSE` does not change how long the next one took.

    Args:
        answers: First answers by technology, in the order in which they were given.
        now: The current time.
    """
    firsts = [given[-WINDOW:][0].answered_at for given in answers.values() if given]
    return min([now - timedelta(days=ACTIVITY_DAYS), *firsts]) - LONGEST_PAUSE


async def practice_answers(context: Context, user_id: UUID, since: datetime) -> list[PracticeAnswer]:
    """Return the learner's answers in practice since then, those of a practice session in their order."""
    query = (
        select(
            col(PracticeSession.id),
            col(PracticeSession.started_at),
            col(PracticeItem.answered_at),
            col(PracticeItem.technology),
        )
        .join(PracticeItem, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(PracticeSession.user_id == user_id, col(PracticeItem.answered_at) >= since)
        .order_by(col(PracticeSession.id), col(PracticeItem.position))
    )
    return [
        PracticeAnswer(practice, started_at, given, technology)
        for practice, started_at, given, technology in (await context.db.exec(query)).all()
        if given
    ]


def by_technology(answers: Sequence[PracticeAnswer]) -> defaultdict[str, list[Practiced]]:
    """Return the practice in each technology, oldest first."""
    found: defaultdict[str, list[Practiced]] = defaultdict(list)
    for answer, spent in zip(answers, time_on_each(answer[:3] for answer in answers), strict=True):
        found[answer.technology].append(Practiced(answer.answered_at, spent))
    for practiced in found.values():
        practiced.sort()
    return found


def growth_of(answers: Sequence[FirstAnswer], practiced: Sequence[Practiced], now: datetime) -> Growth:
    """Return the posterior of a learner's ability and growth in a technology."""
    *behind, at_last = look_back(practiced, [*(answer.answered_at for answer in answers), now])
    return estimate_growth(answers, behind, at_last)


def daily_plan(
    bank: TechnologyBank,
    row: TechnologyStanding,
    answers: Sequence[FirstAnswer],
    practiced: Sequence[Practiced],
    growth: Growth,
    now: datetime,
    *,
    running: bool,
) -> DailyPlan:
    """Return the plan in a technology that was begun and not passed.

    Args:
        bank: The technology.
        row: Where the learner stands in it.
        answers: First answers, in the order in which they were given.
        practiced: All practice, oldest first.
        growth: The learner's growth by these answers and this practice.
        now: The current time.
        running: Whether a test or mock exam runs, so that practice waits.
    """
    cut = to_theta(row.cut_score)
    enough = row.readiness is not None
    chance = readiness(growth.after(0, MINUTES_A_DAY), cut).probability
    days = _days(growth, cut) if enough and chance < GOAL else None
    chance_then = None
    if enough and row.retake_at:
        wait = (row.retake_at - now) / timedelta(days=1)
        chance_then = percent(readiness(growth.after(wait, MINUTES_A_DAY), cut).probability)
    return DailyPlan(
        technology=row.technology,
        name=row.name,
        kind=_kind(running=running, enough=enough, days=days and days.expected, ready=chance >= GOAL),
        minutes=MINUTES_A_DAY,
        goal=percent(GOAL),
        horizon=HORIZON,
        chance=percent(chance) if enough else None,
        days=days,
        retake_at=row.retake_at,
        chance_then=chance_then,
        paused_days=(now - practiced[-1].answered_at).days if practiced else None,
        tasks=[] if running else _tasks(bank, row.due, answers, practiced, cut),
    )


def _days(growth: Growth, cut: float) -> DaysUntil:
    """Return the days until a chance that is not reached yet, so that none of them is today."""
    low, expected, high = growth.days_until(GOAL, cut, MINUTES_A_DAY)
    low = None if low is None else max(low, 1)
    # An interval of one day would read like a certain date.
    high = None if low is None or high is None else max(high, low + 1)
    return DaysUntil(low=low, expected=expected, high=high)


def _kind(*, running: bool, enough: bool, days: int | None, ready: bool) -> PlanKind:
    if running:
        return "running"
    if not enough:
        return "few_answers"
    if ready:
        return "ready"
    return "far" if days is None else "on_the_way"


def _tasks(
    bank: TechnologyBank,
    due: int,
    answers: Sequence[FirstAnswer],
    practiced: Sequence[Practiced],
    cut: float,
) -> list[PlanTask]:
    seconds = pace([answer.spent.total_seconds() for answer in practiced[-_LATEST:]])
    tasks = plan_today(due, seconds, _gains(bank, answers, cut), PRACTICE_LENGTH)
    return [
        PlanTask(
            topic=task.topic,
            topic_title=bank.topic_titles[task.topic] if task.topic else None,
            questions=task.questions,
        )
        for task in tasks
    ]


def _gains(bank: TechnologyBank, answers: Sequence[FirstAnswer], cut: float) -> list[TopicGain]:
    """Return what there is to gain in each topic; in a topic without answers the ability is that of all."""
    whole = Posterior(practice_posterior(answers)).ability
    unknown = Ability(whole.theta, (whole.sd**2 + TOPIC_SD**2) ** 0.5)
    topics = bank.blueprint.topics
    total = sum(topic.items for topic in topics)
    return [
        topic_gain(topic.id, topic.items / total, topic_ability(answers, topic.id, whole) or unknown, cut)
        for topic in topics
    ]
