"""Where a learner stands, in words: the next step, due reviews, ability, chance of passing, activity,
technologies.
"""

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar, Literal
from zoneinfo import ZoneInfo

import reflex as rx

from webdev_certs.schemas.progress import (
    LEAST_FOR_READINESS,
    ActiveDay,
    LearnerStanding,
    TechnologyStanding,
    TopicMastery,
)
from webdev_certs.shared.formatting import day_name, duration, long_date
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.client import Api
from webdev_certs.ui.rendering.charts import Estimate, ability_chart, calendar_chart
from webdev_certs.ui.states.dashboard.plan import PlanCalendarState, PlanView, plan_view
from webdev_certs.ui.states.dashboard.plan_reason import PlanReasonState
from webdev_certs.ui.states.dashboard.steps import (
    StepView,
    chance_in_words,
    countdown,
    step_view,
    whole_chance,
)
from webdev_certs.ui.states.items.view import difficulty_name
from webdev_certs.ui.states.practice.links import (
    mistakes_path,
    practice_path,
    review_label,
    review_path,
)
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of


@dataclass
class ChanceView:
    """The probability of passing, with its uncertainty."""

    note: str
    """How many answers it comes from, or how many are missing."""
    text: str = ""
    """Empty while there are too few answers, like the following."""
    likely: str = ""
    """How uncertain it is; empty if `text` says so already."""
    percent: int = 0
    low: int = 0
    high: int = 0
    label: str = ""
    """The whole, for screen readers."""


def chance_view(row: TechnologyStanding) -> ChanceView:
    """Describe the chance of passing in a technology, or how many answers are missing to estimate it."""
    ready = row.readiness
    if ready is None:
        return ChanceView(
            ngettext(
                "Answer {n} more question to see your chance of passing.",
                "Answer {n} more questions to see your chance of passing.",
                max(LEAST_FOR_READINESS - row.answers, 1),
            )
        )
    text, likely = chance_in_words(ready.probability, ready.low, ready.high)
    return ChanceView(
        ngettext("From your answers to {n} question.", "From your answers to {n} questions.", row.answers),
        text,
        likely,
        ready.probability,
        ready.low,
        ready.high,
        _("Chance of passing the {name} test: {chance}", name=row.name, chance=whole_chance(text, likely)),
    )


@dataclass
class StandingCard:
    """A technology that was begun. Texts are empty if there is nothing to say."""

    technology: str
    name: str
    outcome: str
    """passed, once any attempt was; otherwise failed, or empty before the first attempt has ended."""
    estimate: str
    score: int
    low: int
    high: int
    cut_score: int
    chance: ChanceView
    """Also empty after a pass, which it says nothing about."""
    last_exam: str
    last_exam_href: str
    certificate: str
    """Until when it is valid, or what ended that."""
    retake: str
    """When the test can be taken again; empty after a pass."""
    review_label: str
    review_href: str


def standing_card(row: TechnologyStanding, today: date, zone: str) -> StandingCard:
    """Describe where the learner stands in a technology.

    Args:
        row: What the API says.
        today: The learner's day.
        zone: The learner's time zone.
    """
    ability, last = row.ability, row.last_exam
    passed = row.certificate is not None or any(exam.passed for exam in row.exams)
    estimate = ""
    if ability:
        estimate = _(
            "From your practice, you’re at about {score} (likely {low}–{high}). You need {cut} to pass.",
            score=ability.score,
            low=ability.low,
            high=ability.high,
            cut=row.cut_score,
        )
    return StandingCard(
        technology=row.technology,
        name=row.name,
        outcome="passed" if passed else "failed" if last else "",
        estimate=estimate,
        score=ability.score if ability else 0,
        low=ability.low if ability else 0,
        high=ability.high if ability else 0,
        cut_score=row.cut_score,
        chance=ChanceView("") if passed or not row.answers else chance_view(row),
        last_exam=_last_exam(row, zone),
        last_exam_href=f"/test-results/{last.test_id}" if last else "",
        certificate=_certificate(row),
        retake="" if passed or row.retake_at is None else countdown(row.name, row.retake_at, today, zone),
        review_label=review_label(row.due) if row.due else "",
        review_href=review_path(row.technology),
    )


def _last_exam(row: TechnologyStanding, zone: str) -> str:
    last = row.last_exam
    if last is None:
        return ""
    day = long_date(last.submitted_at, zone)
    if last.under_review:
        return _("{date}: under review", date=day)
    if last.score is None:
        return _("{date}: not passed, with too few answers for a score", date=day)
    words = _("{date}: {score}, passed") if last.passed else _("{date}: {score}, not passed")
    return words.format(date=day, score=last.score)


def _certificate(row: TechnologyStanding) -> str:
    held = row.certificate
    if held is None:
        return ""
    match held.status:
        case "valid":
            return _("Valid until {date}", date=long_date(held.expires_at))
        case "expired":
            return _("Expired on {date}. Pass again to renew it.", date=long_date(held.expires_at))
        case "suspended":
            return _("Suspended for now")
        case _:
            return _("Revoked")


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


def technology_view(row: TechnologyStanding, zone: str) -> TechnologyView:
    """Describe where the learner stands in a technology.

    Args:
        row: What the API says.
        zone: The learner's time zone.
    """
    passed = any(exam.passed for exam in row.exams)
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
        chance=chance_view(row),
        chart=drawn,
        beside="nothing" if not row.answers else "all" if is_high else "nothing" if passed else "chance",
        scored=[_mastery(row.technology, topic) for topic in row.topics if topic.enough],
        unscored=unscored,
        unscored_title=ngettext(
            "{n} topic with too few answers", "{n} topics with too few answers", len(unscored)
        ),
        difficulties=[
            DifficultyRow(
                difficulty_name(counts.difficulty),
                _("{correct} of {total} correct", correct=counts.correct, total=counts.answers),
                counts.correct,
                counts.answers,
                counts.enough,
                practice_path(row.technology, difficulty=counts.difficulty),
            )
            for counts in row.difficulties
        ],
    )


def _chart(row: TechnologyStanding, zone: str) -> str:
    """Draw the abilities over time."""
    return ability_chart(
        row.name,
        [
            Estimate(
                day.day,
                day.score,
                day.low,
                day.high,
                ngettext("{n} answer", "{n} answers", day.answers),
            )
            for day in row.history
        ],
        [
            Estimate(
                exam.submitted_at.astimezone(ZoneInfo(zone)).date(),
                exam.score,
                exam.low,
                exam.high,
                _("passed") if exam.passed else _("not passed"),
            )
            for exam in row.exams
        ],
        row.cut_score,
        day_name,
    )


def calendar(days: list[ActiveDay], today: date) -> str:
    """Draw the calendar of practice."""
    return calendar_chart({day.day: day.answers for day in days}, today)


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


class StandingState(ZonedScreenState, rx.State):
    """What the dashboard's views say about the learner; loaded whenever one of them is opened."""

    keeps_content: ClassVar = True

    step: rx.Field[StepView] = rx.field(default_factory=StepView)
    cards: rx.Field[list[StandingCard]] = rx.field(default_factory=list)
    """The technologies that were begun, as the overview shows them."""
    plan: rx.Field[PlanView] = rx.field(default_factory=PlanView)
    due: rx.Field[int] = rx.field(0)
    due_text: rx.Field[str] = rx.field("")
    review_href: rx.Field[str] = rx.field("")
    review_label: rx.Field[str] = rx.field("")
    mistakes: rx.Field[int] = rx.field(0)
    """Items whose latest answer is wrong, in all technologies."""
    mistakes_label: rx.Field[str] = rx.field("")
    mistakes_text: rx.Field[str] = rx.field("")
    mistakes_href: rx.Field[str] = rx.field("")
    """The path of the mistakes in the technology with most of them."""
    streak: rx.Field[str] = rx.field("")
    longest_streak: rx.Field[str] = rx.field("")
    practiced: rx.Field[str] = rx.field("")
    """How long the learner has practiced; empty for never."""
    calendar: rx.Field[str] = rx.field("")
    technologies: rx.Field[list[TechnologyView]] = rx.field(default_factory=list)
    review_labels: rx.Field[dict[str, str]] = rx.field(default_factory=dict)
    """Technology → what the link to its review says; only technologies with due reviews."""

    async def _load(self, api: Api) -> None:
        zone = await zone_of(self)
        standing = await api.standing(zone)
        self.step = step_view(standing, zone)
        self.plan = plan_view(standing)
        (await self.get_state(PlanReasonState)).begin(available=standing.tutor)
        (await self.get_state(PlanCalendarState)).reset()
        self.due = standing.due
        self.due_text = ngettext("{n} question", "{n} questions", standing.due)
        self.review_href = review_path()
        self.review_label = review_label(standing.due)
        self._show_mistakes(standing)
        self.streak = ngettext("{n} day", "{n} days", standing.streak)
        self.longest_streak = ngettext("{n} day", "{n} days", standing.longest_streak)
        self.practiced = time_practiced(standing.minutes, standing.days)
        self.calendar = calendar(standing.days, standing.today)
        self.technologies = [technology_view(row, zone) for row in standing.technologies]
        self.cards = [standing_card(row, standing.today, zone) for row in standing.technologies]
        self.review_labels = {
            row.technology: review_label(row.due) for row in standing.technologies if row.due
        }
        self.phase, self.error = "ready", ""

    def _show_mistakes(self, standing: LearnerStanding) -> None:
        self.mistakes = sum(row.mistakes for row in standing.technologies)
        self.mistakes_label = ngettext("Review your mistake", "Review your {n} mistakes", self.mistakes)
        self.mistakes_text = ngettext(
            "You have {n} mistake to review.", "You have {n} mistakes to review.", self.mistakes
        )
        most = max(standing.technologies, key=lambda row: row.mistakes, default=None)
        self.mistakes_href = mistakes_path(most.technology) if most else ""
