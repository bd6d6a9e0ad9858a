"""Wire models of the parameters with which lists are requested."""

from typing import Annotated

from pydantic import Field

from webdev_certs.schemas.base import Request

Choice = Annotated[str, Field(min_length=1, max_length=40)]
"""What a list is limited to. A list of everything leaves the parameter out instead of leaving it empty."""


class ListQuery(Request):
    limit: int = Field(default=20, ge=1, le=100)
    """The most rows to return."""
    after: str = Field(default="", max_length=150)
    """The cursor in the link to the next page."""


class AttemptQuery(ListQuery):
    technology: Choice | None = None
    mock: bool = False
    """Mock exams instead of certification tests."""


class PracticeQuery(ListQuery):
    technology: Choice | None = None
    difficulty: Choice | None = None
    """One of the three difficulties, or `mixed` for practice sessions without one."""
    kind: Choice | None = None
    """`adaptive`, `difficulty`, `topic`, `review`, `retry`, `mistakes`, `question` or `mock`. By default all
    but mock exams, which the list of tests has."""
    topic: Choice | None = None
    finished: bool | None = None


class HistoryQuery(ListQuery):
    q: str = Field(default="", max_length=200)
    """What to search for in questions, explanations and own notes; the best hits come first."""
    technology: Choice | None = None
    topic: Choice | None = None
    """The id of one of the technology's topics."""
    correct: bool | None = None
    """Whether the latest answer is correct."""
    bookmarked: bool = False
    """Only questions with a bookmark."""
    noted: bool = False
    """Only questions with a note."""


class QuestionQuery(ListQuery):
    q: str = Field(min_length=1, max_length=200)
    """What to search for in practice questions; the best hits come first."""
    technology: Choice | None = None


class MistakesQuery(ListQuery):
    technology: Choice
    topic: Choice | None = None
    """The id of one of the technology's topics, or None for all."""
