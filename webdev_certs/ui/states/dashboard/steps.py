"""The one next step of the overview, in words."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from webdev_certs.schemas.progress import LearnerStanding, NextStep, TechnologyStanding
from webdev_certs.shared.formatting import clock_time, date_time, listed
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.states.practice.links import practice_href, practice_path
from webdev_certs.ui.states.session.navigation import resume_path

CERTIFICATES = "/dashboard/my-certificates"


def chance_in_words(percent: int, low: int, high: int) -> tuple[str, str]:
    """Say a probability, and in which range it probably is. All numbers are percent from 1 to 99."""
    if low < high:
        return _("{percent}%", percent=percent), _("likely between {low}% and {high}%", low=low, high=high)
    # So near to an end of the scale that both are rounded to the same number: there is no range to show.
    if low > 50:
        return _("{percent}% or more", percent=low), ""
    return _("{percent}% or less", percent=low), ""


def whole_chance(text: str, likely: str) -> str:
    """Join what `chance_in_words` says."""
    return ", ".join(filter(None, (text, likely)))


@dataclass
class StepView:
    """The one next step, and a second one after a pass."""

    kind: str = ""
    title: str = ""
    text: str = ""
    label: str = ""
    href: str = ""
    second_label: str = ""
    """Empty without a second step."""
    second_href: str = ""


def step_view(standing: LearnerStanding, zone: str) -> StepView:
    """Say what to do next.

    Args:
        standing: What the API says.
        zone: The learner's time zone.
    """
    step = standing.next_step
    row = next((row for row in standing.technologies if row.technology == step.technology), None)
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
        case "resume_mock_exam" if step.deadline:
            return StepView(
                step.kind,
                _("Your {name} mock exam is running", name=name),
                _("The timer keeps running until {time}.", time=clock_time(step.deadline, zone)),
                _("Resume the mock exam"),
                resume_path(technology, mock=True),
            )
        case "share" if row:
            return _after_pass(step, row, standing)
        case "take_exam":
            return StepView(
                step.kind,
                _("You’re likely to pass {name}", name=name),
                _likely(step),
                _("Take the {name} test", name=name),
                f"/test/{technology}",
            )
        case "resume_practice" if step.practice:
            return StepView(
                step.kind,
                _("Continue: {name}", name=name),
                _(
                    "You’ve answered {answered} of the {length} questions in this round.",
                    answered=step.practice.answered,
                    length=step.practice.length,
                ),
                _("Continue with question {n}", n=step.practice.answered + 1),
                practice_href(step.practice),
            )
        case "prepare_retake" if row:
            return _before_retake(step, row, standing, zone)
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
        case "next_technology":
            label, href = _following(step, standing)
            return StepView(
                step.kind,
                _("Next up: {name}", name=step.following_name),
                _(
                    "You’ve passed everything you started. Find out where you stand in {name}.",
                    name=step.following_name,
                ),
                label,
                href,
                _("See your certificates"),
                CERTIFICATES,
            )
        case "all_passed":
            return StepView(
                step.kind,
                _("You’ve passed every test"),
                _("There’s nothing left to prove. Now show off your certificates."),
                _("Share your certificates"),
                CERTIFICATES,
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


def _after_pass(step: NextStep, row: TechnologyStanding, standing: LearnerStanding) -> StepView:
    """Say what to do with a pass; its certificate may wait for an operator or for the learner's email."""
    title, last = _("You passed {name}!", name=row.name), row.last_exam
    second_label, second_href = _following(step, standing) if step.following else ("", "")
    if row.certificate is None and last:
        text = (
            _("One of us will look at your test before we issue the certificate. We’ll email you.")
            if last.under_review
            else _("Confirm your email, and we’ll issue your certificate right away.")
        )
        label, href = _("See your result"), f"/test-results/{last.test_id}"
    else:
        text = (
            _("Share your certificate, then take on {name}.", name=step.following_name)
            if step.following
            else _("Share your certificate. You’ve passed every test.")
        )
        label, href = _("Share your certificate"), CERTIFICATES
    return StepView(step.kind, title, text, label, href, second_label, second_href)


def _following(step: NextStep, standing: LearnerStanding) -> tuple[str, str]:
    """Return the label and the path of the step in the technology that follows a pass."""
    following = step.following or ""
    if any(row.technology == following for row in standing.technologies):
        return _("Practice {name}", name=step.following_name), practice_path(following)
    label = _("Try 3 questions about {name}", name=step.following_name)
    return label, practice_path(following, questions="3")


def countdown(name: str, retake_at: datetime | None, today: date, zone: str) -> str:
    """Say how long it is until a test can be taken again: in days, and on the day itself at what time."""
    if retake_at is None:
        return _("You can retake {name} now", name=name)
    days = (retake_at.astimezone(ZoneInfo(zone)).date() - today).days
    if days < 1:
        return _("You can retake {name} at {time}", name=name, time=clock_time(retake_at, zone))
    return ngettext(
        "{n} day until you can retake {name}", "{n} days until you can retake {name}", days, name=name
    )


def _before_retake(step: NextStep, row: TechnologyStanding, standing: LearnerStanding, zone: str) -> StepView:
    """Say when the test can be taken again, and what to practice until then."""
    weak = row.last_exam.weak_topics if row.last_exam else []
    until = date_time(row.retake_at, zone)
    name = step.topic_title or row.name
    return StepView(
        step.kind,
        countdown(row.name, row.retake_at, standing.today, zone),
        _(
            "You can take it again starting {date}. Your weakest topics were {topics}.",
            date=until,
            topics=listed(weak),
        )
        if weak
        else _("You can take it again starting {date}. One round takes about ten minutes.", date=until),
        _("Practice {name}", name=name),
        practice_path(row.technology, step.topic),
    )


def _likely(step: NextStep) -> str:
    """Say how likely the exam is passed, and how uncertain that is."""
    return _(
        "Based on your practice, your chance of passing is {chance}. Only the test decides.",
        # A step that is the exam has all three.
        chance=whole_chance(
            *chance_in_words(step.readiness or 1, step.readiness_low or 1, step.readiness_high or 99)
        ),
    )
