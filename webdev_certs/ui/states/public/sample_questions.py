"""Three sample questions on public pages, which move an estimate of the visitor's ability."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import SampleAnswer
from webdev_certs.schemas.practice import SampleState as SampleWire
from webdev_certs.ui.states.items.answering import Entries, QuestionForm
from webdev_certs.ui.states.items.view import feedback_view, item_view
from webdev_certs.ui.states.session.kept_sample import KeptSampleState
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of


class SampleQuestionsState(QuestionForm, rx.State):
    """The sample questions in one tab. The API stores nothing, so all answers go with each call.

    `ticket` is the id of the item that is shown.
    """

    phase: rx.Field[str] = rx.field("choice")
    """`choice` (of a technology), `answering`, `explained` or `finished`."""
    technology: rx.Field[str] = rx.field("")
    name: rx.Field[str] = rx.field("")
    cut_score: rx.Field[int] = rx.field(0)
    score: rx.Field[int] = rx.field(0)
    low: rx.Field[int] = rx.field(0)
    high: rx.Field[int] = rx.field(0)
    answered: rx.Field[int] = rx.field(0)
    correct: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    busy: rx.Field[str] = rx.field("")
    """What is under way: a technology's id, an item's id, or empty."""
    _answers: list[SampleAnswer] = []
    _next: ShownItem | None = None
    _next_id: str = ""

    @exclusive
    async def start(self, technology: str) -> Any:
        """Show the first question of a technology. A second click does nothing."""
        # Those of another technology may have been left in the middle, on another page.
        if self.phase != "choice" and self.technology == technology:
            return None
        first = await (await api_of(self)).sample(technology, [])
        self._answers = []
        self._take(first)
        return self._show_next()

    @exclusive
    async def check(self, ticket: str, entries: Entries) -> Any:
        """Send the answer, and show the feedback and the new estimate."""
        if self.phase != "answering":
            return None
        response = self.read_answer(ticket, entries)
        if response is None:
            return None
        answers = [*self._answers, SampleAnswer(item_id=self.ticket, response=response)]
        self._explain(await (await api_of(self)).sample(self.technology, answers), response)
        self._answers = answers
        (await self.get_state(KeptSampleState)).keep(self.technology, answers)
        return rx.set_focus("verdict")

    @rx.event
    def next_question(self):
        """Show the next question, or the end. A second click does nothing."""
        return self._show_next() if self.phase == "explained" else None

    @rx.event
    def choose_again(self) -> None:
        """Return to the choice of a technology."""
        self.reset()

    def _take(self, sample: SampleWire) -> None:
        self.technology, self.name, self.cut_score = sample.technology, sample.name, sample.cut_score
        self.answered, self.correct, self.length = sample.answered, sample.correct, sample.length
        estimate = sample.estimate
        self.score, self.low, self.high = estimate.score, estimate.low, estimate.high
        self._next, self._next_id = sample.item, sample.item_id or ""

    def _explain(self, sample: SampleWire, response: ItemResponse) -> None:
        self._take(sample)
        if self._shown and sample.feedback:
            self.feedback = feedback_view(self._shown, response, sample.feedback, sample.answered)
        self.phase = "explained"

    def _show_next(self) -> Any:
        self._shown, self.ticket, self.error = self._next, self._next_id, ""
        self.item = item_view(self._next)
        self.phase = "answering" if self._next else "finished"
        return rx.set_focus("question" if self._next else "sample-end")
