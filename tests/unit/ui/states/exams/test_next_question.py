"""The certification test's screen: advancing to the next question."""

import httpx

from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries
from tests.unit.ui.states.exams.sitting import FOCUS, server
from webdev_certs.ui.states.exams.exam import ANSWER_FIRST, ExamState


async def test_the_next_question_needs_an_answer(own_tab: Tab, running: ExamState, wire: Wire):
    before = len(wire.calls)
    assert await own_tab.fire(ExamState.next_question, running.ticket, []) == []
    assert (running.error, running.position) == (ANSWER_FIRST, 1)
    assert len(wire.calls) == before
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    assert running.error == ""


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
