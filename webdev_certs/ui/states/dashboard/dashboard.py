"""The dashboard: five views of one screen, made from the learner's records."""

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.exams.retakes import retake_date
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.formatting import long_date
from webdev_certs.ui.states.shared.handlers import ScreenState, exclusive
from webdev_certs.ui.states.shared.messages import describe

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


@dataclass
class CertificateCard:
    """A certificate that the learner has earned."""

    number: str
    title: str
    holder: str
    score: int
    score_public: bool
    status: str
    issued: str
    expires: str
    verify_path: str


class DashboardState(ScreenState, rx.State):
    """What the five views show; loaded whenever one of them is opened."""

    # The views share their records, so switching views must not clear the screen.
    keeps_content: ClassVar = True

    view: rx.Field[str] = rx.field("overview")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    rounds: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    certificates: rx.Field[list[CertificateCard]] = rx.field(default_factory=list)
    passed_count: rx.Field[int] = rx.field(0)
    answered_count: rx.Field[int] = rx.field(0)
    right_percent: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)
    failed_changes: rx.Field[int] = rx.field(0)
    """Counts the changes that could not be saved, so that the screen shows the checkboxes as they were."""

    async def _load(self, api: Api) -> None:
        """Load the records; the view is the last segment of the path."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        technologies, tests, rounds, certificates = await asyncio.gather(
            api.technologies(), api.attempts(), api.practice_sessions(), api.certificates()
        )
        self.cards = [_technology_card(technology, tests) for technology in technologies]
        self.attempts = [_attempt_row(test) for test in tests]
        self.rounds = [_practice_row(entry) for entry in rounds]
        self.certificates = [_certificate_card(certificate) for certificate in certificates]
        self.passed_count = sum(test.passed or False for test in tests)
        self.answered_count = sum(entry.answered for entry in rounds)
        right = sum(entry.correct for entry in rounds)
        self.right_percent = round(100 * right / self.answered_count) if self.answered_count else 0
        self.phase, self.error = "ready", ""

    @exclusive
    async def download(self, number: str) -> Any:
        """Download the certificate as a PDF."""
        pdf = await (await session_of(self)).api().certificate_pdf(number)
        return rx.download(data=pdf, filename=f"{number}.pdf", mime_type="application/pdf")

    @rx.event
    async def share_score(self, number: str, score_public: bool):
        """Show or hide the score on the public page."""
        session = await session_of(self)
        try:
            changed = await session.api().share_certificate(number, score_public=score_public)
        except ApiError as error:
            self.error, self.failed_changes = describe(error), self.failed_changes + 1
            return
        self.error = ""
        self.certificates = [
            _certificate_card(changed) if card.number == number else card for card in self.certificates
        ]


def _technology_card(technology: TechnologySummary, tests: list[AttemptSummary]) -> TechnologyCard:
    own = [test for test in tests if test.technology == technology.technology]
    latest = own[0] if own else None
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
        best_score=max((test.score or 0 for test in own), default=0),
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


def _certificate_card(certificate: Certificate) -> CertificateCard:
    return CertificateCard(
        number=certificate.number,
        title=certificate.title,
        holder=certificate.holder_name,
        score=certificate.score,
        score_public=certificate.score_public,
        status=certificate.status,
        issued=long_date(certificate.issued_at),
        expires=long_date(certificate.expires_at),
        verify_path=f"/verify/{certificate.number}",
    )
