"""The dashboard: five views of one screen, all drawn from the learner's own records."""

import asyncio
from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.schemas.exams import TestSummary
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.retakes import retake_date
from webdev_certs.ui.states.session.session import session_of

VIEWS = ("overview", "certifications", "practice", "progress", "my-certificates")


@dataclass
class TechnologyCard:
    """A technology with where the learner stands in it."""

    technology: str
    name: str
    title: str
    summary: str
    form: str
    """Length and time, e.g. `20 questions in 45 minutes`."""
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
    """A round of practice."""

    name: str
    level: str
    date: str
    result: str
    href: str
    """Of its review, or of the round itself while it is not finished."""
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


class DashboardState(rx.State):
    """What the five views show; loaded anew whenever one is opened."""

    view: rx.Field[str] = rx.field("overview")
    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, error."""
    error: rx.Field[str] = rx.field("")
    cards: rx.Field[list[TechnologyCard]] = rx.field(default_factory=list)
    attempts: rx.Field[list[AttemptRow]] = rx.field(default_factory=list)
    rounds: rx.Field[list[PracticeRow]] = rx.field(default_factory=list)
    certificates: rx.Field[list[CertificateCard]] = rx.field(default_factory=list)
    passed_count: rx.Field[int] = rx.field(0)
    answered_count: rx.Field[int] = rx.field(0)
    right_percent: rx.Field[int] = rx.field(0)
    refusals: rx.Field[int] = rx.field(0)
    """Counts the choices that could not be kept: the screen draws them as they were."""

    @rx.event
    async def load(self):
        """Loads the records; the view is the address's last part."""
        last = last_segment(self.router.url.path)
        self.view = last if last in VIEWS else VIEWS[0]
        session = await session_of(self)
        if not session.is_authenticated:
            return
        api = session.api()
        try:
            technologies, tests, rounds, certificates = await asyncio.gather(
                api.technologies(), api.tests(), api.practices(), api.certificates()
            )
        except ApiError as error:
            self.phase, self.error = "error", describe(error)
            return
        self.cards = [_card(technology, tests) for technology in technologies]
        self.attempts = [_attempt(test) for test in tests]
        self.rounds = [_round(entry) for entry in rounds]
        self.certificates = [_certificate(certificate) for certificate in certificates]
        self.passed_count = sum(test.passed or False for test in tests)
        self.answered_count = sum(entry.answered for entry in rounds)
        right = sum(entry.correct for entry in rounds)
        self.right_percent = round(100 * right / self.answered_count) if self.answered_count else 0
        self.phase, self.error = "ready", ""

    @rx.event
    async def download(self, number: str):
        """Hands the certificate's PDF to the browser."""
        session = await session_of(self)
        try:
            pdf = await session.api().certificate_pdf(number)
        except ApiError as error:
            self.error = describe(error)
            return None
        return rx.download(data=pdf, filename=f"{number}.pdf", mime_type="application/pdf")

    @rx.event
    async def share_score(self, number: str, score_public: bool):
        """Shows or hides the score on the public page."""
        session = await session_of(self)
        try:
            changed = await session.api().share_certificate(number, score_public=score_public)
        except ApiError as error:
            self.error, self.refusals = describe(error), self.refusals + 1
            return
        self.error = ""
        self.certificates = [
            _certificate(changed) if card.number == number else card for card in self.certificates
        ]


def _card(technology: TechnologySummary, tests: list[TestSummary]) -> TechnologyCard:
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
        form=f"{technology.form_length} questions in {technology.minutes} minutes",
        state=state,
        retake=retake,
        best_score=max((test.score or 0 for test in own), default=0),
        cut_score=technology.cut_score,
    )


def _attempt(test: TestSummary) -> AttemptRow:
    verdicts = {True: "Passed", False: "Not passed", None: "In progress"}
    return AttemptRow(
        test_id=str(test.test_id),
        technology=test.technology,
        name=test.name,
        date=long_date(test.submitted_at or test.started_at),
        score=test.score or 0,
        verdict=verdicts[test.passed],
    )


def _round(entry: PracticeSummary) -> PracticeRow:
    address = f"/practice-test/{entry.technology}" + (f"/{entry.difficulty}" if entry.difficulty else "")
    finished = entry.finished_at is not None
    return PracticeRow(
        name=entry.name,
        level=(entry.difficulty or "mixed").capitalize(),
        date=long_date(entry.finished_at or entry.started_at),
        result=f"{entry.correct} of {entry.length}"
        if finished
        else f"{entry.answered} of {entry.length} done",
        href=f"/practice-results/{entry.practice_id}" if finished else address,
        finished=finished,
    )


def _certificate(certificate: Certificate) -> CertificateCard:
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
