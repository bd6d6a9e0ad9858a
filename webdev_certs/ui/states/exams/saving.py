"""Whether the answer on the screen is saved, and when the browser sends it again if it is not."""

import reflex as rx

from webdev_certs.schemas.exams import SavedAnswer
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.items.answering import Entries, read_change
from webdev_certs.ui.states.session.handlers import ScreenState
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.shared.tickets import read_ticket

PAUSES = (1, 2, 4, 8, 15)
"""Seconds before the answer is sent again; the last pause is repeated until the attempt ends."""


class SavingState(ScreenState, mixin=True):
    """What the screen says about the answer to the current question.

    The browser keeps an answer until it is saved (components/behavior/answer_draft.js). It sends the answer
    again after a failure, so an answer also outlives a restart of this process.
    """

    saving: rx.Field[str] = rx.field("")
    """Empty, `saving`, `saved`, `retrying`, `failed` (the API has refused the answer), or `kept`: the form is
    blank and the last saved answer counts."""
    handled_change: rx.Field[int] = rx.field(0)
    """The latest change of the form that was handled (items/answering.py). Until then, it is shown as being
    saved."""
    answered: rx.Field[bool] = rx.field(False)
    """Whether the current item has a saved answer."""
    retries: rx.Field[int] = rx.field(0)
    """How often in a row the answer could not be saved."""
    retry_in: rx.Field[int] = rx.field(0)
    """In how many seconds the browser sends the answer again; 0 for not at all."""

    _sequence: int = 0
    """The number of the last answer that was sent (`SaveAnswer.sequence`)."""

    async def _send(self, api: Api, ticket: str, response: ItemResponse) -> SavedAnswer:
        """Save the answer, with a number above all earlier ones, so that none of them can replace it later.

        Raises:
            ApiError: It could not be saved.
        """
        test_id, position = read_ticket(ticket)
        while True:
            self._sequence += 1
            try:
                return await api.save_answer(test_id, position, response, self._sequence)
            except ApiError as error:
                if error.code != "answer_outdated":
                    raise
                # Another tab or device has saved an answer since, or this one did and lost the response.
                self._sequence = max(self._sequence, int(error.extra["sequence"]))

    def _mark_handled(self, entries: Entries) -> None:
        self.handled_change = max(self.handled_change, read_change(entries))

    def _set_saving(self, saving: str) -> None:
        self.saving, self.retries, self.retry_in = saving, 0, 0

    def _try_again(self, error: ApiError) -> None:
        """Let the browser send the answer again, unless the API has refused it."""
        if error.is_temporary:
            self.saving, self.error = "retrying", ""
            self.retry_in = PAUSES[min(self.retries, len(PAUSES) - 1)]
            self.retries += 1
        else:
            self._set_saving("failed")
            self.error = describe(error)
