"""The certification test's screen: introduction, starting and resuming."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tests.fake_api import refusal
from tests.records import ATTEMPT, USER
from tests.unit.ui.states.browser import redirect, storage_key
from tests.unit.ui.states.exams.sitting import RESULT_PAGE, Sitting
from tests.unit.ui.states.records import attempt_summary, technology
from webdev_certs.schemas.payments import PaymentStatus
from webdev_certs.shared.formatting import date_time
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState


async def test_the_introduction_states_length_time_and_cut_score(sitting: Sitting):
    exam = await sitting.tab.load(ExamState)
    assert (exam.phase, exam.error) == ("intro", "")
    assert (exam.name, exam.title) == ("React", "Certified React Developer")
    assert (exam.min_items, exam.max_items) == (20, 40)
    assert (exam.time, exam.cut_score, exam.retake_date) == ("45\u00a0minutes", 500, "")
    assert sorted(sitting.fake.names()) == ["latest_attempt", "profile", "technologies"]


@pytest.mark.parametrize("confirmed", [False, True])
async def test_a_start_that_waits_for_the_email_shows_how_to_confirm_it(sitting: Sitting, confirmed: bool):
    """`confirmed`: in the meantime, so starting again works."""
    exam, session = await sitting.tab.load(ExamState), sitting.tab.state(SessionState)
    session.store_user(USER.model_copy(update={"email_confirmed": True}))
    words = "Confirm your email first, then start the test."
    sitting.fake.answer(Api.start_attempt, refusal("email_unconfirmed", 409, words))
    sitting.fake.answer(Api.verify, USER.model_copy(update={"email_confirmed": confirmed}))
    assert await sitting.tab.fire(ExamState.start) == []
    assert session.email_confirmed is confirmed
    assert (exam.phase, exam.busy, exam.error) == ("intro", False, words if confirmed else "")


async def test_between_attempts_the_date_of_the_next_is_shown(sitting: Sitting):
    retake = datetime.now(UTC) + timedelta(days=14)
    sitting.fake.answer(Api.latest_attempt, attempt_summary(retake_at=retake))
    exam = await sitting.tab.load(ExamState)
    assert (exam.phase, exam.retake_date) == ("wait", date_time(retake))
    assert (exam.technology_id, exam.name, exam.max_items) == ("react", "React", 40)
    await sitting.tab.fire(ExamState.start)
    assert sitting.fake.calls(Api.start_attempt) == []


async def test_a_test_that_ended_while_nobody_was_connected_shows_its_result_once(running: Sitting):
    """The computer slept, or the server was restarted: the page loads again when it reconnects."""
    running.fake.answer(Api.latest_attempt, attempt_summary(status="submitted"))
    running.end()
    effects = await running.tab.fire(ExamState.load)
    assert redirect(effects) == RESULT_PAGE
    assert effects[0].args["replace"] is True
    assert running.exam.phase == "ended"
    assert redirect(await running.tab.fire(ExamState.load)) is None
    assert running.exam.phase == "intro"


async def test_an_attempt_that_ends_while_it_loads_shows_its_result(running: Sitting):
    running.end()
    assert redirect(await running.tab.fire(ExamState.load)) == RESULT_PAGE
    assert running.exam.phase == "ended"


async def test_the_browser_remembers_which_test_runs(running: Sitting):
    """Otherwise a new server process could not know which test is running."""
    for _ in range(2):
        assert running.exam.running_attempt == str(ATTEMPT)
        await running.tab.load(ExamState)
    await running.tab.fire(ExamState.submit)
    assert running.exam.running_attempt == ""
    assert storage_key(ExamState, "running_attempt") == "running_attempt"


async def test_a_mock_exam_starts_on_the_same_screen(sitting: Sitting):
    sitting.fake.answer(Api.technologies, [technology(mock_exam=True), technology("java", "Java")])
    retake = datetime.now(UTC) + timedelta(days=14)
    sitting.fake.answer(Api.latest_attempt, attempt_summary(mock=True, retake_at=None))
    exam = await sitting.tab.load(ExamState, "/mock-exam/react")
    assert (exam.phase, exam.mock, exam.retake_date) == ("intro", True, "")
    assert exam.pro_href == "/payment?returnUrl=%2Fmock-exam%2Freact&reason=access_required"
    await sitting.tab.fire(ExamState.start)
    assert sitting.fake.calls(Api.latest_attempt) == [{"technology": "react", "mock": True}]
    assert sitting.fake.calls(Api.start_attempt) == [{"technology": "react", "mock": True}]
    assert exam.phase == "running"
    # While the next certification test has to wait, there is the mock exam.
    sitting.fake.answer(Api.latest_attempt, attempt_summary(test_id=UUID(int=9), retake_at=retake))
    exam = await sitting.tab.load(ExamState, "/test/react")
    assert (exam.phase, exam.mock, exam.has_mock) == ("wait", False, True)
    exam = await sitting.tab.load(ExamState, "/mock-exam/java")
    assert (exam.phase, [entry.technology for entry in exam.known]) == ("unknown", ["react"])


async def test_a_test_leads_to_the_mock_exam_that_has_to_end_first(sitting: Sitting):
    exam = await sitting.tab.load(ExamState)
    running = refusal("test_running", 409, "End it first.", technology="react", name="React", mock=True)
    sitting.fake.answer(Api.start_attempt, running)
    assert await sitting.tab.fire(ExamState.start) == []
    assert (exam.phase, exam.error, exam.attempt_name) == ("waiting", "End it first.", "React")
    assert exam.attempt_href == "/mock-exam/react?resume"


async def test_a_mock_exam_is_locked_again_when_pro_has_ended(sitting: Sitting):
    sitting.fake.answer(Api.technologies, [technology(mock_exam=True)])
    exam = await sitting.tab.load(ExamState, "/mock-exam/react")
    payment = sitting.tab.state(PaymentState)
    payment.has_paid = True
    sitting.fake.answer(Api.start_attempt, refusal("payment_required", 402))
    sitting.fake.answer(Api.payment_status, PaymentStatus(has_paid=False))
    await sitting.tab.fire(ExamState.start)
    assert (exam.phase, payment.has_paid) == ("intro", False)
