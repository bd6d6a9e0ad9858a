"""The full review of a finished round of practice; for those who have paid."""

from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.practice import PracticeResult
from webdev_certs.ui.states.items.feedback import FeedbackView, feedback_view
from webdev_certs.ui.states.formatting import date_time
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import session_of


@dataclass
class TopicCount:
    """How many items of a topic were right."""

    title: str
    correct: int
    total: int


class PracticeResultState(rx.State):
    """One round as `/practice-results/<id>` shows it."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, missing, unfinished, error."""
    error: rx.Field[str] = rx.field("")
    technology_id: rx.Field[str] = rx.field("")
    heading: rx.Field[str] = rx.field("")
    finished: rx.Field[str] = rx.field("")
    correct: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    topics: rx.Field[list[TopicCount]] = rx.field(default_factory=list)
    items: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)

    @rx.event
    async def load(self):
        """Loads the round that the address names, once the guards have let the learner in."""
        self.reset()
        yield
        session = await session_of(self)
        payment = await self.get_state(PaymentState)
        if not (session.is_authenticated and payment.has_paid):
            return
        result_id = last_segment(self.router.url.path)
        try:
            self._show(await session.api().practice_result(result_id))
        except ApiError as error:
            phases = {404: "missing", 409: "unfinished"}
            self.phase, self.error = phases.get(error.status, "error"), describe(error)

    def _show(self, result: PracticeResult) -> None:
        level = f", {result.difficulty}" if result.difficulty else ""
        self.technology_id, self.heading = result.technology, f"{result.name} practice{level}"
        self.finished = date_time(result.finished_at)
        self.correct, self.length = result.correct, result.length
        self.topics = [TopicCount(topic.title, topic.correct, topic.items) for topic in result.topics]
        self.items = [
            feedback_view(entry.item, entry.response, entry.feedback, entry.position)
            for entry in result.items
        ]
        self.phase = "ready"
