"""Wire models of the tutor, which explains answered practice questions with a language model."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from webdev_certs.schemas.base import Request, Response

TutorAction = Literal["why_wrong", "smaller_example", "question"]
"""`why_wrong`: what is wrong with the given answer. `smaller_example`: a smaller example of what the question
is about. `question`: something else about it, in the learner's words."""
TutorEnding = Literal["turned_off", "withdrawn", "test_running"]
"""Why an answer ended that was allowed when it began: an operator has turned the tutor off, the learner has
withdrawn the consent or started a test."""
TutorOutcome = (
    Literal["complete", "stopped"]
    | TutorEnding
    | Literal["unavailable", "rate_limited", "cut", "malformed", "empty", "too_long", "refused"]
)
"""How an answer ended: `complete`, `stopped` by the learner or for another reason, or what was wrong."""
MAX_QUESTION = 500
"""The most characters of what a learner types."""
MAX_EXCHANGES = 50
"""The most exchanges about a question that are shown and can be reported."""


class AskTutor(Request):
    action: TutorAction
    question: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_QUESTION)] = ""
    """Only for the action `question`, which needs it."""


class ReportTutor(Request):
    exchange: int = Field(ge=1, le=100_000)
    """The number of the exchange."""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_QUESTION)] = ""
    """What is wrong with the answer."""


class TutorSource(Response):
    """A source that answers name as `[1]`, `[2]` …: an authored explanation, or the reference."""

    number: int
    title: str
    url: str | None
    """Only of the reference."""


class TutorExchange(Response):
    number: int
    """1, 2, 3 … for each question of the bank, oldest first."""
    action: TutorAction
    question: str
    answer: str
    """Markdown without images and links. Citations name sources that exist."""
    citations: list[int]
    """The numbers of the sources that the answer names; empty if it names none."""
    outcome: TutorOutcome
    asked_at: datetime
    reported: bool


class TutorState(Response):
    available: bool
    """Whether there is a tutor now."""
    consented: bool
    """Whether the learner has agreed to its use."""
    sources: list[TutorSource]
    exchanges: list[TutorExchange]
    """The latest about this question, oldest first."""


class PlanReason(Response):
    """Why today's tasks come in their order, as the tutor says."""

    text: str
    """Plain text; empty without a usable answer."""
    outcome: TutorOutcome
    detail: str
    """For people, why there is no answer; empty if there is one."""


class TutorEvent(Response):
    """A line of the streamed answer: its next sentences, or at the end the whole exchange."""

    begun: str = ""
    """Words with which the first sentence begins, once and before it is complete; `text` repeats them."""
    text: str = ""
    """Markdown that continues what came before."""
    exchange: TutorExchange | None = None
    """Only in the last line."""
    detail: str = ""
    """In the last line, for people, what was wrong with the answer; empty if nothing was."""
    removed_citations: int = 0
    """In the last line, how many sources were removed that do not exist."""
    removed_links: int = 0
    """In the last line, how many links and images were removed."""
