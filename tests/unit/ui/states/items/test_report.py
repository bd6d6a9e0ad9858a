"""Reporting the question on the screen, in a dialog that closes once the report is accepted."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import ATTEMPT, NOW
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import report
from webdev_certs.schemas.items import ReportedItem, ReportItem
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.report import THANKS, ReportState


@pytest.fixture
def state(learner: Tab, fake: FakeApi) -> ReportState:
    fake.answer(Api.report_exam_item, ReportedItem(position=3, reported_at=NOW))
    fake.answer(Api.report_practice_item, ReportedItem(position=3, reported_at=NOW))
    return learner.state(ReportState)


@pytest.mark.parametrize(
    ("source", "call", "names"),
    [
        ("exam", Api.report_exam_item, "test_id"),
        ("practice", Api.report_practice_item, "practice_session_id"),
    ],
)
async def test_a_report_is_accepted(learner: Tab, fake: FakeApi, state: ReportState, source, call, names):
    then = await learner.fire(ReportState.send, report(source, text="Both are right."))
    assert state.version == 1
    assert then == [Effect("ToastState.show", {"message": THANKS, "tone": "success"})]
    sent = ReportItem(kind="wrong_key", text="Both are right.")
    assert fake.calls(call) == [{names: str(ATTEMPT), "position": 3, "report": sent}]


async def test_a_second_report_is_accepted_too(learner: Tab, fake: FakeApi, state: ReportState):
    fake.answer(Api.report_exam_item, refusal("already_reported", message="You have reported it already."))
    then = await learner.fire(ReportState.send, report())
    assert state.version == 1
    assert then[0].args == {"message": "You have reported it already.", "tone": "neutral"}
