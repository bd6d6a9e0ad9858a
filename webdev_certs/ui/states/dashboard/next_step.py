"""The one next step that the overview shows, in words and with its link."""

from dataclasses import dataclass

from webdev_certs.schemas.progress import NextStep
from webdev_certs.shared.formatting import clock_time
from webdev_certs.shared.translation import _
from webdev_certs.ui.states.dashboard.chance_of_passing import chance_range
from webdev_certs.ui.states.practice.links import practice_href, practice_path
from webdev_certs.ui.states.session.navigation import resume_path


@dataclass
class StepView:
    """The one next step."""

    kind: str = ""
    title: str = ""
    text: str = ""
    label: str = ""
    href: str = ""


def step_view(step: NextStep, zone: str) -> StepView:
    """Say what to do next.

    Args:
        step: What the API says.
        zone: The learner's time zone.
    """
    name, technology = step.name or "", step.technology or ""
    match step.kind:
        case "resume_attempt":
            return StepView(
                step.kind,
                _("Your {name} test is running", name=name),
                _("The timer keeps running. Every saved answer counts.")
                if step.deadline is None
                else _(
                    "The timer keeps running until {time}. Every saved answer counts.",
                    time=clock_time(step.deadline, zone),
                ),
                _("Resume the {name} test", name=name),
                resume_path(technology),
            )
        case "take_exam":
            return StepView(
                step.kind,
                _("You are likely to pass {name}", name=name),
                _likely(step),
                _("Take the {name} test", name=name),
                f"/test/{technology}",
            )
        case "resume_practice" if step.practice:
            return StepView(
                step.kind,
                _("Continue: {name}", name=name),
                _(
                    "You have answered {answered} of the {length} questions of this round.",
                    answered=step.practice.answered,
                    length=step.practice.length,
                ),
                _("Go on with question {n}", n=step.practice.answered + 1),
                practice_href(step.practice),
            )
        case "practice_topic":
            return StepView(
                step.kind,
                _("Continue: {name}", name=name),
                _(
                    "Your weakest topic is {topic}. One round takes about ten minutes.",
                    topic=step.topic_title,
                ),
                _("Practice {name}", name=step.topic_title),
                practice_path(technology, step.topic),
            )
        case "practice":
            return StepView(
                step.kind,
                _("Continue: {name}", name=name),
                _("One round takes about ten minutes."),
                _("Practice {name}", name=name),
                practice_path(technology),
            )
        case _:
            return StepView(
                step.kind,
                _("Try 3 questions"),
                _(
                    "Three questions take about three minutes, and every answer is explained. "
                    "Choose a technology."
                ),
            )


def _likely(step: NextStep) -> str:
    """Say how likely the exam is passed, and how uncertain that is."""
    return _(
        "Your practice puts your chance of passing at {percent}%, {range}. Only the test decides.",
        percent=step.readiness,
        range=chance_range(step.readiness_low or 1, step.readiness_high or 99),
    )
