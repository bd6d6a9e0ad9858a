"""Wire models of reports of items."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.schemas.base import Request, Response

ReportSource = Literal["exam", "practice"]
"""Where the learner was given the item."""
FaultKind = Literal["wrong_key", "unclear", "typo", "display", "other"]
"""`wrong_key`: the answer counted as correct is wrong; `unclear`: the text can be misread; `typo`: a typing
error; `display`: the item is displayed badly; `other`: something else.
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
