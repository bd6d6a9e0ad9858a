"""The entries of the dashboard's lists, as texts and links."""

from dataclasses import dataclass

from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.progress import TechnologyProgress
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import _
from webdev_certs.ui.states.exams.time_and_retakes import allowed_time, retake_date
from webdev_certs.ui.states.practice.kinds import practice_href, practice_label, practice_path

_OUTCOMES = {True: "passed", False: "failed", None: "running"}


@dataclass
class TopicLink:
    """A topic that can be practiced."""

    title: str
    href: str


@dataclass
class TechnologyCard:
    """A technology and the learner's progress in it."""

    technology: str
    name: str
    title: str
    summary: str
    form: str
    """Length and the learner's time, such as `20 to 40 questions in 45 minutes`."""
    state: str
    """new, open, waiting, again."""
    outcome: str
    """passed, once any attempt was; otherwise the latest attempt's: failed or running; empty without one."""
    retake: str
    topics: list[TopicLink]


@dataclass
class AttemptRow:
    """An attempt at a certification test."""

    test_id: str
    technology: str
    name: str
    date: str
    score: int
    outcome: str
    """passed, failed, running."""


@dataclass
class PracticeRow:
    """A practice session."""

    name: str
    level: str
    date: str
    result: str
    href: str
    """The path of its review, or of the practice screen while it is not finished."""
    finished: bool


def technology_card(
    technology: TechnologySummary, learner: Profile, own: TechnologyProgress | None, zone: str
) -> TechnologyCard:
    """Describe a technology and the learner's progress in it."""
    latest = own.latest if own else None
    retake = retake_date(latest, zone)
    if latest is None:
        state = "new"
    elif latest.status == "open":
        state = "open"
    else:
        state = "waiting" if retake else "again"
    outcome = ""
    if own:
        outcome = "passed" if own.passed else _OUTCOMES[own.latest.passed]
    return TechnologyCard(
        technology=technology.technology,
        name=technology.name,
        title=technology.title,
        summary=technology.summary,
        form=_(
            "{least} to {most} questions in {time}",
            least=technology.min_items,
            most=technology.max_items,
            time=allowed_time(technology, learner),
        ),
        state=state,
        outcome=outcome,
        retake=retake,
        topics=[
            TopicLink(topic.title, practice_path(technology.technology, topic.id))
            for topic in technology.topics
        ],
    )


def attempt_row(attempt: AttemptSummary, zone: str) -> AttemptRow:
    """Describe an attempt."""
    return AttemptRow(
        test_id=str(attempt.test_id),
        technology=attempt.technology,
        name=attempt.name,
        date=long_date(attempt.submitted_at or attempt.started_at, zone),
        score=attempt.score or 0,
        outcome=_OUTCOMES[attempt.passed],
    )


def practice_row(entry: PracticeSummary, zone: str) -> PracticeRow:
    """Describe a practice session."""
    finished = entry.finished_at is not None
    return PracticeRow(
        name=entry.name,
        level=practice_label(entry),
        date=long_date(entry.finished_at or entry.started_at, zone),
        result=_("{correct} of {total} correct", correct=entry.correct, total=entry.length)
        if finished
        else _("{n} of {total} done", n=entry.answered, total=entry.length),
        href=f"/practice-results/{entry.practice_session_id}" if finished else practice_href(entry),
        finished=finished,
    )
