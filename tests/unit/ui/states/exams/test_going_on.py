"""The certification test's screen: the next question, the order of saves, and the end."""

import httpx

from tests.answering import Shown, answer
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries, redirect
from tests.unit.ui.states.exams.sitting import FOCUS, answer_until, result_path, server
from webdev_certs.ui.states.exams.exam import ExamState

# The next question


async def test_the_answer_is_saved_before_the_next_question(own_tab: Tab, running: ExamState, wire: Wire):
    ticket, stem = running.ticket, running.item.stem
    assert await own_tab.fire(ExamState.next_question, ticket, entries(running.item)) == [FOCUS]
    assert [call.method for call in wire.calls[-2:]] == ["PUT", "POST"]
    assert (running.position, running.saving, running.answered) == (2, "", False)
    assert running.item.stem != stem
    assert running.ticket != ticket
    assert not running.busy


async def test_a_click_while_busy_does_nothing(own_tab: Tab, running: ExamState):
    running.busy = True
    await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    assert running.position == 1


async def test_a_late_answer_does_not_change_the_next_question(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    """Typed text is saved after a pause, so pressing Enter can show the next question before."""
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.next_question, stale, given)
    shown = (running.ticket, running.item)
    await own_tab.fire(ExamState.answer, stale, given)
    assert (running.ticket, running.item, running.position) == (*shown, 2)
    assert (running.saving, running.answered, running.error) == ("", False, "")
    assert (await server(api, account, running))["response"] is None


async def test_advancing_can_be_repeated_when_its_response_was_lost(
    own_tab: Tab, running: ExamState, line: Line, api: httpx.AsyncClient, account: Account
):
    ticket, given = running.ticket, entries(running.item)
    line.cut_after = "/advance"
    await own_tab.fire(ExamState.next_question, ticket, given)
    assert (running.position, running.busy) == (1, False)
    assert running.error
    line.cut_after = None
    assert (await server(api, account, running))["position"] == 2
    await own_tab.fire(ExamState.next_question, ticket, given)
    assert (running.position, running.error, running.saving) == (2, "", "")
    await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    assert running.position == 3


# The order of saves


async def saved(api: httpx.AsyncClient, account: Account, exam: ExamState) -> Shown:
    return (await server(api, account, exam))["response"]


async def test_an_answer_given_after_one_on_another_device_is_saved(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "single_choice")
    state = await server(api, account, running)
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    for number in (1, 2, 3):
        elsewhere = {"response": answer(state["item"], right=False), "sequence": number}
        assert (await api.put(path, json=elsewhere, headers=account.headers)).status_code == 200
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.error) == ("saved", "")
    assert (await saved(api, account, running))["choices"] == [given[0][1]]


async def test_a_reloaded_screen_goes_on_counting(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account, line: Line
):
    await answer_until(own_tab, running, "single_choice")
    given = entries(running.item)
    for _ in range(3):
        await own_tab.fire(ExamState.answer, running.ticket, given)
    await own_tab.fire(ExamState.load)
    sent = len(line.requests)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert running.saving == "saved"
    # At the first try, because the screen knows the number of the saved answer.
    assert len(line.requests) == sent + 1
    assert (await server(api, account, running))["sequence"] == 4


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


async def test_an_answer_that_comes_after_the_end_is_not_sent(own_tab: Tab, running: ExamState, wire: Wire):
    ticket, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.submit)
    calls = len(wire.calls)
    assert await own_tab.fire(ExamState.answer, ticket, given) == []
    assert len(wire.calls) == calls
