"""The daily plan of the overview, in words."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import reflex as rx

from webdev_certs.schemas.progress import LEAST_FOR_READINESS, DailyPlan, LearnerStanding, PlanTask
from webdev_certs.shared.formatting import date_time, day_name
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.states.practice.links import practice_path
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.screens import FailingState, exclusive
from webdev_certs.ui.states.session.session import api_of

_LONG_PAUSE = 7
"""From so many days without practice on, the plan says that some is forgotten."""


@dataclass
class TaskView:
    """A part of today's plan."""

    label: str
    href: str
    topic: str = ""
    """Empty for reviews."""


@dataclass
class PlanView:
    """The daily plan of one technology. Texts are empty if there is nothing to say."""

    technology: str = ""
    """Empty without a plan."""
    title: str = ""
    outlook: str = ""
    """When the test is likely to be passed, or why nothing says so."""
    why: str = ""
    """The reason for the order of the tasks."""
    retake: str = ""
    pause: str = ""
    tasks: list[TaskView] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    """What lies ahead in other technologies that were begun."""


class PlanCalendarState(FailingState, rx.State):
    """The download of the plan as a calendar file."""

    busy: rx.Field[bool] = rx.field(False)

    @exclusive
    async def download(self) -> Any:
        """Download the plan as a calendar file."""
        content = await (await api_of(self)).plan_calendar(await zone_of(self))
        return rx.download(data=content, filename="daily-plan.ics", mime_type="text/calendar")


def plan_view(standing: LearnerStanding) -> PlanView:
    """Say what to do today, and what lies ahead."""
    if not standing.plans:
        return PlanView(outlook=_without_plan(standing))
    plan, *others = standing.plans
    answers = {row.technology: row.answers for row in standing.technologies}
    return PlanView(
        technology=plan.technology,
        title=_("{name}: {n} minutes for today", name=plan.name, n=plan.minutes) if plan.tasks else plan.name,
        outlook=_outlook(plan, answers[plan.technology], standing),
        why=_why(plan.tasks),
        retake=_retake(plan, standing.time_zone),
        pause=ngettext(
            "You last practiced {n} day ago. Some of it fades, so your chance is a little lower now.",
            "You last practiced {n} days ago. Some of it fades, so your chance is a little lower now.",
            plan.paused_days,
        )
        if plan.paused_days and plan.paused_days >= _LONG_PAUSE and plan.chance
        else "",
        tasks=[_task(plan.technology, task) for task in plan.tasks],
        others=[f"{other.name}: {_outlook(other, answers[other.technology], standing)}" for other in others],
    )


def _without_plan(standing: LearnerStanding) -> str:
    if standing.technologies:
        return _("You’ve passed everything you started, so there’s nothing you need to practice today.")
    return _(
        "Answer {n} questions in one technology. Then you’ll see here what to do each day, and when you’re "
        "likely to pass.",
        n=LEAST_FOR_READINESS,
    )


def _task(technology: str, task: PlanTask) -> TaskView:
    if task.topic is None:
        label = ngettext("Review {n} question", "Review {n} questions", task.questions)
        return TaskView(label, practice_path(technology, round="review", questions=str(task.questions)))
    return TaskView(
        ngettext("{n} question", "{n} questions", task.questions),
        practice_path(technology, task.topic, questions=str(task.questions)),
        task.topic_title or "",
    )


def _why(tasks: list[PlanTask]) -> str:
    topic = next((task.topic_title for task in tasks if task.topic), None)
    if not tasks:
        return ""
    if tasks[0].topic is None:
        if topic is None:
            return _("You got these questions wrong before, and you’re about to forget the answers.")
        return _(
            "Reviews come first because you’re about to forget the answers. After that, work on {topic}: "
            "that’s where you’d lose the most points in the test today.",
            topic=topic,
        )
    return _("Start with {topic}: that’s where you’d lose the most points in the test today.", topic=topic)


def _outlook(plan: DailyPlan, answers: int, standing: LearnerStanding) -> str:
    match plan.kind:
        case "running":
            return _("A test or mock exam is running. Your plan continues when it ends.")
        case "few_answers":
            return ngettext(
                "Answer {n} more question to see when you’re likely to pass.",
                "Answer {n} more questions to see when you’re likely to pass.",
                max(LEAST_FOR_READINESS - answers, 1),
            )
        case "ready":
            return _("Your chance of passing is at least {goal}%. You’re ready for the test.", goal=plan.goal)
        case "far":
            return _(
                "With {minutes} minutes a day, it probably takes more than {n} days until your chance of "
                "passing reaches {goal}%. You’ll get there sooner with more practice a day.",
                minutes=plan.minutes,
                n=plan.horizon,
                goal=plan.goal,
            )
        case "on_the_way":
            return _days(plan, standing)


def _days(plan: DailyPlan, standing: LearnerStanding) -> str:
    """Say in how many days the chance of passing is high enough, and how uncertain that is."""
    days = plan.days
    if days is None or days.expected is None:
        raise ValueError("a plan with a date has days")
    expected = ngettext(
        "With {minutes} minutes a day, your chance of passing reaches {goal}% in about {n} day ({date}).",
        "With {minutes} minutes a day, your chance of passing reaches {goal}% in about {n} days ({date}).",
        days.expected,
        minutes=plan.minutes,
        goal=plan.goal,
        date=day_name(standing.today + timedelta(days=days.expected)),
    )
    if days.high is None:
        range_ = _(
            "It’ll likely take {low} to {high} days, maybe longer.",
            low=days.low,
            high=plan.horizon,
        )
    else:
        range_ = _("It’ll likely take {low} to {high} days.", low=days.low, high=days.high)
    return f"{expected} {range_}"


def _retake(plan: DailyPlan, zone: str) -> str:
    if plan.retake_at is None:
        return ""
    date = date_time(plan.retake_at, zone)
    if plan.chance_then is None:
        return _("You can take the test again starting {date}.", date=date)
    return _(
        "You can take the test again starting {date}. If you practice until then, your chance of passing is "
        "about {percent}%.",
        date=date,
        percent=plan.chance_then,
    )
