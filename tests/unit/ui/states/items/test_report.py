"""The dialog that reports the question on the screen."""

import pytest

from tests.api.accounts.test_auth import stored
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Effect, Tab
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import ItemReport
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.items.report import THANKS, ReportState


def filled(source: str, ticket: str, kind: str = "wrong_key", text: str = "") -> dict[str, str]:
    return {
        "report_source": source,
        "report_ticket": ticket,
        "report_kind": kind,
        "report_text": text,
    }


@pytest.fixture
async def exam(own_tab: Tab) -> ExamState:
    """A running attempt whose dialog is open."""
    exam = await own_tab.load(ExamState, "/test/react")
    await own_tab.fire(ExamState.start)
    await own_tab.fire(ReportState.set_shown, True)
    return exam


async def test_a_report_from_a_test_closes_the_dialog_and_leaves_the_question(
    own_tab: Tab, exam: ExamState, resources: Resources
):
    before = (exam.ticket, exam.item, exam.saving)
    then = await own_tab.fire(ReportState.send, filled("exam", exam.ticket, text="Both are right."))
    assert own_tab.state(ReportState).shown is False
    assert (exam.ticket, exam.item, exam.saving) == before
    assert then == [Effect("ToastState.show", {"message": THANKS, "tone": "success"})]
    (row,) = await stored(resources, ItemReport)
    assert (row.source, row.kind, row.text) == ("exam", "wrong_key", "Both are right.")


async def test_without_a_kind_nothing_is_sent_and_another_page_opens_with_the_dialog_closed(
    own_tab: Tab, exam: ExamState, wire: Wire
):
    before = len(wire.calls)
    await own_tab.fire(ReportState.send, filled("exam", exam.ticket, ""))
    report = own_tab.state(ReportState)
    assert (report.shown, report.field_errors) == (True, {"report_kind": "Choose what is wrong."})
    await own_tab.fire(ReportState.send, filled("exam", exam.ticket, text="x" * 501))
    assert report.field_errors == {"report_text": "Use at most 500 characters."}
    assert len(wire.calls) == before
    await own_tab.fire(ReportState.enter)
    assert (report.shown, report.field_errors) == (False, {})


async def test_a_refusal_is_shown_in_the_dialog(own_tab: Tab, exam: ExamState, resources: Resources):
    beyond = exam.ticket.replace(":1:", ":2:")
    await own_tab.fire(ReportState.send, filled("exam", beyond))
    report = own_tab.state(ReportState)
    assert (report.shown, report.form_error) == (True, "This test does not exist.")
    assert await stored(resources, ItemReport) == []
