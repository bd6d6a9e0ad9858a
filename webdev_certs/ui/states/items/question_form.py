"""What practice and the sample share: the form of a question that is answered once and then explained."""

import reflex as rx

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.shared.translation import _
from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.feedback import FeedbackView
from webdev_certs.ui.states.items.view import ItemView, moved_line
from webdev_certs.ui.states.session.handlers import FailingState


class QuestionForm(FailingState, mixin=True):
    """A question and its form. The answer is sent only by `check`, which subclasses have."""

    ticket: rx.Field[str] = rx.field("")
    """Names the question that is shown; the browser sends it back with the answer."""
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    feedback: rx.Field[FeedbackView] = rx.field(default_factory=FeedbackView)
    _shown: ShownItem | None = None

    @rx.event
    def draft(self, _ticket: str, _entries: Entries) -> None:
        """Clear the error when the form changes."""
        self.error = ""

    @rx.event
    def move(self, ticket: str, _order: list[str], line: str, by: int) -> None:
        """Move a line of an order_lines item."""
        if ticket == self.ticket:
            # Not the browser's order: moves may follow each other before it shows the first.
            self.item = moved_line(self.item, moved(self.item.order, line, by), line)

    def read_answer(self, entries: Entries) -> ItemResponse | None:
        """Return the answer in the form's entries; None if it is incomplete, which `error` then says."""
        response = read_response(entries)
        if response is None:
            self.error = _("Choose or type an answer first.")
        return response
