"""Wire models of reports of items."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.schemas.base import Request, Response

ReportSource = Literal["exam", "practice"]
"""Where the learner was given the item."""
FaultKind = Literal["wrong_key", "unclear", "typo", "display", "other"]
"""The answer counted as correct is wrong; the text can be misread; a typing error; it does not show well;
something else.
"""
MAX_TEXT = 500


class ReportItem(Request):
    kind: FaultKind
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    """What the learner wants to say about it."""


class ReportedItem(Response):
    """A stored report. It says nothing about the item."""

    position: int
    reported_at: datetime
