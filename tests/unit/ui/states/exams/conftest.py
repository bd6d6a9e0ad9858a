"""The screen of a certification test, before loading and at its first question."""

import pytest

from tests.fake_api import FakeApi
from tests.records import attempt_result
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.exams.sitting import Sitting
from tests.unit.ui.states.records import attempt_state, attempt_summary, profile, saved_answer, technology
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.exams.exam import ExamState


@pytest.fixture
def sitting(learner: Tab, fake: FakeApi) -> Sitting:
    """The screen of `/test/react` before loading, without an attempt."""
    fake.answer(Api.technologies, [technology(), technology("java", "Java")])
    fake.answer(Api.profile, profile())
    fake.answer(Api.latest_attempt, None)
    fake.answer(Api.start_attempt, attempt_state())
    fake.answer(Api.attempt, attempt_state())
    fake.answer(Api.save_answer, saved_answer())
    fake.answer(Api.advance_attempt, attempt_state(2), attempt_state(3))
    fake.answer(Api.submit_attempt, attempt_result())
    fake.answer(Api.report_event, None)
    learner.open("/test/react")
    return Sitting(learner, fake)


@pytest.fixture
async def running(sitting: Sitting) -> Sitting:
    """An attempt at its first question."""
    await sitting.tab.load(ExamState)
    await sitting.tab.fire(ExamState.start)
    sitting.fake.answer(Api.latest_attempt, attempt_summary(status="open"))
    sitting.fake.called.clear()
    return sitting
