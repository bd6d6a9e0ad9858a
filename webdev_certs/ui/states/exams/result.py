"""The result of a certification test."""

from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.exams import AttemptResult
from webdev_certs.shared.formatting import counted, date_time, long_date
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.shared.handlers import ScreenState

_TOO_FEW = "You need at least {} answers to pass, because fewer say too little about your ability."


@dataclass
class TopicRow:
    """The score in one topic, on the 200–800 scale."""

    title: str
    correct: str
    score: int
    low: int
    high: int


class ExamResultState(ScreenState, rx.State):
    """The result that `/test-results/<id>` shows."""

    # `phase` is loading, ready, missing, unfinished or error.
    error_phases: ClassVar = {404: "missing", 409: "unfinished"}

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
    too_few: rx.Field[str] = rx.field("")
    """Why the score does not count: too few answers; empty if there were enough."""
    submitted: rx.Field[str] = rx.field("")
    retake: rx.Field[str] = rx.field("")
    certificate_number_shown: rx.Field[str] = rx.field("")
    """Not `certificate_number`, which is the name of the path parameter of /verify (pages/routes.py)."""
    awaits_email: rx.Field[bool] = rx.field(False)
    """Whether the certificate is issued once the learner confirms their email."""
    topics: rx.Field[list[TopicRow]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        self._show(await api.attempt_result(last_segment(self.router.url.path)))

    def _show(self, result: AttemptResult) -> None:
        self.technology_id, self.technology_name = result.technology, result.name
        self.title, self.passed = result.title, result.passed
        self.score, self.standard_error = result.score, result.standard_error
        self.low, self.high, self.cut_score = result.low, result.high, result.cut_score
        self.timed_out = result.ended_by == "time_up"
        answered = result.answered + result.pretest_answered
        unscored = f", {result.pretest_answered} of them not scored" if result.pretest_answered else ""
        self.answered = f"{counted(answered, 'question')} answered{unscored}"
        self.too_few = "" if result.answered >= result.min_items else _TOO_FEW.format(result.min_items)
        self.submitted = date_time(result.submitted_at)
        self.retake = long_date(result.retake_at)
        self.certificate_number_shown = result.certificate_number or ""
        self.awaits_email = result.certificate_pending == "confirm_email"
        self.topics = [
            TopicRow(
                topic.title, f"{topic.correct} of {topic.items} correct", topic.score, topic.low, topic.high
            )
            for topic in result.topics
        ]
        self.phase = "ready"
