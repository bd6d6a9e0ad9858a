"""Answers on the screen, read from a form without state, so that late events are read correctly."""

from collections.abc import Sequence

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.shared.translation import _
from webdev_certs.ui.states.items.view import (
    CHOICE,
    LINE,
    PAIR,
    TEXT,
    FeedbackView,
    ItemView,
    moved_line,
    reordered,
)
from webdev_certs.ui.states.session.screens import FailingState

CHANGE = "change"
"""Name of the entry that the page adds: a number that grows with every change of the form."""
Entries = Sequence[Sequence[str]]


def read_response(entries: Entries) -> ItemResponse | None:
    """Return the answer in a form's ordered (name, value) entries, or None if it is incomplete.

    For example, a prompt without a match is incomplete.
    """
    values: dict[str, list[str]] = {}
    for name, value in entries:
        values.setdefault(name, []).append(value)
    pairs = {name.removeprefix(PAIR): value[0] for name, value in values.items() if name.startswith(PAIR)}
    try:
        if CHOICE in values:
            return ItemResponse(choices=values[CHOICE])
        if TEXT in values:
            return ItemResponse(text=values[TEXT][0])
        if LINE in values:
            return ItemResponse(order=values[LINE])
        return ItemResponse(pairs=pairs) if pairs and all(pairs.values()) else None
    except ValidationError:
        return None


def read_change(entries: Entries) -> int:
    """Return the number of the change that these entries were read after; 0 if they name none."""
    number = next((value for name, value in entries if name == CHANGE), "")
    return int(number) if number.isascii() and number.isdigit() else 0


def moved(order: Sequence[str], line: str, by: int) -> list[str]:
    """Return the order with one line moved up (-1) or down (1), unless it is at that end."""
    lines = list(order)
    at = lines.index(line)
    to = min(max(at + by, 0), len(lines) - 1)
    lines.insert(to, lines.pop(at))
    return lines


class QuestionForm(FailingState, mixin=True):
    """The form of a question that is answered once and then explained: in practice, and as a sample question.

    The answer is sent only by `check`, which subclasses have.
    """

    ticket: rx.Field[str] = rx.field("")
    """Names the question that is shown; the browser sends it back with the answer."""
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    feedback: rx.Field[FeedbackView] = rx.field(default_factory=FeedbackView)
    _shown: ShownItem | None = None
    _checked_change: int = 0
    """The latest change of the form when its answer was last checked."""

    @rx.event
    def draft(self, ticket: str, entries: Entries) -> None:
        """Clear the error when the form changes, and show the order of lines that the browser has kept."""
        if ticket != self.ticket:
            return
        # The browser sends changes a moment late, so this one may be older than what the check has said.
        if read_change(entries) > self._checked_change:
            self.error = ""
        order = [value for name, value in entries if name == LINE]
        if order and order != self.item.order:
            self.item = reordered(self.item, order)

    @rx.event
    def move(self, ticket: str, _order: list[str], line: str, by: int) -> None:
        """Move a line of an order_lines item."""
        if ticket == self.ticket:
            # Not the browser's order: moves may follow each other before it shows the first.
            self.item = moved_line(self.item, moved(self.item.order, line, by), line)

    def read_answer(self, ticket: str, entries: Entries) -> ItemResponse | None:
        """Return the answer to the question that is shown; None for an answer to an earlier question.

        An incomplete answer is None too, and `error` says so.
        """
        if ticket != self.ticket:
            return None
        self._checked_change = read_change(entries)
        response = read_response(entries)
        if response is None:
            self.error = _("Choose or type an answer first.")
        return response
