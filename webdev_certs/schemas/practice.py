"""Wire models of practice sessions."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.shared.vocabulary import Difficulty


class StartPractice(Request):
    technology: str = Field(min_length=1, max_length=40)
    difficulty: str | None = Field(default=None, max_length=40)
    """One of the three difficulties, or None for a mix."""


class PracticeState(Response):
    practice_session_id: UUID
    technology: str
    name: str
    difficulty: Difficulty | None
    position: int
    length: int
    correct: int
    finished: bool
    item: ShownItem | None = None


class AnswerPractice(Request):
    response: ItemResponse


class Explanation(Response):
    """Why an option is correct or incorrect; `option_id` is that of the shown item."""

    option_id: str
    text: str
    """The option as shown."""
    correct: bool
    explanation: str


class Reference(Response):
    title: str
    url: str


class ItemFeedback(Response):
    correct: bool
    key: ItemResponse
    """The correct answer in the shown item's ids (for fill_in the first accepted text)."""
    explanation: str
    """The explanation of the item as a whole; may be empty if every option has one."""
    options: list[Explanation]
    reference: Reference


class PracticeFeedback(Response):
    practice_session_id: UUID
    position: int
    response: ItemResponse
    feedback: ItemFeedback
    correct_count: int
    finished: bool


class ReviewedItem(Response):
    position: int
    item: ShownItem
    response: ItemResponse
    feedback: ItemFeedback


class PracticeTopic(Response):
    topic: str
    title: str
    items: int
    correct: int


class PracticeResult(Response):
    """The full review; needs paid access."""

    practice_session_id: UUID
    technology: str
    name: str
    difficulty: Difficulty | None
    started_at: datetime
    finished_at: datetime
    correct: int
    length: int
    topics: list[PracticeTopic]
    items: list[ReviewedItem]


class PracticeSummary(Response):
    practice_session_id: UUID
    technology: str
    name: str
    difficulty: Difficulty | None
    started_at: datetime
    finished_at: datetime | None
    answered: int
    correct: int
    length: int
