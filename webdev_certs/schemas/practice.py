"""Wire models of practice sessions, and of the sample questions, which need no account."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.shared.vocabulary import Difficulty

PracticeKind = Literal["adaptive", "difficulty", "topic", "review", "retry", "mistakes", "mock", "question"]
"""`adaptive`: chosen by the learner's ability. `review`: items missed before that are due today. `retry`: the
items missed in one practice session. `mistakes`: items whose latest answer is wrong. `mock`: the answers of a
mock exam that has ended. `question`: one question that the learner has chosen."""
ALL_TECHNOLOGIES = "all"
"""Stands for the technology of a review across technologies."""
PRACTICE_LENGTH = 10
"""The most items that a practice session asks."""


class StartPractice(Request):
    technology: str = Field(min_length=1, max_length=40)
    difficulty: str | None = Field(default=None, max_length=40)
    """One of the three difficulties, or None to adapt to the learner."""
    topic: str | None = Field(default=None, max_length=40)
    """The id of one of the technology's topics, or None for all."""
    length: int = Field(default=PRACTICE_LENGTH, ge=1, le=PRACTICE_LENGTH)
    """How many items to ask, if there are as many."""


class StartReview(Request):
    technology: str = Field(default=ALL_TECHNOLOGIES, min_length=1, max_length=40)
    """A technology, or `all`."""
    time_zone: str = Field(default="UTC", min_length=1, max_length=64)
    """The learner's IANA time zone, which says when today ends."""
    length: int = Field(default=PRACTICE_LENGTH, ge=1, le=PRACTICE_LENGTH)
    """How many items to ask, if as many are due."""


class StartMistakes(Request):
    technology: str = Field(min_length=1, max_length=40)
    topic: str | None = Field(default=None, max_length=40)
    """The id of one of the technology's topics, or None for all."""


class StartQuestion(Request):
    technology: str = Field(min_length=1, max_length=40)
    question: str = Field(min_length=1, max_length=80)
    """The id of a question, as in `question_help.SimilarQuestion`."""


class PracticeState(Response):
    practice_session_id: UUID
    technology: str
    name: str
    kind: PracticeKind
    difficulty: Difficulty | None
    topic: str | None
    topic_title: str | None
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


MAX_NOTE = 2000
"""The most characters of a note."""


class Annotation(Response):
    """The learner's bookmark and note on a question."""

    bookmarked: bool = False
    note: str = ""
    """Plain text; empty without a note."""


class Annotate(Request):
    """Changes to an annotation; None leaves a field as it is."""

    bookmarked: bool | None = None
    note: str | None = Field(default=None, max_length=MAX_NOTE)


class PracticeFeedback(Response):
    practice_session_id: UUID
    position: int
    response: ItemResponse
    feedback: ItemFeedback
    annotation: Annotation = Annotation()
    correct_count: int
    finished: bool


class ReviewedItem(Response):
    position: int
    item: ShownItem
    response: ItemResponse
    feedback: ItemFeedback
    annotation: Annotation = Annotation()


class Mistake(ReviewedItem):
    """An item whose latest answer in a finished practice session is wrong; needs paid access."""

    practice_session_id: UUID
    """The practice session of that answer; `position` is the item's place in it."""
    topic: str
    """The topic's id."""
    answered_at: datetime


class Fragment(Response):
    """A piece of a text that was searched."""

    text: str
    found: bool
    """Whether it fits the search."""


class HistoryEntry(ReviewedItem):
    """A question that the learner has answered, with the latest answer to it; needs Pro."""

    practice_session_id: UUID
    """The practice session of that answer; `position` is the item's place in it."""
    technology: str
    name: str
    """The technology's name."""
    topic: str
    """The topic's id."""
    answered_at: datetime
    question: list[Fragment]
    """The question as plain text."""
    excerpt: list[Fragment]
    """What fits the search outside of the question; empty if nothing does, and without a search."""
    excerpt_of: Literal["note", "explanation", "answers"] | None
    """Where the excerpt is from; `answers` are the options and the code."""


class TopicMistakes(Response):
    topic: str
    title: str
    mistakes: int


class TechnologyMistakes(Response):
    """How many items of a technology were answered wrong the last time; needs paid access."""

    technology: str
    name: str
    mistakes: int
    topics: list[TopicMistakes]
    """The topics with mistakes, in the blueprint's order."""


class PracticeTopic(Response):
    technology: str
    topic: str
    title: str
    items: int
    correct: int


class MissedItem(Response):
    """A missed item, without its key."""

    position: int
    technology: str
    topic: str
    """The topic's title."""
    stem: str


class Estimate(Response):
    """What the answers so far say, on the scale of the exam."""

    score: int
    low: int
    """Lower end of the 95% interval."""
    high: int
    """Upper end of the 95% interval."""


class EstimateChange(Response):
    """What a practice session did to the estimate of the ability in its technology."""

    cut_score: int
    counted: int
    """How many of its answers count: those that were the first to their item."""
    before: Estimate | None
    """None before the first practice."""
    after: Estimate


class PracticeReport(Response):
    """What a finished practice session shows to everybody."""

    practice_session_id: UUID
    technology: str
    name: str
    kind: PracticeKind
    correct: int
    length: int
    topics: list[PracticeTopic]
    missed: list[MissedItem]
    estimate: EstimateChange | None = None
    """None if no answer counts, and for several technologies."""


class StudyStep(Response):
    """A topic to work on, with the mastery of it that practice shows so far (`progress.TopicMastery`)."""

    technology: str
    topic: str
    title: str
    score: int
    low: int
    high: int
    enough: bool
    """Whether there are enough answers to show the score."""
    missed: int
    """How many of the items of this practice session in the topic were missed."""
    reference: Reference | None
    """The official documentation that covers the topic."""


class PracticeResult(Response):
    """The full review; needs paid access."""

    practice_session_id: UUID
    technology: str
    name: str
    kind: PracticeKind
    difficulty: Difficulty | None
    topic: str | None
    started_at: datetime
    finished_at: datetime
    correct: int
    length: int
    topics: list[PracticeTopic]
    study_plan: list[StudyStep]
    """The topics in which items of the practice session were missed, the weakest first."""
    items: list[ReviewedItem]


class PracticeSummary(Response):
    practice_session_id: UUID
    technology: str
    name: str
    kind: PracticeKind
    difficulty: Difficulty | None
    topic: str | None
    topic_title: str | None
    retry_of: UUID | None
    started_at: datetime
    finished_at: datetime | None
    answered: int
    correct: int
    length: int


SAMPLE_LENGTH = 3
"""How many sample questions there are."""


class SampleAnswer(Request):
    item_id: str = Field(min_length=1, max_length=60)
    response: ItemResponse


class SampleRequest(Request):
    """All answers so far: the server keeps nothing between the calls."""

    technology: str = Field(min_length=1, max_length=40)
    answers: Annotated[list[SampleAnswer], Field(max_length=SAMPLE_LENGTH)] = []


class ClaimSample(Request):
    """The answers to sample questions, which become the start of a practice session."""

    technology: str = Field(min_length=1, max_length=40)
    answers: Annotated[list[SampleAnswer], Field(min_length=1, max_length=SAMPLE_LENGTH)]


class SampleState(Response):
    technology: str
    name: str
    cut_score: int
    answered: int
    correct: int
    length: int
    estimate: Estimate
    feedback: ItemFeedback | None = None
    """On the last answer."""
    item_id: str | None = None
    item: ShownItem | None = None
    """The next question; None after the last one."""
