"""The full review of a finished practice session, which needs paid access."""

from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.practice import PracticeResult
from webdev_certs.shared.formatting import date_time
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.feedback import FeedbackView, feedback_view
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.shared.handlers import ScreenState


@dataclass
class TopicCount:
    """How many answers in a topic were correct."""

    title: str
    correct: int
    total: int


class PracticeResultState(ScreenState, rx.State):
    """The review that `/practice-results/<id>` shows."""

    # `phase` is loading, ready, missing, unfinished, waiting (for a test to end) or error.
    error_phases: ClassVar = {404: "missing", 409: "unfinished", "test_running": "waiting"}

    technology_id: rx.Field[str] = rx.field("")
    heading: rx.Field[str] = rx.field("")
    finished: rx.Field[str] = rx.field("")
    correct: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    topics: rx.Field[list[TopicCount]] = rx.field(default_factory=list)
    items: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        if (await self.get_state(PaymentState)).has_paid:
            self._show(await api.practice_result(last_segment(self.router.url.path)))

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
