"""Reporting a question from a test or from practice."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.items import ReportItem
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits
from webdev_certs.ui.states.shared.tickets import read_ticket
from webdev_certs.ui.states.shared.toasts import ToastState

THANKS = N_("Thanks! We’ll check this question.")


class ReportState(FormState, rx.State):
    """The dialog that reports the question on the screen. The question and its answer do not change."""

    form_name: ClassVar = "report"
    field_names: ClassVar = {"kind": "report_kind", "text": "report_text"}
    required: ClassVar = {"kind": N_("Choose what’s wrong.")}

    @rx.event
    def enter(self) -> None:
        """Forget what was wrong with an earlier report."""
        self.reset()

    @submits
    async def send(self, form: dict[str, Any]) -> Any:
        """Send the report and say thanks."""
        report = self.parse(
            ReportItem, {"kind": form.get("report_kind"), "text": form.get("report_text") or ""}
        )
        source_id, position = read_ticket(form["report_ticket"])
        api = await api_of(self)
        call = api.report_practice_item if form["report_source"] == "practice" else api.report_exam_item
        words, tone = _(THANKS), "success"
        try:
            await call(source_id, position, report)
        except ApiError as error:
            if error.code != "already_reported":
                raise
            words, tone = error.message, "neutral"
        return ToastState.show(words, tone)
