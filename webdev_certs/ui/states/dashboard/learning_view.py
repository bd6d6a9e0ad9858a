"""What the overview, practice and progress views show of a learner's progress, as texts, links and charts."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal
from zoneinfo import ZoneInfo

from webdev_certs.schemas.progress import (
    LEAST_FOR_READINESS,
    ActiveDay,
    TechnologyLearning,
    TopicMastery,
)
from webdev_certs.shared.formatting import day_name, duration
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.rendering.ability_chart import ability_chart
from webdev_certs.ui.rendering.calendar_chart import calendar_chart
from webdev_certs.ui.rendering.estimates import Estimate
from webdev_certs.ui.states.items.view import difficulty_name
from webdev_certs.ui.states.practice.kinds import practice_path, review_path


@dataclass
class MasteryRow:
    """The mastery of a topic."""

    title: str
    note: str
    score: int
    low: int
    high: int
    href: str


@dataclass
class DifficultyRow:
    """How many first answers at one difficulty were correct."""

    name: str
    note: str
    correct: int
    answers: int
    enough: bool
    """Whether there are enough answers to show their share."""
    href: str


@dataclass
class ChanceView:
    """The probability of passing, with its uncertainty."""

    note: str
    """How many answers it comes from, or how many are missing."""
    text: str = ""
    """Empty while there are too few answers, like the following."""
    likely: str = ""
    """How uncertain it is."""
    percent: int = 0
    low: int = 0
    high: int = 0
    label: str = ""
    """All of that for screen readers."""


@dataclass
class TechnologyView:
    """Where the learner stands in one technology."""

    technology: str
    name: str
    cut_score: int
    due: int
    review_href: str
    answers: int
    passed: bool
    """Whether an attempt was passed, so that the chance of passing tells nothing more."""
    chance: ChanceView
    chart: str
    beside: Literal["all", "chance", "nothing"]
    """What stands beside the chart on wide screens: a drawing is as high as chance and difficulties together,
    numbers are as high as the chance alone."""
    scored: list[MasteryRow] = field(default_factory=list)
    """The topics with enough answers to show their score and its interval."""
    unscored: list[MasteryRow] = field(default_factory=list)
    """The other topics with answers."""
    unscored_title: str = ""
    difficulties: list[DifficultyRow] = field(default_factory=list)


def technology_view(row: TechnologyLearning, zone: str) -> TechnologyView:
    """Describe where the learner stands in a technology.

    Args:
        row: What the API says.
        zone: The learner's time zone.
    """
    passed = any(one.passed for one in row.exams)
    drawn = _chart(row, zone)
    is_high = "<svg" in drawn
    unscored = [_mastery(row.technology, topic) for topic in row.topics if not topic.enough]
    return TechnologyView(
        technology=row.technology,
        name=row.name,
        cut_score=row.cut_score,
        due=row.due,
        review_href=review_path(row.technology),
        answers=row.answers,
        passed=passed,
        chance=_chance(row),
        chart=drawn,
        beside="nothing" if not row.answers else "all" if is_high else "nothing" if passed else "chance",
        scored=[_mastery(row.technology, topic) for topic in row.topics if topic.enough],
        unscored=unscored,
        unscored_title=ngettext(
            "{n} topic with too few answers", "{n} topics with too few answers", len(unscored)
        ),
        difficulties=[
            DifficultyRow(
                difficulty_name(one.difficulty),
                _("{correct} of {total} correct", correct=one.correct, total=one.answers),
                one.correct,
                one.answers,
                one.enough,
                practice_path(row.technology, difficulty=one.difficulty),
            )
            for one in row.difficulties
        ],
    )


def _chart(row: TechnologyLearning, zone: str) -> str:
    """Draw the abilities over time."""
    return ability_chart(
        row.name,
        [
            Estimate(
                one.day,
                one.score,
                one.low,
                one.high,
                ngettext("{n} answer", "{n} answers", one.answers),
            )
            for one in row.history
        ],
        [
            Estimate(
                one.submitted_at.astimezone(ZoneInfo(zone)).date(),
                one.score,
                one.low,
                one.high,
                _("passed") if one.passed else _("not passed"),
            )
            for one in row.exams
        ],
        row.cut_score,
        day_name,
    )


def calendar(days: list[ActiveDay], today: date) -> str:
    """Draw the calendar of practice."""
    return calendar_chart({one.day: one.answers for one in days}, today)


def time_practiced(minutes: int, days: list[ActiveDay]) -> str:
    """Return how long somebody has practiced; empty if they have not."""
    if not days:
        return ""
    return duration(minutes) if minutes else _("Under 1 min")


def _mastery(technology: str, topic: TopicMastery) -> MasteryRow:
    return MasteryRow(
        topic.title,
        _("{correct} of {total} correct", correct=topic.correct, total=topic.answers),
        topic.score,
        topic.low,
        topic.high,
        practice_path(technology, topic.topic),
    )


def chance_range(low: int, high: int) -> str:
    """Say in which range a probability in percent, from 1 to 99, probably is."""
    if low < high:
        return _("likely between {low}% and {high}%", low=low, high=high)
    # So near to an end of the scale that both are rounded to the same number.
    if low > 50:
        return _("likely {percent}% or more", percent=low)
    return _("likely {percent}% or less", percent=low)


def _chance(row: TechnologyLearning) -> ChanceView:
    ready = row.readiness
    if ready is None:
        return ChanceView(
            ngettext(
                "Answer {n} more question to see your chance of passing.",
                "Answer {n} more questions to see your chance of passing.",
                max(LEAST_FOR_READINESS - row.answers, 1),
            )
        )
    text = _("{percent}%", percent=ready.probability)
    likely = chance_range(ready.low, ready.high)
    return ChanceView(
        ngettext("From your answers to {n} question.", "From your answers to {n} questions.", row.answers),
        text,
        likely,
        ready.probability,
        ready.low,
        ready.high,
        _("Chance of passing the {name} test: {chance}", name=row.name, chance=f"{text}, {likely}"),
    )
