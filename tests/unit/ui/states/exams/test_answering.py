"""The certification test's screen: saving answers."""

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries, redirect
from tests.unit.ui.states.exams.sitting import answer_until, result_path, server
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.exams.saving import PAUSES
from webdev_certs.ui.states.session.session import SessionState

# Answering


async def test_an_answer_is_saved_at_once(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    ticket = running.ticket
    clock.advance(seconds=30)
    assert await own_tab.fire(ExamState.answer, ticket, entries(running.item)) == []
    assert (running.saving, running.answered, running.error) == ("saved", True, "")
    assert running.seconds_left == 2670
    # Not rendered again, because that would take the focus away.
    assert running.ticket == ticket
    assert (await server(api, account, running))["response"] is not None


@pytest.mark.parametrize("begun", [[], [["text", ""]], [["pair-1", "2"], ["pair-2", ""]], [["other", "x"]]])
async def test_an_incomplete_answer_is_not_sent(
    own_tab: Tab, running: ExamState, wire: Wire, begun: list[list[str]]
):
    before = len(wire.calls)
    assert await own_tab.fire(ExamState.answer, running.ticket, begun) == []
    assert (running.saving, running.answered) == ("", False)
    assert len(wire.calls) == before


async def test_an_answer_that_does_not_fit_the_item_shows_an_error(own_tab: Tab, running: ExamState):
    await own_tab.fire(ExamState.answer, running.ticket, [["choice", "9"]])
    assert (running.saving, running.answered) == ("failed", False)
    assert (running.retries, running.retry_in) == (0, 0)
    assert running.error


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.next_question])
@pytest.mark.parametrize("begun", [[], [["choice", "9"]]])
async def test_the_browser_is_told_which_change_was_handled(
    own_tab: Tab, running: ExamState, handler, begun: list[list[str]]
):
    """Also if the answer is incomplete or refused, so that the screen does not wait for it."""
    await own_tab.fire(handler, running.ticket, [*begun, ["change", "1234"]])
    assert running.handled_change == 1234


async def test_a_late_change_does_not_undo_what_was_handled(own_tab: Tab, running: ExamState):
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, [*given, ["change", "20"]])
    await own_tab.fire(ExamState.answer, running.ticket, [*given, ["change", "10"]])
    assert running.handled_change == 20


# Saving again


async def test_an_answer_that_could_not_be_saved_is_sent_again(own_tab: Tab, running: ExamState, line: Line):
    line.cut = True
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.phase) == ("retrying", False, "running")
    assert (running.retries, running.retry_in, running.error) == (1, PAUSES[0], "")
    line.cut = False
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.error) == ("saved", True, "")
    assert (running.retries, running.retry_in) == (0, 0)


@pytest.mark.parametrize("status", [503, 429])
async def test_a_failing_server_is_asked_with_growing_pauses(
    own_tab: Tab, running: ExamState, wire: Wire, status: int
):
    wire.instead(f"/api/tests/{running.ticket.partition(':')[0]}/answers/1", PlainTextResponse("", status))
    pauses = []
    for _ in range(len(PAUSES) + 2):
        await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
        assert running.saving == "retrying"
        pauses.append(running.retry_in)
    assert pauses == sorted(pauses) == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    assert running.retries == len(pauses)


async def test_an_answer_that_is_taken_back_is_not_sent_again(own_tab: Tab, running: ExamState, line: Line):
    line.cut = True
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    await own_tab.fire(ExamState.answer, running.ticket, [])
    assert (running.saving, running.retries, running.retry_in) == ("", 0, 0)


async def test_the_next_question_waits_until_the_answer_is_saved(
    own_tab: Tab, running: ExamState, line: Line
):
    line.cut = True
    await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    assert (running.position, running.saving, running.busy) == (1, "retrying", False)
    line.cut = False
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    assert (running.position, running.saving, running.retries, running.retry_in) == (2, "", 0, 0)


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.expire])
async def test_an_answer_not_saved_in_time_is_not_passed_over_in_silence(
    own_tab: Tab, running: ExamState, line: Line, clock: FakeClock, handler
):
    line.cut = True
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    line.cut = False
    clock.advance(minutes=45)
    effects = await own_tab.fire(handler, *([running.ticket, given] if handler is ExamState.answer else []))
    assert redirect(effects) == result_path(running)
    assert "may not have been saved" in effects[0].args["message"]


# The end of the session


@pytest.mark.parametrize(
    ("handler", "has_arguments"),
    [
        (ExamState.answer, True),
        (ExamState.next_question, True),
        (ExamState.submit, False),
        (ExamState.expire, False),
        (ExamState.load, False),
    ],
)
async def test_a_learner_whose_session_has_ended_signs_in_and_comes_back(
    own_tab: Tab, running: ExamState, handler, has_arguments: bool
):
    session = own_tab.state(SessionState)
    session.access_token = session.refresh_token = "ended"
    given = [running.ticket, entries(running.item)] if has_arguments else []
    effects = await own_tab.fire(handler, *given)
    assert redirect(effects) == "/auth/login?returnUrl=%2Ftest%2Freact"
    # Without a running test, the leave guard lets the learner go.
    assert running.phase == "signed_out"


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


# Moving lines


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


async def test_an_order_that_the_browser_kept_is_shown_and_saved(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    """After a new sign-in, only the browser knows an order that was not saved."""
    await answer_until(own_tab, running, "order_lines")
    kept = running.item.order[::-1]
    await own_tab.fire(ExamState.answer, running.ticket, [["line", line] for line in kept])
    assert running.item.order == kept == [option.id for option in running.item.options]
    assert (await server(api, account, running))["response"]["order"] == kept


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
