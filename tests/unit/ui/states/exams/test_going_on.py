"""The certification test's screen: the next question, the order of saves, the end, and what is reported."""

import json

import pytest
from starlette.responses import PlainTextResponse

from tests.answering import answer
from tests.conftest import FakeClock
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import redirect
from tests.unit.ui.states.exams.sitting import FOCUS, Sitting
from webdev_certs.ui.states.exams.exam import ExamState

# The next question


async def test_the_answer_is_saved_before_the_next_question(running: Sitting, wire: Wire):
    exam, ticket, stem = running.exam, running.exam.ticket, running.exam.item.stem
    assert await running.go_on() == [FOCUS]
    assert [call.method for call in wire.calls[-2:]] == ["PUT", "POST"]
    assert (exam.position, exam.saving, exam.answered, exam.busy) == (2, "", False, False)
    assert exam.item.stem != stem
    assert exam.ticket != ticket


async def test_a_late_answer_does_not_change_the_next_question(running: Sitting):
    """Typed text is saved after a pause, so pressing Enter can show the next question before."""
    exam, stale, given = running.exam, running.exam.ticket, running.given
    await running.go_on()
    shown = (exam.ticket, exam.item)
    await running.tab.fire(ExamState.answer, stale, given)
    assert (exam.ticket, exam.item, exam.position) == (*shown, 2)
    assert (exam.saving, exam.answered, exam.error) == ("", False, "")
    assert (await running.on_server())["response"] is None


async def test_advancing_can_be_repeated_when_its_response_was_lost(running: Sitting, line: Line):
    exam = running.exam
    line.cut_after = "/advance"
    await running.go_on()
    assert (exam.position, exam.busy) == (1, False)
    assert exam.error
    line.cut_after = None
    assert (await running.on_server())["position"] == 2
    await running.go_on()
    assert (exam.position, exam.error, exam.saving) == (2, "", "")
    await running.go_on()
    assert exam.position == 3


# The order of saves


async def test_an_answer_given_after_one_on_another_device_is_saved(running: Sitting):
    await running.go_on_until("single_choice")
    state = await running.on_server()
    path = f"{running.path}/answers/{state['position']}"
    for number in (1, 2, 3):
        elsewhere = {"response": answer(state["item"], right=False), "sequence": number}
        saved = await running.api.put(path, json=elsewhere, headers=running.account.headers)
        assert saved.status_code == 200
    await running.answer()
    assert (running.exam.saving, running.exam.error) == ("saved", "")
    assert (await running.on_server())["response"]["choices"] == [running.given[0][1]]


async def test_a_reloaded_screen_goes_on_counting(running: Sitting, line: Line):
    await running.go_on_until("single_choice")
    for _ in range(3):
        await running.answer()
    await running.tab.load(ExamState)
    sent = len(line.requests)
    await running.answer()
    assert running.exam.saving == "saved"
    # At the first try, because the screen knows the number of the saved answer.
    assert len(line.requests) == sent + 1
    assert (await running.on_server())["sequence"] == 4


# Ending


async def test_a_failed_submission_can_be_repeated(running: Sitting, line: Line):
    exam = running.exam
    exam.confirming = True
    line.cut = True
    assert redirect(await running.tab.fire(ExamState.submit)) is None
    assert (exam.phase, exam.busy, exam.confirming) == ("running", False, False)
    assert exam.error
    line.cut = False
    steps = [step async for step in running.tab.stream(ExamState.submit)]
    # The leave guard is switched off in a separate step, before the page changes.
    assert [len(step) for step in steps] == [0, 0, 1]
    assert redirect(steps[-1]) == running.result_page
    assert exam.phase == "ended"


async def test_the_server_decides_when_the_time_is_up(running: Sitting, clock: FakeClock):
    exam, shown = running.exam, (running.exam.ticket, running.exam.item)
    clock.advance(minutes=44, seconds=59)
    assert await running.tab.fire(ExamState.expire) == []
    assert (exam.phase, exam.seconds_left) == ("running", 1)
    # The learner may be typing: a new rendering would lose the focus, and what is not saved.
    assert (exam.ticket, exam.item) == shown
    clock.advance(seconds=1)
    assert redirect(await running.tab.fire(ExamState.expire)) == running.result_page
    assert exam.phase == "ended"


async def test_an_answer_that_comes_after_the_end_is_not_sent(running: Sitting, wire: Wire):
    await running.tab.fire(ExamState.submit)
    calls = len(wire.calls)
    assert await running.answer() == []
    assert len(wire.calls) == calls


async def test_what_the_browser_notices_is_passed_on_while_a_test_runs(sitting: Sitting, wire: Wire):
    tab = sitting.tab
    await tab.load(ExamState)
    await tab.fire(ExamState.report_event, "left", 5)
    await tab.fire(ExamState.start)
    assert await tab.fire(ExamState.report_event, "left", 7) == []
    await sitting.go_on()
    await tab.fire(ExamState.report_event, "paste", 0)
    sent = [json.loads(call.body) for call in wire.calls if call.raw_path.endswith("/events")]
    assert sent == [
        {"kind": "left", "position": 1, "seconds": 7},
        {"kind": "paste", "position": 2, "seconds": 0},
    ]


@pytest.mark.parametrize(("kind", "seconds"), [("left", -1), ("left", 10**9), ("typed", 1)])
async def test_impossible_reports_are_not_sent(running: Sitting, wire: Wire, kind: str, seconds: int):
    before = len(wire.calls)
    assert await running.tab.fire(ExamState.report_event, kind, seconds) == []
    assert (len(wire.calls), running.exam.phase, running.exam.error) == (before, "running", "")


async def test_a_refused_report_changes_nothing(running: Sitting, wire: Wire):
    wire.instead(f"{running.path}/events", PlainTextResponse("", 500))
    ticket = running.exam.ticket
    assert await running.tab.fire(ExamState.report_event, "left", 7) == []
    assert (running.exam.phase, running.exam.error, running.exam.ticket) == ("running", "", ticket)
