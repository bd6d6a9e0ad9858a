"""What the examples of the styleguide do when somebody uses them."""

from dataclasses import replace
from typing import Any

import reflex as rx

from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.view import FeedbackView, ItemView, feedback_view, item_view, moved_line
from webdev_certs.ui.states.shared.toasts import ToastState
from webdev_certs.ui.states.styleguide.samples import FEEDBACK, ITEMS, WRONG

FORMATS = tuple(item.format for item in ITEMS)


class StyleguideState(rx.State):
    """Sample items with answers, which of them is shown, and which dialog is open."""

    # Empty at first, because every page of a development build contains the first value of every state.
    items: rx.Field[list[ItemView]] = rx.field(default_factory=list)
    feedback: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    """Feedback on a right and on a wrong answer to each item."""
    review: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    """Feedback on one answer to each item, every other one wrong."""
    format: rx.Field[str] = rx.field(FORMATS[0])
    """The format of the item that is shown."""
    opened: rx.Field[str] = rx.field("")
    """Name of the open dialog; empty if none is open."""
    answer: rx.Field[str] = rx.field("")
    """What the form of the items has sent, as JSON."""

    @rx.event
    def load(self) -> None:
        """Show the items without answers."""
        self.items = [item_view(item) for item in ITEMS]
        self.feedback = [
            feedback_view(item, response, said.model_copy(update={"correct": response == said.key}), 1)
            for item in ITEMS
            for said in [FEEDBACK[item.format]]
            for response in (said.key, WRONG[item.format])
        ]
        self.review = [replace(self.feedback[2 * at + at % 2], position=at + 1) for at in range(len(ITEMS))]

    @rx.event
    def choose(self, item_format: str) -> None:
        """Show the item of a format."""
        self.format = item_format

    @rx.event
    def toggle(self, name: str, is_open: bool) -> None:
        """Open or close a dialog."""
        self.opened = name if is_open else ""

    @rx.event
    def toast(self, message: str, tone: str) -> Any:
        """Show a toast."""
        return ToastState.show(message, tone)

    @rx.event
    def read(self, ticket: str, entries: Entries) -> None:
        """Show the answer in the form."""
        response = read_response(entries)
        self.answer = response.model_dump_json(exclude_none=True) if response else ""

    @rx.event
    def move(self, ticket: str, order: list[str], line: str, by: int) -> None:
        """Move a line of the item with lines."""
        at = FORMATS.index("order_lines")
        self.items[at] = moved_line(self.items[at], moved(self.items[at].order, line, by), line)
