"""Wire models of the export of all own data."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.certificates import Certificate
from webdev_certs.schemas.export_billing import ExportedBilling
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.login_sessions import Session
from webdev_certs.schemas.social import Identity
from webdev_certs.schemas.technologies import Difficulty
from webdev_certs.schemas.exams import EndReason, TopicScore


class ExportedAccount(Profile):
    email_confirmed_at: datetime | None
    terms_accepted_at: datetime


class ExportedSession(Session):
    user_agent: str
    """As the browser called itself at sign-in."""
    expires_at: datetime
    ended_at: datetime | None


class ExportedAnswer(Response):
    """An answered item."""

    position: int
    item: ShownItem
    response: ItemResponse
    """In the shown item's ids."""
    answered_at: datetime
    correct: bool | None
    """None while a test in the same technology runs: the answer would help in it."""


class ExportedTest(Response):
    test_id: UUID
    technology: str
    status: Literal["open", "submitted"]
    started_at: datetime
    deadline: datetime
    submitted_at: datetime | None
    ended_by: EndReason | None
    score: int | None
    standard_error: int | None
    passed: bool | None
    topics: list[TopicScore]
    answers: list[ExportedAnswer]


class ExportedPractice(Response):
    practice_id: UUID
    technology: str
    difficulty: Difficulty | None
    started_at: datetime
    finished_at: datetime | None
    answers: list[ExportedAnswer]


class Export(Response):
    """Everything that is stored about a person, but for secrets: hashes and tokens."""

    exported_at: datetime
    account: ExportedAccount
    sessions: list[ExportedSession]
    identities: list[Identity]
    tests: list[ExportedTest]
    practice: list[ExportedPractice]
    certificates: list[Certificate]
    billing: ExportedBilling
