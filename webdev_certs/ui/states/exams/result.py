"""The result of a certification test."""

from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.exams import TestResult
from webdev_certs.ui.states.formatting import date_time, long_date
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import session_of


@dataclass
class TopicRow:
    """One row of the profile, on the 200–800 scale."""

    title: str
    correct: str
    score: int
    low: int
    high: int


class ExamResultState(rx.State):
    """One submitted attempt as `/test-results/<id>` shows it."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, missing, unfinished, error."""
    error: rx.Field[str] = rx.field("")
    technology_id: rx.Field[str] = rx.field("")
    technology_name: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    passed: rx.Field[bool] = rx.field(False)
    score: rx.Field[int] = rx.field(0)
    standard_error: rx.Field[int] = rx.field(0)
    low: rx.Field[int] = rx.field(0)
    high: rx.Field[int] = rx.field(0)
    cut_score: rx.Field[int] = rx.field(0)
    timed_out: rx.Field[bool] = rx.field(False)
    answered: rx.Field[str] = rx.field("")
    submitted: rx.Field[str] = rx.field("")
    retake: rx.Field[str] = rx.field("")
    certificate_number_shown: rx.Field[str] = rx.field("")
    """Not `certificate_number`: that name belongs to the part of /verify's address (pages/routes.py)."""
    awaits_address: rx.Field[bool] = rx.field(False)
    """Whether the certificate waits for the address to be confirmed."""
    topics: rx.Field[list[TopicRow]] = rx.field(default_factory=list)

    @rx.event
    async def load(self):
        """Loads the attempt that the address names."""
        self.reset()
        yield
        session = await session_of(self)
        if not session.is_authenticated:
            return
        test_id = last_segment(self.router.url.path)
        try:
            self._show(await session.api().test_result(test_id))
        except ApiError as error:
            phases = {404: "missing", 409: "unfinished"}
            self.phase, self.error = phases.get(error.status, "error"), describe(error)

    def _show(self, result: TestResult) -> None:
        self.technology_id, self.technology_name = result.technology, result.name
        self.title, self.passed = result.title, result.passed
        self.score, self.standard_error = result.score, result.standard_error
        self.low, self.high, self.cut_score = result.low, result.high, result.cut_score
        self.timed_out = result.ended_by == "time_up"
        self.answered = f"{result.answered} of {result.length} questions answered"
        self.submitted = date_time(result.submitted_at)
        self.retake = long_date(result.retake_at)
        self.certificate_number_shown = result.certificate_number or ""
        self.awaits_address = result.certificate_pending == "confirm_address"
        self.topics = [
            TopicRow(
                topic.title, f"{topic.correct} of {topic.items} right", topic.score, topic.low, topic.high
            )
            for topic in result.topics
        ]
        self.phase = "ready"
