"""The certification test's screen: saving answers."""

import httpx
import pytest

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries, redirect
from tests.unit.ui.states.exams.sitting import answer_until, result_path, server
from webdev_certs.ui.states.exams.exam import ExamState

# Answering


async def test_an_answer_is_saved_at_once(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    ticket = running.ticket
    clock.advance(seconds=30)
    assert await own_tab.fire(ExamState.answer, ticket, entries(running.item)) == []
    assert (running.saving, running.answered, running.error) == ("saved", True, "")
    assert running.settled == 1
    assert running.seconds_left == 2670
    # Not rendered again, because that would take the focus away.
    assert running.ticket == ticket
    assert (await server(api, account, running))["response"] is not None


async def test_a_removed_answer_is_not_shown_as_saved(own_tab: Tab, running: ExamState, wire: Wire):
    running.answered, running.saving = True, "saved"
    await own_tab.fire(ExamState.answer, running.ticket, [])
    assert running.saving == "kept"


@pytest.mark.parametrize("begun", [[], [["text", ""]], [["pair-1", "2"], ["pair-2", ""]], [["other", "x"]]])
async def test_an_incomplete_answer_is_not_sent(
    own_tab: Tab, running: ExamState, wire: Wire, begun: list[list[str]]
):
    before = len(wire.calls)
    assert await own_tab.fire(ExamState.answer, running.ticket, begun) == []
    assert (running.saving, running.answered) == ("", False)
    # So that the screen does not wait for it.
    assert running.settled == 1
    assert len(wire.calls) == before


async def test_an_answer_that_does_not_fit_the_item_shows_an_error(own_tab: Tab, running: ExamState):
    await own_tab.fire(ExamState.answer, running.ticket, [["choice", "9"]])
    assert running.saving == "failed"
    assert running.settled == 1
    assert running.error
    assert not running.answered


async def test_a_failed_save_can_be_repeated(own_tab: Tab, running: ExamState, line: Line):
    line.cut = True
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.phase) == ("failed", False, "running")
    assert "Nothing you entered is lost" in running.error
    line.cut = False
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.error) == ("saved", True, "")


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.next_question])
async def test_an_answer_after_the_deadline_shows_the_result(
    own_tab: Tab, running: ExamState, clock: FakeClock, handler
):
    clock.advance(minutes=45)
    effects = await own_tab.fire(handler, running.ticket, entries(running.item))
    assert (running.phase, running.saving) == ("ended", "")
    assert redirect(effects) == result_path(running)


async def test_a_test_submitted_in_another_tab_shows_its_result(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    test_id = running.ticket.partition(":")[0]
    await api.post(f"/api/tests/{test_id}/submit", headers=account.headers)
    effects = await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    assert redirect(effects) == result_path(running)


async def test_an_answer_from_before_a_reload_is_saved_and_shown(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.load)
    fresh = running.ticket
    assert fresh != stale
    await own_tab.fire(ExamState.answer, stale, given)
    assert running.ticket not in (stale, fresh)
    assert (running.position, running.saving, running.answered) == (1, "saved", True)
    assert (await server(api, account, running))["response"] is not None


async def test_an_answer_from_another_attempt_changes_nothing_here(own_tab: Tab, running: ExamState):
    stale, given = running.ticket, entries(running.item)
    own_tab.open("/test/java")
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    shown = (running.ticket, running.item, running.position)
    assert await own_tab.fire(ExamState.answer, stale, given) == []
    assert (running.ticket, running.item, running.position) == shown
    assert (running.phase, running.saving, running.answered) == ("running", "", False)


async def test_an_answer_from_an_attempt_that_has_ended_changes_nothing_here(
    own_tab: Tab, running: ExamState
):
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.submit)
    own_tab.open("/test/java")
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    assert await own_tab.fire(ExamState.answer, stale, given) == []
    assert (running.phase, running.name, running.saving) == ("running", "Java", "")


# Moving lines


async def test_lines_move_and_the_order_is_saved(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "order_lines")
    before = list(running.item.order)
    await own_tab.fire(ExamState.move, running.ticket, before, before[0], 1)
    after = [before[1], before[0], *before[2:]]
    assert running.item.order == after == [option.id for option in running.item.options]
    assert (running.saving, running.answered) == ("saved", True)
    assert (await server(api, account, running))["response"]["order"] == after


async def test_moves_that_follow_each_other_closely_are_all_made(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "order_lines")
    before = list(running.item.order)
    # The second move names the order before the first: the browser did not show that one yet.
    for _ in range(2):
        await own_tab.fire(ExamState.move, running.ticket, before, before[0], 1)
    after = [before[1], before[2], before[0], *before[3:]]
    assert running.item.order == after
    assert running.item.moved.endswith(f"now line 3 of {len(before)}")
    assert (await server(api, account, running))["response"]["order"] == after


async def test_a_late_move_does_not_change_the_next_question(own_tab: Tab, running: ExamState):
    await answer_until(own_tab, running, "order_lines")
    stale, order = running.ticket, list(running.item.order)
    await own_tab.fire(ExamState.next_question, stale, entries(running.item))
    await answer_until(own_tab, running, "order_lines")
    assert sorted(running.item.order) == sorted(order)
    shown = running.item
    await own_tab.fire(ExamState.move, stale, order, order[0], 1)
    assert running.item == shown
    assert (running.saving, running.answered) == ("", False)
