"""Wire models of the export of a user's data."""

from datetime import datetime
from uuid import UUID

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.exams import AttemptStatus, EndReason, EventKind, ExtraTimeRequest, TopicScore
from webdev_certs.schemas.export_billing import ExportedBilling
from webdev_certs.schemas.items import FaultKind, ItemResponse, ReportSource, ShownItem
from webdev_certs.schemas.login_sessions import LoginSession
from webdev_certs.schemas.practice import PracticeKind
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.social import Identity
from webdev_certs.shared.vocabulary import Difficulty


class ExportedAccount(Profile):
    email_confirmed_at: datetime | None
    terms_accepted_at: datetime


class ExportedLoginSession(LoginSession):
    user_agent: str
    """The User-Agent header at sign-in."""
    expires_at: datetime
    ended_at: datetime | None


class ExportedAnswer(Response):
    """An answered item."""

    position: int
    item: ShownItem
    response: ItemResponse
    """In the ids of the item as it was shown."""
    answered_at: datetime
    correct: bool | None
    """None in attempts, because a right choice is the key; the scores of the topics say how the exam went. In
    practice None while an attempt in the same technology is open, because it would help there."""


class ExportedEvent(Response):
    """What the browser reported during an attempt."""

    position: int
    kind: EventKind
    at: datetime
    seconds: int | None


class ExportedAttempt(Response):
    test_id: UUID
    technology: str
    status: AttemptStatus
    started_at: datetime
    deadline: datetime
    submitted_at: datetime | None
    ended_by: EndReason | None
    score: int | None
    standard_error: int | None
    passed: bool | None
    topics: list[TopicScore]
    answers: list[ExportedAnswer]
    events: list[ExportedEvent]


class ExportedPractice(Response):
    practice_session_id: UUID
    technology: str
    kind: PracticeKind
    difficulty: Difficulty | None
    topic: str | None
    retry_of: UUID | None
    started_at: datetime
    finished_at: datetime | None
    answers: list[ExportedAnswer]


class ExportedReport(Response):
    """A report of a question."""

    source: ReportSource
    kind: FaultKind
    text: str
    reported_at: datetime
    closed_at: datetime | None
    note: str | None
    """What the operator answered."""


class ExportedRegrade(Response):
    """An attempt that was scored again because the key of a question was corrected."""

    test_id: UUID
    regraded_at: datetime
    score_before: int
    passed_before: bool
    score_after: int
    passed_after: bool


class ExportedReview(Response):
    """When a missed item is due again, and the FSRS state of the user's memory of it."""

    item_id: str
    technology: str
    due: datetime
    reviewed_at: datetime
    stability: float
    difficulty: float


class Export(Response):
    """All stored data of a user, except secrets: hashes and tokens."""

    exported_at: datetime
    account: ExportedAccount
    login_sessions: list[ExportedLoginSession]
    identities: list[Identity]
    extra_time_requests: list[ExtraTimeRequest]
    tests: list[ExportedAttempt]
    practice: list[ExportedPractice]
    reports: list[ExportedReport]
    regrades: list[ExportedRegrade]
    reviews: list[ExportedReview]
    certificates: list[Certificate]
    billing: ExportedBilling
