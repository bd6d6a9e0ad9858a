"""Wire models of items as shown, without keys and explanations, of answers to them, and of reports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from webdev_certs.schemas.base import Request, Response
from webdev_certs.shared.vocabulary import Difficulty, ItemFormat


class ShownOption(Response):
    """An option, line or match as shown. Ids count the order shown, so they reveal nothing about the key."""

    id: str
    """`"1"` to `"n"` in the order shown."""
    text: str


class ShownCode(Response):
    language: str
    text: str


class ShownItem(Response):
    """An item as a learner sees it."""

    format: ItemFormat
    topic: str
    """The topic's title."""
    difficulty: Difficulty | None = None
    """Only in practice."""
    stem: str
    code: ShownCode | None = None
    options: list[ShownOption] = []
    """Choices; for `order_lines` the lines; for `match_pairs` the prompts on the left."""
    matches: list[ShownOption] = []
    """For `match_pairs` the matches on the right; their ids count separately."""


OptionId = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]?$")]


class ItemResponse(Request):
    """A learner's answer: exactly one field, depending on the item's format.

    `choices`: option ids for single_choice, true_false and output (one), multiple_choice (one or more).
    `text`: for fill_in. `order`: every line id, first line first. `pairs`: prompt id → match id.
    """

    choices: Annotated[list[OptionId], Field(min_length=1, max_length=10)] | None = None
    text: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    order: Annotated[list[OptionId], Field(min_length=2, max_length=10)] | None = None
    pairs: Annotated[dict[OptionId, OptionId], Field(min_length=1, max_length=10)] | None = None


ReportSource = Literal["exam", "practice"]
"""Where the learner was given the item."""
FaultKind = Literal["wrong_key", "unclear", "typo", "display", "other"]
"""`wrong_key`: the answer counted as correct is wrong; `unclear`: the text can be misread; `typo`: a typing
error; `display`: the item is displayed badly; `other`: something else.
"""
MAX_REPORT_TEXT = 500


class ReportItem(Request):
    kind: FaultKind
    text: Annotated[str, Field(max_length=MAX_REPORT_TEXT)] = ""
    """What the learner wants to say about it."""


class ReportedItem(Response):
    """A stored report. It says nothing about the item."""

    position: int
    reported_at: datetime
