"""Wire models of requests for extra time."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from webdev_certs.schemas.base import Request, Response

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
