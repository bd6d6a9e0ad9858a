"""Reports that the page of a running attempt was left, or that a text was pasted."""

import logging

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.exams import ReportEvent
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.tickets import attempt_of

log = logging.getLogger(__name__)


class AttentionState(rx.State):
    """Passes on what the browser noticed (components/behavior/attempt.js). Learners see nothing of it."""

    @rx.event
    async def report(self, kind: str, seconds: int):
        """Send the report to the server. If that fails, the attempt goes on without the report."""
        exam = await self.get_state(ExamState)
        if exam.phase != "running":
            return
        try:
            event = ReportEvent.model_validate({"kind": kind, "position": exam.position, "seconds": seconds})
            await (await api_of(self)).report_event(attempt_of(exam.ticket), event)
        except (ApiError, ValidationError) as error:
            log.info("An event of an attempt was not recorded: %s", error)
