"""The certification test's screen: the next question, the order of saves, the end, and what is reported."""

import pytest

from tests.fake_api import refusal
from tests.unit.ui.states.browser import redirect
from tests.unit.ui.states.exams.sitting import FOCUS, GIVEN, RESULT_PAGE, Sitting
from tests.unit.ui.states.records import RIGHT, attempt_state, saved_answer
from webdev_certs.schemas.exams import ReportEvent
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.exams.exam import ExamState


async def test_the_answer_is_saved_before_the_next_question_which_a_late_answer_does_not_change(
    running: Sitting,
):
    exam, stale = running.exam, running.exam.ticket
    assert await running.go_on() == [FOCUS]
    assert running.fake.names() == ["save_answer", "advance_attempt"]
    assert (exam.position, exam.saving, exam.answered, exam.busy) == (2, "", False, False)
    assert "Question 2?" in exam.item.stem
    assert exam.ticket != stale
    # Typed text is saved after a pause, so pressing Enter can show the next question before.
    shown = (exam.ticket, exam.item)
    running.fake.answer(Api.save_answer, refusal("position_not_current"))
    await running.tab.fire(ExamState.answer, stale, GIVEN)
    assert (exam.ticket, exam.item, exam.position) == (*shown, 2)
    assert (exam.saving, exam.answered, exam.error) == ("", False, "")


async def test_advancing_can_be_repeated_when_its_response_was_lost(running: Sitting):
    exam = running.exam
    running.fake.answer(Api.advance_attempt, ApiError.unreachable(), attempt_state(3))
    await running.go_on()
    assert (exam.position, exam.busy) == (1, False)
    assert exam.error
    running.fake.answer(Api.save_answer, refusal("position_not_current"), saved_answer(2))
    running.fake.answer(Api.attempt, attempt_state(2))
    assert await running.go_on() == [FOCUS]
    assert (exam.position, exam.error, exam.saving) == (2, "", "")
    await running.go_on()
    assert exam.position == 3


async def test_a_tab_that_is_behind_says_that_the_question_was_answered_elsewhere(running: Sitting):
    running.fake.answer(Api.save_answer, refusal("position_not_current"))
    running.fake.answer(Api.attempt, attempt_state(2))
    told, focus = await running.answer()
    assert told.name == "ToastState.show"
    assert "in another tab or on another device" in str(told.args["message"])
    assert (focus, running.exam.position) == (FOCUS, 2)


async def test_an_answer_given_after_one_on_another_device_is_saved(running: Sitting):
    running.fake.answer(Api.save_answer, refusal("answer_outdated", sequence=3), saved_answer())
    await running.answer()
    assert (running.exam.saving, running.exam.error) == ("saved", "")
    assert running.saved() == [(1, ["1"], 1), (1, ["1"], 4)]


async def test_a_reloaded_screen_goes_on_counting(running: Sitting):
    running.fake.answer(Api.attempt, attempt_state(response=RIGHT, sequence=3))
    await running.tab.load(ExamState)
    await running.answer()
    assert running.saved() == [(1, ["1"], 4)]


async def test_the_leave_guard_is_switched_off_before_the_page_changes_and_later_answers_are_not_sent(
    running: Sitting,
):
    phases = [(running.exam.phase, step) async for step in running.tab.stream(ExamState.submit)]
    assert [phase for phase, _step in phases] == ["running", "ended", "ended"]
    assert redirect(phases[-1][1]) == RESULT_PAGE
    assert await running.answer() == []
    assert running.saved() == []


async def test_the_server_decides_when_the_time_is_up(running: Sitting):
    exam, shown = running.exam, (running.exam.ticket, running.exam.item)
    running.fake.answer(Api.attempt, attempt_state(seconds_left=1))
    assert await running.tab.fire(ExamState.expire) == []
    assert (exam.phase, exam.seconds_left) == ("running", 1)
    # The learner may be typing: a new rendering would lose the focus, and what is not saved.
    assert (exam.ticket, exam.item) == shown
    running.end()
    assert redirect(await running.tab.fire(ExamState.expire)) == RESULT_PAGE
    assert exam.phase == "ended"


async def test_what_the_browser_notices_is_passed_on_while_a_test_runs(sitting: Sitting):
    tab = sitting.tab
    await tab.load(ExamState)
    await tab.fire(ExamState.report_event, "left", 5)
    await tab.fire(ExamState.start)
    assert await tab.fire(ExamState.report_event, "left", 7) == []
    await sitting.go_on()
    await tab.fire(ExamState.report_event, "paste", 0)
    assert [call["event"] for call in sitting.fake.calls(Api.report_event)] == [
        ReportEvent(kind="left", position=1, seconds=7),
        ReportEvent(kind="paste", position=2, seconds=0),
    ]


@pytest.mark.parametrize(("kind", "seconds"), [("left", -1), ("left", 10**9), ("typed", 1)])
async def test_impossible_reports_are_not_sent(running: Sitting, kind: str, seconds: int):
    assert await running.tab.fire(ExamState.report_event, kind, seconds) == []
    assert (running.fake.called, running.exam.phase, running.exam.error) == ([], "running", "")


async def test_a_refused_report_changes_nothing(running: Sitting):
    running.fake.answer(Api.report_event, refusal("internal_error", 500))
    ticket = running.exam.ticket
    assert await running.tab.fire(ExamState.report_event, "left", 7) == []
    assert (running.exam.phase, running.exam.error, running.exam.ticket) == ("running", "", ticket)
