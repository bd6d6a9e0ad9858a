"""Wire models of the help with an answered practice question."""

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.items import ShownItem
from webdev_certs.schemas.practice import ItemFeedback

MOST_EXAMPLES = 20
"""How many examples of a question family a learner can look at from one answer."""
SIMILAR = 3
"""The most similar questions that are offered."""


class Example(Response):
    """Another instance of the question's family, which practice never asks, with its solution."""

    item: ShownItem
    solution: ItemFeedback


class SimilarQuestion(Response):
    """A practice question that is near in meaning, without its key."""

    technology: str
    question: str
    """Its id, for `POST practice/questions`."""
    topic: str
    """The topic's title."""
    stem: str
    code: str
    """The first lines of its code; empty without code."""


class Passage(Response):
    """Where the official documentation confirms what an answered question says."""

    title: str
    """The page's title."""
    url: str
    """The page, at the place if it can be named in a link."""
    location: str
    """The place on the page, in English words."""


class QuestionHelp(Response):
    """Help with an answered question beyond its feedback; what there is nothing of is empty."""

    misconceptions: list[str]
    """What learners who choose the same wrong options often believe."""
    example: Example | None
    similar: list[SimilarQuestion]
    """The nearest questions in meaning, nearest first."""
    passages: list[Passage]
    """Different places in the documentation; none if running code has proved the key."""
