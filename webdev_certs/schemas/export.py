"""Wire models of the export of a user's data."""

from datetime import date, datetime
from uuid import UUID

from webdev_certs.schemas.auth import Identity, LoginSession
from webdev_certs.schemas.base import Response
from webdev_certs.schemas.certificates import Certificate, OwnProfile
from webdev_certs.schemas.exams import (
    AttemptReview,
    AttemptStatus,
    EndReason,
    EventKind,
    ExtraTimeRequest,
    TopicResult,
)
from webdev_certs.schemas.items import FaultKind, ItemResponse, ReportSource, ShownItem
from webdev_certs.schemas.payments import PaymentRecord, Subscription
from webdev_certs.schemas.practice import PracticeKind
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.tutor import TutorAction, TutorOutcome
from webdev_certs.shared.vocabulary import Difficulty, MailKind


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
    mock: bool
    """Whether it is a mock exam."""
    status: AttemptStatus
    started_at: datetime
    deadline: datetime
    submitted_at: datetime | None
    ended_by: EndReason | None
    score: int | None
    standard_error: int | None
    passed: bool | None
    topics: list[TopicResult]
    answers: list[ExportedAnswer]
    events: list[ExportedEvent]
    review: AttemptReview | None


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


class ExportedAnnotation(Response):
    """A bookmark or a note on a practice question."""

    item_id: str
    bookmarked: bool
    note: str
    changed_at: datetime


class ExportedTutorExchange(Response):
    """A question to the tutor, its answer, and what was reported about it."""

    item_id: str
    item_version: int
    action: TutorAction
    question: str
    answer: str
    outcome: TutorOutcome
    asked_at: datetime
    reported_at: datetime | None
    report: str


class ExportedTokens(Response):
    """How many tokens of the language model were used on one day (UTC)."""

    day: date
    tokens: int


class ExportedTutor(Response):
    consented_at: datetime | None
    """When the user agreed to the use of the tutor; None without consent."""
    exchanges: list[ExportedTutorExchange]
    tokens: list[ExportedTokens]


class ExportedEntitlement(Response):
    """Paid access from one source."""

    source: str
    granted_at: datetime
    until: datetime | None


class ExportedCheckout(Response):
    product_type: str
    amount: int
    currency: str
    state: str
    checkout_session_id: str | None
    created_at: datetime


class ExportedPurchase(Response):
    """A checkout session that was paid."""

    checkout_session_id: str
    product_type: str
    amount: int
    currency: str
    subscription_id: str | None
    fulfilled_at: datetime


class ExportedReceipt(Response):
    """A payment with a receipt by email."""

    reference: str
    """The invoice of a subscription, or the payment intent of a single payment."""
    queued_at: datetime


class ExportedBilling(Response):
    """Paid access, orders and payments."""

    customer_id: str | None
    """The user's customer id at Stripe."""
    entitlements: list[ExportedEntitlement]
    checkouts: list[ExportedCheckout]
    purchases: list[ExportedPurchase]
    subscriptions: list[Subscription]
    payments: list[PaymentRecord]
    receipts: list[ExportedReceipt]


class ExportedReminder(Response):
    """A mail that becomes due."""

    kind: MailKind
    due_at: datetime


class Export(Response):
    """All stored data of a user, except secrets: hashes and tokens."""

    exported_at: datetime
    account: ExportedAccount
    login_sessions: list[ExportedLoginSession]
    identities: list[Identity]
    extra_time_requests: list[ExtraTimeRequest]
    reminders: list[ExportedReminder]
    tests: list[ExportedAttempt]
    practice: list[ExportedPractice]
    reports: list[ExportedReport]
    regrades: list[ExportedRegrade]
    reviews: list[ExportedReview]
    annotations: list[ExportedAnnotation]
    tutor: ExportedTutor
    certificates: list[Certificate]
    public_profile: OwnProfile
    billing: ExportedBilling
