"""The question of a running attempt that the screen shows."""

import reflex as rx

from webdev_certs.schemas.exams import AttemptState
from webdev_certs.ui.states.exams.saving import SavingState
from webdev_certs.ui.states.items.view import ItemView, item_view
from webdev_certs.ui.states.shared.tickets import new_ticket, same_question


class QuestionState(SavingState, mixin=True):
    """The current question of an attempt, its answer and the time left."""

    ticket: rx.Field[str] = rx.field("")
    """The ticket of the question that is shown (states/shared/tickets.py)."""
    position: rx.Field[int] = rx.field(0)
    min_items: rx.Field[int] = rx.field(0)
    max_items: rx.Field[int] = rx.field(0)
    pretest_items: rx.Field[int] = rx.field(0)
    """How many questions are not scored. The UI does not know which."""
    seconds_left: rx.Field[int] = rx.field(0)
    seconds_total: rx.Field[int] = rx.field(0)
    running_attempt: str = rx.SessionStorage("", name="running_attempt")
    """The id of the attempt while it runs. The browser keeps it, even while this process restarts."""
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    confirming: rx.Field[bool] = rx.field(False)
    """Whether the dialog that confirms the submission is open."""

    def _show(self, attempt: AttemptState) -> None:
        self.phase = "running" if attempt.status == "open" else "ended"
        self.ticket = new_ticket(attempt.test_id, attempt.position)
        self.running_attempt = str(attempt.test_id) if self.phase == "running" else ""
        self.position = attempt.position
        self.min_items, self.max_items = attempt.min_items, attempt.max_items
        self.pretest_items = attempt.pretest_items
        self.seconds_left, self.seconds_total = attempt.seconds_left, attempt.seconds_total
        self.item = item_view(attempt.item, attempt.response)
        self.answered = attempt.response is not None
        self._sequence = attempt.sequence
        self._set_saving("saved" if self.answered else "")
        self.error, self.confirming = "", False

    def _end(self) -> None:
        self.phase, self.running_attempt = "ended", ""

    def _is_shown(self, ticket: str) -> bool:
        return same_question(ticket, self.ticket)
