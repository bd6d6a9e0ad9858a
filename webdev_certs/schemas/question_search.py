"""Wire models of the search over all practice questions."""

from typing import Literal

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.practice import Fragment


class FoundQuestion(Response):
    """A practice question that fits a search."""

    technology: str
    name: str
    """The technology's name."""
    question: str
    """Its id, for `POST practice/questions`."""
    topic: str
    """The topic's title."""
    answered: bool
    """Whether the learner has answered it."""
    stem: list[Fragment]
    """The question as plain text."""
    excerpt: list[Fragment]
    """What fits the search outside of the question; empty if nothing does."""
    excerpt_of: Literal["note", "explanation", "answers"] | None
    """Where the excerpt is from; `answers` are the options and the code."""
