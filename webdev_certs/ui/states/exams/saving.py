"""Whether the answer on the screen is saved, and when the browser sends it again if it is not."""

import reflex as rx

from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.items.answering import Entries, read_change
from webdev_certs.ui.states.shared.handlers import ScreenState
from webdev_certs.ui.states.shared.messages import describe

PAUSES = (1, 2, 4, 8, 15)
"""Seconds before the answer is sent again; the last pause is repeated until the test ends."""


class SavingState(ScreenState, mixin=True):
    """What the screen says about the answer to the current question.

    The browser keeps an answer until it is saved (components/behavior/answer_draft.js). It sends the answer
    again after a failure, so an answer also outlives a restart of this process.
    """

    saving: rx.Field[str] = rx.field("")
    """Empty, `saving`, `saved`, `retrying`, `failed` (the API has refused the answer), or `kept`: the form is
    blank and the last saved answer counts."""
    settled: rx.Field[int] = rx.field(0)
    """The latest change of the form that was handled (items/answering.py). Until then, it is shown as being
    saved."""
    answered: rx.Field[bool] = rx.field(False)
    """Whether the current item has a saved answer."""
    retries: rx.Field[int] = rx.field(0)
    """How often in a row the answer could not be saved."""
    retry_in: rx.Field[int] = rx.field(0)
    """In how many seconds the browser sends the answer again; 0 for not at all."""

    def _settle(self, entries: Entries) -> None:
        self.settled = max(self.settled, read_change(entries))

    def _set_saving(self, saving: str) -> None:
        self.saving, self.retries, self.retry_in = saving, 0, 0

    def _try_again(self, error: ApiError) -> None:
        """Have the browser send the answer again, unless the API has refused it."""
        if error.is_temporary:
            self.saving, self.error = "retrying", ""
            self.retry_in = PAUSES[min(self.retries, len(PAUSES) - 1)]
            self.retries += 1
        else:
            self._set_saving("failed")
            self.error = describe(error)
