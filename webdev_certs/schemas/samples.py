"""Wire models of the three sample questions that anybody can answer without an account."""

from typing import Annotated

from pydantic import Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import ItemFeedback

SAMPLE_LENGTH = 3
"""How many questions a sample has."""


class SampleAnswer(Request):
    item_id: str = Field(min_length=1, max_length=60)
    response: ItemResponse


class SampleRequest(Request):
    """All answers so far: the server keeps nothing between the calls."""

    technology: str = Field(min_length=1, max_length=40)
    answers: Annotated[list[SampleAnswer], Field(max_length=SAMPLE_LENGTH)] = []


class ClaimSample(Request):
    """The answers of a sample, which become the start of a practice session."""

    technology: str = Field(min_length=1, max_length=40)
    answers: Annotated[list[SampleAnswer], Field(min_length=1, max_length=SAMPLE_LENGTH)]


class SampleEstimate(Response):
    """What the answers so far say, on the scale of the exam."""

    score: int
    low: int
    """Lower end of the 95% interval."""
    high: int
    """Upper end of the 95% interval."""


class SampleState(Response):
    technology: str
    name: str
    cut_score: int
    answered: int
    correct: int
    length: int
    estimate: SampleEstimate
    feedback: ItemFeedback | None = None
    """On the last answer."""
    item_id: str | None = None
    item: ShownItem | None = None
    """The next question; None after the last one."""
