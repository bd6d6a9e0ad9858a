"""The certification test's screen: submitting, the deadline, and what never reaches the browser."""

from tests.conftest import FakeClock
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries, redirect
from tests.unit.ui.states.exams.sitting import result_path
from webdev_certs.ui.states.exams.exam import ExamState

# Ending


async def test_from_the_first_question_to_the_result(own_tab: Tab, running: ExamState):
    for position in range(1, 20):
        assert (running.phase, running.position) == ("running", position)
        await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    last = own_tab.stream(ExamState.next_question, running.ticket, entries(running.item))
    steps = [step async for step in last]
    # The leave guard is switched off in a separate step, before the page changes.
    assert [len(step) for step in steps] == [0, 0, 1]
    assert redirect(steps[-1]) == result_path(running)
    assert running.phase == "ended"


async def test_a_failed_submission_can_be_repeated(own_tab: Tab, running: ExamState, line: Line):
    running.confirming = True
    line.cut = True
    assert redirect(await own_tab.fire(ExamState.submit)) is None
    assert (running.phase, running.busy, running.confirming) == ("running", False, False)
    assert running.error
    line.cut = False
    assert redirect(await own_tab.fire(ExamState.submit)) == result_path(running)


async def test_the_server_decides_when_the_time_is_up(own_tab: Tab, running: ExamState, clock: FakeClock):
    clock.advance(minutes=44, seconds=59)
    assert redirect(await own_tab.fire(ExamState.expire)) is None
    assert (running.phase, running.seconds_left) == ("running", 1)
    clock.advance(seconds=1)
    assert redirect(await own_tab.fire(ExamState.expire)) == result_path(running)
    assert running.phase == "ended"


async def test_asking_for_the_time_left_keeps_the_question(
    own_tab: Tab, running: ExamState, clock: FakeClock
):
    """The learner may be typing: a new rendering would lose the focus, and what is not saved."""
    shown = (running.ticket, running.item)
    clock.advance(minutes=1)
    assert await own_tab.fire(ExamState.expire) == []
    assert (running.ticket, running.item) == shown
    assert running.seconds_left == 44 * 60


async def test_the_end_can_be_asked_for_again_after_a_failure(
    own_tab: Tab, running: ExamState, clock: FakeClock, line: Line
):
    clock.advance(minutes=45)
    line.cut = True
    assert redirect(await own_tab.fire(ExamState.expire)) is None
    assert (running.phase, running.busy) == ("running", False)
    running.busy = True
    line.cut = False
    # While a slow answer is awaited, nothing happens.
    assert await own_tab.fire(ExamState.expire) == []
    running.busy = False
    assert redirect(await own_tab.fire(ExamState.expire)) == result_path(running)


# Secrecy


async def test_the_browser_gets_neither_keys_nor_explanations(own_tab: Tab, running: ExamState):
    while running.phase == "running":
        shown = own_tab.shown(ExamState)
        assert "Why " not in shown
        assert "It is 42" not in shown
        assert "react-" not in shown
        await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item, right=False))


async def test_an_answer_that_comes_after_the_end_is_not_sent(own_tab: Tab, running: ExamState, wire: Wire):
    ticket, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.submit)
    calls = len(wire.calls)
    assert await own_tab.fire(ExamState.answer, ticket, given) == []
    assert len(wire.calls) == calls
