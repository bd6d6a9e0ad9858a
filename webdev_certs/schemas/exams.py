"""Wire models of certification tests: attempts, their answers and results, and extra time."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.items import ItemResponse, ShownItem

AttemptStatus = Literal["open", "submitted"]
EndReason = Literal["submitted", "time_up", "decided", "max_items", "no_items"]
"""`submitted` by the learner; `time_up`; `decided`: the cut score is outside the 95% interval; `max_items`:
the exam had its largest number of items; `no_items`: the bank has no more."""
EventKind = Literal["left", "paste"]
"""`left`: the page was hidden or had no focus for a while; `paste`: a text was pasted."""
PendingReason = Literal["confirm_email", "under_review"]
"""`confirm_email`: the certificate is issued when its holder confirms the email; `under_review`: an operator
decides (`AttemptReview`)."""
ReviewReason = Literal["rapid_answers", "misfit", "left_and_pasted", "retake"]
"""`rapid_answers`: several answers came faster than their questions can be read; `misfit`: hard questions
right and easy ones wrong; `left_and_pasted`: the page was left and text was pasted, at several questions;
`retake`: another account with the same mailbox started this exam within the wait before."""
ReviewDecision = Literal["released", "refused"]


class StartAttempt(Request):
    technology: str = Field(min_length=1, max_length=40)
    mock: bool = False
    """A mock exam, which needs paid access, instead of a certification test."""


class AttemptState(Response):
    """An attempt as the learner sees it; without an item once it has ended."""

    test_id: UUID
    technology: str
    mock: bool = False
    """Whether it is a mock exam: made of practice items, without a certificate or any other consequence."""
    name: str
    """The technology's name, e.g. `C#`."""
    status: AttemptStatus
    position: int
    """Place of the current item, from 1."""
    min_items: int
    """An exam with fewer scored answers is not passed."""
    max_items: int
    """The exam has at most this many items, scored or not. It ends earlier when the decision is certain."""
    pretest_items: int
    """At most this many of the items are not scored. Which ones is not shown."""
    started_at: datetime
    deadline: datetime
    seconds_left: int
    """By the server's clock when it answered, rounded up."""
    seconds_total: int
    resumed: bool = False
    """Whether the call to start an attempt resumed an open one."""
    item: ShownItem | None = None
    """The current item; None once the attempt has ended."""
    response: ItemResponse | None = None
    """The saved answer to the current item."""
    sequence: int = 0
    """The number of that answer (`SaveAnswer.sequence`); 0 without one."""


class SaveAnswer(Request):
    response: ItemResponse
    sequence: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """A number that grows with each answer that a client sends for an item. An answer whose number is not
    above that of the saved one is refused: a request that was given up may arrive late. Without a number, the
    answer replaces whatever is saved.
    """


class SavedAnswer(Response):
    position: int
    saved_at: datetime
    seconds_left: int


class AdvanceAttempt(Request):
    position: int = Field(ge=1, le=100)
    """The position to leave; it must be the current one and have an answer."""


class ReportEvent(Request):
    """What the browser noticed. No text that was pasted, and nothing else about the learner's device."""

    kind: EventKind
    position: int = Field(ge=1, le=100)
    """The item that is shown."""
    seconds: int = Field(default=0, ge=0, le=86_400)
    """For `left`: how long."""


TopicBand = Literal["below", "near", "above"]
"""Where the 95% interval of a topic's score is: below the cut score, around it, or above."""


class TopicResult(Response):
    """How the learner did in one topic. Numbers would tell which answers were right."""

    topic: str
    title: str
    band: TopicBand


class AttemptReview(Response):
    """Why an attempt that reached the pass mark was under review, and how an operator decided."""

    reasons: list[ReviewReason]
    """Signs, no proofs."""
    held_at: datetime
    decided_at: datetime | None = None
    decision: ReviewDecision | None = None
    """None while it is under review. An attempt that was `refused` is not passed."""
    note: str | None = None
    """The operator's note on the decision."""


class AttemptResult(Response):
    test_id: UUID
    technology: str
    mock: bool = False
    name: str
    title: str
    score: int | None
    """None with fewer than `min_items` answers, as are the next three; then there are no topics, either."""
    standard_error: int | None
    low: int | None
    """Lower end of the score's 95% interval."""
    high: int | None
    cut_score: int
    passed: bool
    """For a mock exam, whether the test would have been passed."""
    decided: bool
    """Whether the score decided: False if it reaches the cut score, but the learner ended the test early, or
    ran out of time, before the decision was certain, and False without a score. An operator's refusal
    (`review`) does not change it."""
    ended_by: EndReason
    answered: int
    """Scored items with an answer."""
    pretest_answered: int
    """Items with an answer that were not scored, because they are being tried out."""
    min_items: int
    """An exam with fewer scored answers is not passed, whatever the score."""
    started_at: datetime
    submitted_at: datetime
    topics: list[TopicResult]
    certificate_number: str | None
    certificate_pending: PendingReason | None = None
    """Why an attempt that was passed has no certificate yet."""
    review: AttemptReview | None = None
    """None for the attempts that no operator had to look at: nearly all."""
    retake_at: datetime | None
    """When the learner may start the next attempt; None for a mock exam."""
    practice_session_id: UUID | None = None
    """The practice session with the answers of a mock exam, for its full review; None without answers, and
    for a certification test."""


class AttemptSummary(Response):
    """One row of the learner's attempts."""

    test_id: UUID
    technology: str
    mock: bool = False
    name: str
    status: AttemptStatus
    started_at: datetime
    deadline: datetime
    submitted_at: datetime | None
    score: int | None
    passed: bool | None
    cut_score: int
    retake_at: datetime | None


RequestState = Literal["asked", "granted", "refused"]
RequestedTime = Literal[25, 50, 100]
"""Extra time, in percent of the exam's time."""


class AskExtraTime(Request):
    percent: RequestedTime
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    """Only the operator reads it, and it is deleted with the decision."""


class ExtraTimeRequest(Response):
    percent: RequestedTime
    state: RequestState
    reason: str | None
    """None once it is decided."""
    asked_at: datetime
    decided_at: datetime | None
    note: str | None = Field(default=None)
    """The operator's note on the decision."""
