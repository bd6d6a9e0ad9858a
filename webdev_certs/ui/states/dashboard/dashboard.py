"""The dashboard: five views of one screen, made from the learner's records."""

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.progress import TechnologyProgress
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, certificate_card
from webdev_certs.ui.states.exams.retakes import retake_date
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.formatting import long_date
from webdev_certs.ui.states.shared.handlers import ScreenState, exclusive

LISTS = ("attempts", "rounds", "certificates")
VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates")


@dataclass
class TechnologyCard:
    """A technology and the learner's progress in it."""

    technology: str
    name: str
    title: str
    summary: str
    form: str
    """Length and time, such as `20 to 40 questions in 45 minutes`."""
    state: str
    """new, open, waiting, again."""
    retake: str
    best_score: int
    cut_score: int


@dataclass
class AttemptRow:
    """An attempt at a certification test."""

    test_id: str
    technology: str
    name: str
    date: str
    score: int
    verdict: str
    """Passed, Not passed, In progress."""


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


class DashboardState(ScreenState, rx.State):
    """What the five views show; loaded whenever one of them is opened."""

    # The views share their records, so switching views must not clear the screen.
    keeps_content: ClassVar = True

    view: rx.Field[str] = rx.field("overview")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    rounds: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    following: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict.fromkeys(LISTS, ""))
    """For each of the lists the cursor of its next page; empty if there is none."""
    certificate_count: rx.Field[int] = rx.field(0)
    passed_count: rx.Field[int] = rx.field(0)
    answered_count: rx.Field[int] = rx.field(0)
    right_percent: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)

    async def _load(self, api: Api) -> None:
        """Load the records; the view is the last segment of the path."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        technologies, progress, tests, rounds, certificates = await asyncio.gather(
            api.technologies(),
            api.progress(),
            api.attempts(),
            api.practice_sessions(),
            api.certificates(),
        )
        tried = {one.technology: one for one in progress.technologies}
        self.cards = [_technology_card(one, tried.get(one.technology)) for one in technologies]
        self.attempts = [_attempt_row(test) for test in tests.rows]
        self.rounds = [_practice_row(entry) for entry in rounds.rows]
        own = await self.get_state(OwnCertificatesState)
        own.cards, own.error = [certificate_card(row) for row in certificates.rows], ""
        pages = (tests, rounds, certificates)
        self.following = {which: page.following for which, page in zip(LISTS, pages, strict=True)}
        self.certificate_count, self.passed_count = progress.certificates, progress.tests_passed
        self.answered_count = progress.practice_answered
        right = progress.practice_correct
        self.right_percent = round(100 * right / self.answered_count) if self.answered_count else 0
        self.phase, self.error = "ready", ""

    @exclusive
    async def show_more(self, which: str) -> Any:
        """Append the next page of a list: `attempts`, `rounds` or `certificates`."""
        api, after = await api_of(self), self.following.get(which)
        if not after:
            return None
        if which == "attempts":
            page = await api.attempts(after)
            self.attempts = [*self.attempts, *map(_attempt_row, page.rows)]
        elif which == "rounds":
            page = await api.practice_sessions(after)
            self.rounds = [*self.rounds, *map(_practice_row, page.rows)]
        else:
            page = await api.certificates(after)
            own = await self.get_state(OwnCertificatesState)
            own.cards = [*own.cards, *map(certificate_card, page.rows)]
        self.following = {**self.following, which: page.following}
        # The focused button has disappeared with the last page.
        return None if page.following else rx.set_focus(heading_id(which))


def heading_id(which: str) -> str:
    """Return the id of a list's heading."""
    return f"{which}-title"


def _technology_card(technology: TechnologySummary, own: TechnologyProgress | None) -> TechnologyCard:
    latest = own.latest if own else None
    retake = retake_date(latest)
    if latest is None:
        state = "new"
    elif latest.status == "open":
        state = "open"
    else:
        state = "waiting" if retake else "again"
    return TechnologyCard(
        technology=technology.technology,
        name=technology.name,
        title=technology.title,
        summary=technology.summary,
        form=f"{technology.min_items} to {technology.max_items} questions in {technology.minutes} minutes",
        state=state,
        retake=retake,
        best_score=(own.best_score or 0) if own else 0,
        cut_score=technology.cut_score,
    )


def _attempt_row(test: AttemptSummary) -> AttemptRow:
    verdicts = {True: "Passed", False: "Not passed", None: "In progress"}
    return AttemptRow(
        test_id=str(test.test_id),
        technology=test.technology,
        name=test.name,
        date=long_date(test.submitted_at or test.started_at),
        score=test.score or 0,
        verdict=verdicts[test.passed],
    )


def _practice_row(entry: PracticeSummary) -> PracticeRow:
    path = f"/practice-test/{entry.technology}" + (f"/{entry.difficulty}" if entry.difficulty else "")
    finished = entry.finished_at is not None
    return PracticeRow(
        name=entry.name,
        level=(entry.difficulty or "mixed").capitalize(),
        date=long_date(entry.finished_at or entry.started_at),
        result=f"{entry.correct} of {entry.length}"
        if finished
        else f"{entry.answered} of {entry.length} done",
        href=f"/practice-results/{entry.practice_session_id}" if finished else path,
        finished=finished,
    )
