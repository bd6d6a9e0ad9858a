"""Wire models of certification tests."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.items import ItemResponse, ShownItem

EndReason = Literal["submitted", "time_up"]
PendingReason = Literal["confirm_address"]
"""`confirm_address`: the certificate is issued when its holder confirms the address."""


class StartTest(Request):
    technology: str = Field(min_length=1, max_length=40)


class TestState(Response):
    """A certification attempt as its taker sees it while it runs (or that it has ended)."""

    test_id: UUID
    technology: str
    name: str
    """The technology's name, e.g. `C#`."""
    status: Literal["open", "submitted"]
    position: int
    """Place of the current item, from 1."""
    length: int
    started_at: datetime
    deadline: datetime
    seconds_left: int
    """By the server's clock, at the moment of the answer."""
    seconds_total: int
    resumed: bool = False
    """True when starting found an open attempt and went on with it."""
    item: ShownItem | None = None
    """The current item; None once submitted."""
    response: ItemResponse | None = None
    """What has been saved for the current item."""


class SaveAnswer(Request):
    response: ItemResponse


class SavedAnswer(Response):
    position: int
    saved_at: datetime
    seconds_left: int


class AdvanceTest(Request):
    position: int = Field(ge=1, le=100)
    """The position being left; it must be the current one and answered."""


class TopicScore(Response):
    """The profile's row: ability in one topic on the 200–800 scale with its 95 % interval."""

    topic: str
    title: str
    items: int
    correct: int
    score: int
    low: int
    high: int


class TestResult(Response):
    test_id: UUID
    technology: str
    name: str
    title: str
    score: int
    standard_error: int
    low: int
    """Lower end of the score's 95 % interval."""
    high: int
    cut_score: int
    passed: bool
    ended_by: EndReason
    answered: int
    length: int
    started_at: datetime
    submitted_at: datetime
    topics: list[TopicScore]
    certificate_number: str | None
    certificate_pending: PendingReason | None = None
    """Why a test that was passed has no certificate yet."""
    retake_at: datetime
    """From when a new attempt may be started."""


class TestSummary(Response):
    """One row of a learner's attempts, newest first."""

    test_id: UUID
    technology: str
    name: str
    status: Literal["open", "submitted"]
    started_at: datetime
    deadline: datetime
    submitted_at: datetime | None
    score: int | None
    passed: bool | None
    cut_score: int
    retake_at: datetime | None
