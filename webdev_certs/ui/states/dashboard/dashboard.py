"""The dashboard: five views of one screen, made from the learner's records."""

from asyncio import gather
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.progress import TechnologyProgress
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, certificate_card, usable_first
from webdev_certs.ui.states.exams.time_and_retakes import allowed_time, retake_date
from webdev_certs.ui.states.practice.links import (
    practice_href,
    practice_label,
    practice_path,
    reopened_path,
)
from webdev_certs.ui.states.session.locale import ZonedScreenState, zone_of
from webdev_certs.ui.states.session.navigation import last_segment, resume_path
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of

LISTS = ("attempts", "mock_exams", "practice_sessions", "certificates")
VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates")
_OUTCOMES = {True: "passed", False: "failed", None: "running"}
_MOCK_OUTCOMES = {True: "would_pass", False: "not_yet", None: "running"}


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
    mock_exam: bool
    """Whether there are mock exams."""
    topics: list[TopicLink]


@dataclass
class AttemptRow:
    """An attempt at a certification test, or a mock exam."""

    name: str
    date: str
    score: int
    """0 while it runs, and without a score."""
    outcome: str
    """running; passed or failed, and for a mock exam would_pass or not_yet."""
    href: str
    """The path on which it continues, or that of its result."""


@dataclass
class PracticeRow:
    """A practice session."""

    name: str
    level: str
    date: str
    result: str
    href: str
    """The path of its review, or of the practice screen while it is not finished."""
    free_href: str
    """The same without Pro: a finished practice session leads to its end, with its explanations."""
    finished: bool


class DashboardState(ZonedScreenState, rx.State):
    """What the five views show; loaded whenever one of them is opened."""

    # The views share their records, so switching views must not clear the screen.
    keeps_content: ClassVar = True

    view: rx.Field[str] = rx.field("overview")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    mock_exams: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    practice_sessions: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    following: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(LISTS, ""))
    """For each of the lists the cursor of its next page; empty if there is none."""
    passed_count: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)

    async def _load(self, api: Api) -> Any:
        """Load the records; the view is the last segment of the path."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        (profile, technologies, progress), pages = await gather(
            gather(api.profile(), api.technologies(), api.progress()),
            gather(api.attempts(), api.attempts(mock=True), api.practice_sessions(), api.certificates()),
        )
        attempts, mock_exams, practice_sessions, certificates = pages
        tried = {row.technology: row for row in progress.technologies}
        zone = await zone_of(self)
        self.cards = [
            technology_card(technology, profile, tried.get(technology.technology), zone)
            for technology in technologies
        ]
        self.attempts = [attempt_row(attempt, zone) for attempt in attempts.rows]
        self.mock_exams = [attempt_row(attempt, zone) for attempt in mock_exams.rows]
        self.practice_sessions = [practice_row(entry, zone) for entry in practice_sessions.rows]
        own = await self.get_state(OwnCertificatesState)
        own.cards, own.error = usable_first([certificate_card(row) for row in certificates.rows]), ""
        self.following = {which: page.following for which, page in zip(LISTS, pages, strict=True)}
        self.passed_count = progress.exams_passed
        self.phase, self.error = "ready", ""
        # Only now, because the lists need not wait for it.
        return EmailNoticeState.refresh()

    @exclusive
    async def show_more(self, which: str) -> Any:
        """Append the next page of a list, one of `LISTS`."""
        api, after = await api_of(self), self.following.get(which)
        if not after:
            return None
        if which == "attempts":
            page = await api.attempts(after)
            self.attempts += [attempt_row(row, await zone_of(self)) for row in page.rows]
        elif which == "mock_exams":
            page = await api.attempts(after, mock=True)
            self.mock_exams += [attempt_row(row, await zone_of(self)) for row in page.rows]
        elif which == "practice_sessions":
            page = await api.practice_sessions(after)
            self.practice_sessions += [practice_row(row, await zone_of(self)) for row in page.rows]
        else:
            page = await api.certificates(after)
            own = await self.get_state(OwnCertificatesState)
            own.cards = usable_first([*own.cards, *map(certificate_card, page.rows)])
        self.following = {**self.following, which: page.following}
        # The focused button has disappeared with the last page.
        return None if page.following else rx.set_focus(heading_id(which))


def heading_id(which: str) -> str:
    """Return the id of a list's heading."""
    return f"{which}-title"


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
        mock_exam=technology.mock_exam,
        topics=[
            TopicLink(topic.title, practice_path(technology.technology, topic.id))
            for topic in technology.topics
        ],
    )


def attempt_row(attempt: AttemptSummary, zone: str) -> AttemptRow:
    """Describe an attempt or a mock exam."""
    running = attempt.passed is None
    return AttemptRow(
        name=attempt.name,
        date=long_date(attempt.submitted_at or attempt.started_at, zone),
        score=attempt.score or 0,
        outcome=(_MOCK_OUTCOMES if attempt.mock else _OUTCOMES)[attempt.passed],
        href=resume_path(attempt.technology, mock=attempt.mock)
        if running
        else f"/test-results/{attempt.test_id}",
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
        free_href=reopened_path(entry) if finished else practice_href(entry),
        finished=finished,
    )
